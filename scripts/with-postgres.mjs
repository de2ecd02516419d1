import { spawn, spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * `node scripts/with-postgres.mjs [--durable] [--] <command…>` runs the command with TEST_DATABASE_URL naming a
 * throw-away PostgreSQL server, and ends with the command's exit code, or with 69 when there is none. With `--durable` the server writes to the disk as a real one does.
 */

const oldestMajor = 15
/** EX_UNAVAILABLE of sysexits(3): there is no PostgreSQL here, so nothing was run. */
const unavailable = 69
const isRoot = process.getuid?.() === 0

const majorOf = (/** @type {string} */ folder) => {
  const program = join(folder, 'postgres')
  try {
    accessSync(program, constants.X_OK)
    accessSync(join(folder, 'initdb'), constants.X_OK)
  } catch {
    return 0
  }
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return Number(/\b(\d+)[.\w]*\s*/.exec(stdout?.replace(/^\D+/, '') ?? '')?.[1] ?? 0)
}

const findPrograms = () => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => majorOf(folder) >= oldestMajor)
}

/** PostgreSQL refuses to run as root. */
const unprivilegedUser = () =>
  ['postgres', 'nobody'].find((user) => spawnSync('id', ['-u', user]).status === 0)

const idOf = (/** @type {'-u' | '-g'} */ flag, /** @type {string} */ user) =>
  Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })

const run = (
  /** @type {string} */ program,
  /** @type {string[]} */ args,
  /** @type {import('node:child_process').SpawnSyncOptions} */ identity,
) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...identity, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${program} failed: ${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`)
}

const startServer = async (/** @type {string} */ programs, /** @type {boolean} */ durable) => {
  const folder = mkdtempSync(join(tmpdir(), 'zhika-postgres-'))
  const user = isRoot ? unprivilegedUser() : undefined
  const identity = { cwd: folder, ...(user && { uid: idOf('-u', user), gid: idOf('-g', user) }) }
  if (user) run('chown', [user, folder], {})
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const stop = () => {
    spawnSync(join(programs, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-w'], {
      ...identity,
      stdio: 'ignore',
    })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    run(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'zhika', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
      identity,
    )
    const port = await freePort()
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: 300,
      ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    }
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
    run(
      join(programs, 'pg_ctl'),
      ['start', '-D', data, '-l', join(folder, 'log'), '-w', '-o', flags.join(' ')],
      identity,
    )
    return { url: `postgres://zhika@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    stop()
    throw error
  }
}

const given = process.argv.slice(2)
const durable = given[0] === '--durable'
if (durable) given.shift()
if (given[0] === '--') given.shift()
const [program, ...args] = given
if (!program) {
  console.error('usage: node scripts/with-postgres.mjs [--durable] [--] <command…>')
  process.exit(2)
}

const programs = findPrograms()
if (!programs) {
  console.error(
    `找不到 PostgreSQL ${oldestMajor} 或更高版本。请先安装它（Debian：sudo apt-get install postgresql）。`,
  )
  process.exit(unavailable)
}

const server = await startServer(programs, durable)
const child = spawn(program, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: server.url },
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal))
}
child.on('error', (error) => {
  console.error(error.message)
  server.stop()
  process.exit(127)
})
child.on('exit', (code, signal) => {
  server.stop()
  process.exit(code ?? (signal ? 1 : 0))
})
