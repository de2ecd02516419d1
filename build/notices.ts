import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The worker is built by itself, and the strokes of characters are served as they are. */
const besides = [
  'workbox-core',
  'workbox-expiration',
  'workbox-routing',
  'workbox-strategies',
  'hanzi-writer-data',
]

const packageOf = (moduleId: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replaceAll('\\', '/'))?.[1]

const isLicence = (file: string): boolean => /^(licen[cs]e|arphicpl)(\.|$)/i.test(file)

const noticeOf = (root: string, name: string): string => {
  const folder = `${root}/node_modules/${name}`
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    version: string
    license?: string
  }
  const texts = readdirSync(folder)
    .filter(isLicence)
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())
  return [`${name} ${version}${license === undefined ? '' : ` · ${license}`}`, ...texts].join('\n\n')
}

const rule = `\n\n${'─'.repeat(24)}\n\n`

/** Writes `notices.txt`: every package whose code reaches the student, with its licence as its authors wrote it. */
export function writeNotices(): Plugin {
  let root = ''
  return {
    name: 'write-notices',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      )
      const names = new Set([...modules.flatMap((id) => packageOf(id) ?? []), ...besides])
      const source = [...names].toSorted().map((name) => noticeOf(root, name))
      this.emitFile({ type: 'asset', fileName: 'notices.txt', source: `${source.join(rule)}\n` })
    },
  }
}
