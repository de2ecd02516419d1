import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

/** What of Docker and nginx can be checked without either. See "在这里检查过什么" in docs/operation.md. */

const fileOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8')

type Service = {
  image?: string
  init?: boolean
  env_file?: string
  environment: Record<string, string>
  volumes: string[]
  healthcheck?: { test: string[] }
}

const compose = parse(fileOf('docker-compose.yml')) as {
  services: Record<'app1' | 'app2' | 'proxy' | 'postgres', Service>
  volumes: Record<string, unknown>
}
const dockerfile = fileOf('Dockerfile')
const proxy = fileOf('deploy/nginx.conf').replaceAll(/^\s*#.*\n/gm, '')
const { app1, app2, postgres } = compose.services

describe('docker-compose.yml', () => {
  it('makes both processes from one image, so that an upgrade reaches both', () => {
    expect(app1.image).toBe('zhika-app')
    expect(app2).toEqual(app1)
  })

  it('lets no line of .env, blank or not, turn production off or move its folders', () => {
    expect(app1.env_file).toBe('.env')
    expect(app1.environment).toMatchObject({
      NODE_ENV: 'production',
      DATA_DIR: '/data',
      ASSETS_ARCHIVE_DIR: '/archive',
    })
  })

  it('keeps the files of earlier pages, and hands in the keys of WeChat Pay', () => {
    expect(app1.volumes).toEqual(['archive:/archive', './secrets:/run/secrets:ro'])
    expect(compose.volumes).toHaveProperty('archive')
    expect(dockerfile).toContain('chown node:node /data /archive')
  })

  it('passes signals on, and waits for the database where the app will ask it', () => {
    expect(app1.init).toBe(true)
    expect(postgres.healthcheck?.test.at(-1)).toContain('-h 127.0.0.1')
  })
})

describe('the image', () => {
  it('gives the template of the database to the user who reads it', () => {
    expect(dockerfile).toContain('COPY --from=build --chown=node:node /app/dist dist')
    expect(dockerfile.indexOf('USER node')).toBeGreaterThan(0)
  })

  it.each(['.dockerignore', '.gitignore'])('and the repository hold no secret and no backup: %s', (name) => {
    const lines = fileOf(name).split('\n')
    for (const kept of ['.env', /^\/?secrets\/?$/, /^(\*\*\/)?\*\.pem$/, /^(\*\*\/)?\*\.dump$/]) {
      expect(
        lines.some((line) => (typeof kept === 'string' ? line === kept : kept.test(line))),
        String(kept),
      ).toBe(true)
    }
  })
})

describe('deploy/nginx.conf', () => {
  it('asks each process of docker-compose.yml, wherever it is now', () => {
    const servers = [...proxy.matchAll(/^ +server (app\d+):(\d+) resolve /gm)]
    expect(servers.map(([, name, port]) => [name, port])).toEqual(
      ['app1', 'app2'].map((name) => [name, app1.environment['PORT']]),
    )
    expect(proxy).toMatch(/resolver 127\.0\.0\.11 valid=5s/)
    expect(proxy).toContain('zone app 64k;')
  })

  it('tries elsewhere what a process could not take, not what it refused', () => {
    const passedOn = [...proxy.matchAll(/proxy_next_upstream ([^;]+);/g)].map(([, when]) => when)
    expect(passedOn).toEqual(['error timeout http_502', 'error timeout http_502 http_404'])
    expect(proxy).toMatch(/location \/assets\/ \{[^}]*http_404;/)
    expect(proxy).toContain('proxy_set_header X-Proxy-Retries 1;')
  })

  it('lets go of idle connections before a process that stops does', () => {
    const proxied = Number(/proxied: (\d+)/.exec(fileOf('server/http/stopping.ts'))?.[1])
    const idleSeconds = Number(/keepalive_timeout (\d+)s;/.exec(proxy)?.[1])
    expect(idleSeconds * 1000 + 500).toBeLessThan(proxied)
    const farewell = Number(/farewellMs = (\d+)/.exec(fileOf('server/http/stopping.ts'))?.[1])
    const failSeconds = [...proxy.matchAll(/fail_timeout=(\d+)s;/g)].map(([, seconds]) => Number(seconds))
    expect(farewell).toBeLessThan(Math.min(...failSeconds) * 1000)
  })

  it('writes nothing of a request to a log or a file', () => {
    expect(proxy).toContain('access_log off;')
    expect(proxy).toMatch(/error_log \S+ crit;/)
    expect(proxy).toContain('proxy_max_temp_file_size 0;')
    const limit = /client_max_body_size (\w+);/.exec(proxy)?.[1]
    expect(/client_body_buffer_size (\w+);/.exec(proxy)?.[1]).toBe(limit)
  })

  it('is the file that the proxy mounts', () => {
    expect(compose.services.proxy.volumes).toEqual(['./deploy/nginx.conf:/etc/nginx/nginx.conf:ro'])
    expect(existsSync(fileURLToPath(new URL('../deploy/nginx.conf', import.meta.url)))).toBe(true)
  })
})
