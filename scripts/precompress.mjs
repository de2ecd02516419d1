import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|html|json|svg|webmanifest|txt|xml|wasm|ico)$/
/** Below this a compressed copy saves no packet. */
const worthwhileBytes = 512

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes `x.br` (quality 11) and `x.gz` (level 9) beside each static file that shrinks by it, so that the
 * server never compresses on a request.
 * @param {string} folder
 * @returns {Promise<number>} how many files have compressed copies now
 */
export const precompress = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  const done = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      const bytes = await readFile(file)
      if (bytes.length < worthwhileBytes) return false
      const parameters = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      const [br, gz] = await Promise.all([brotli(bytes, { params: parameters }), zip(bytes, { level: 9 })])
      if (br.length >= bytes.length || gz.length >= bytes.length) return false
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
      return true
    }),
  )
  return done.filter(Boolean).length
}
