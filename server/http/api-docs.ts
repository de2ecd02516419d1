import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { apiBasePath, successCode } from '#contract/constants.ts'
import { endpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'

/** The contract as OpenAPI at `/api/docs/openapi.json`, and as a page without assets at `/api/docs`. */

const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code{font-family:ui-monospace,monospace}
li{margin:.35rem 0}
small{color:#666}`
const styleHash = createHash('sha256').update(style).digest('base64')

const accessNames: Readonly<Record<Endpoint['access'], string>> = {
  public: '公开',
  session: '需要登录',
  upload: '登录或上传凭证',
}

const rowOf = ([key, endpoint]: [string, Endpoint]): string => {
  const [method, path] = key.split(' ')
  return `<li><code>${method} ${apiBasePath}${path}</code><br>${endpoint.summary} <small>${accessNames[endpoint.access]}</small></li>`
}

const page = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>知卡接口</title>
<style>${style}</style>
<h1>知卡接口</h1>
<p>完整的请求与回复格式：<a href="/api/docs/openapi.json">openapi.json</a></p>
<p>成功的回复 code 是 ${successCode}。被拒绝时外层相同：message 说明原因，data 是 null。</p>
<ul>
${Object.entries(endpoints).map(rowOf).join('\n')}
</ul>
</html>
`

/** What every refusal comes in; its codes and messages are those of `contract/errors.ts`. */
const failure = Type.Object(
  {
    code: Type.Integer(),
    message: Type.String(),
    show_type: Type.Integer({ minimum: 0, maximum: 3 }),
    data: Type.Null(),
  },
  { description: '失败：message 是给学生看的话，code 是失败的编号，data 为空' },
)

/** Before the routes that it should describe. Failures are described here alone: no route serialises by them. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: '知卡', version: '1' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url }) => ({
      schema: {
        ...schema,
        response: { ...(schema?.response as object | undefined), '4xx': failure, '5xx': failure },
      },
      url,
    }),
  })
}

export function docsRoutes(app: FastifyInstance): void {
  app.get('/api/docs/openapi.json', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-cache')
    return app.swagger()
  })

  app.get('/api/docs', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-cache')
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    )
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
