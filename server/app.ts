import fastify, { type FastifyInstance } from 'fastify'
import { maxBodyBytes } from '#contract/constants.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from './deps.ts'
import { accountRoutes } from './account/account.routes.ts'
import { avatarRoutes } from './account/avatars.routes.ts'
import { wechatPages } from '#server/account/wechat/wechat-pages.ts'
import { wechatRoutes } from '#server/account/wechat/wechat.routes.ts'
import { proofRoutes } from '#server/account/proof/proof.routes.ts'
import { noteRefusedToken } from '#server/account/sign-in/refused-tokens.service.ts'
import { securityRoutes } from './account/security.routes.ts'
import { discoveryRoutes } from './discovery/discovery.routes.ts'
import { explorationRoutes } from './exploration/exploration.routes.ts'
import { wechatSimulatorPages } from './gateways/wechat/simulator/authorize-pages.ts'
import { generationRoutes } from './generation/generation.routes.ts'
import { describeApi, docsRoutes } from './http/api-docs.ts'
import { answerClientError } from './http/client-errors.ts'
import { shareWithPages } from './http/cors.ts'
import { answerFrameworkError, answerNotFound, handleErrors } from './http/error-handler.ts'
import { resistFloods } from './http/floods.ts'
import { secureReplies } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { readJsonBodies } from './http/json-body.ts'
import { logRequests, quietLogController } from './http/request-log.ts'
import { publicUrlOf } from './http/public-url.ts'
import { bindRoutes, type Handlers } from './http/route.ts'
import { createSessionGuard } from './http/session.ts'
import { staticRoutes } from '#server/site/static.ts'
import { endConnectionsWhenStopping } from './http/stopping.ts'
import { validatorCompiler } from './http/validation.ts'
import { paymentNotifyRoutes } from './wallet/payment-notify.ts'
import { walletRoutes } from './wallet/wallet.routes.ts'
import { packRoutes } from './packs/packs.routes.ts'
import { strokeFiles } from './packs/stroke-files.ts'
import { studyRoutes } from './study/study.routes.ts'
import { themeRoutes } from './themes/themes.routes.ts'

/** A number of hops trusts that many addresses, counted from this server outwards. */
const trustOf = ({ trustProxy }: Config) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy

/** The whole server, short of a port: tests ask it by `inject`, `main.ts` lets it listen. */
export async function createApp(deps: Deps, metrics?: Metrics): Promise<FastifyInstance> {
  const { config } = deps
  const app = fastify({
    loggerInstance: deps.log,
    logController: quietLogController,
    // A logger of each request would cost as much as a line: lines about one name it.
    childLoggerFactory: (log) => log,
    genReqId: () => deps.newId(),
    bodyLimit: maxBodyBytes,
    // From its first byte to its last; Fastify would wait without end.
    requestTimeout: 60_000,
    clientErrorHandler: answerClientError,
    trustProxy: trustOf(config),
    frameworkErrors: answerFrameworkError,
    // A stop ends idle connections and lets requests that are on their way finish like any other.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  readJsonBodies(app)
  app.setValidatorCompiler(validatorCompiler)
  handleErrors(app)
  app.setNotFoundHandler((request, reply) => answerNotFound(request, reply))
  secureReplies(app, { ...config, clock: deps.clock })
  shareWithPages(app, config)
  logRequests(app)
  metrics?.watch(app)
  const isStopping = endConnectionsWhenStopping(app, { proxied: config.trustProxy !== false })
  if (config.apiDocs) await describeApi(app)

  const guard = createSessionGuard({
    ...deps,
    onUnknown: (hash, request) => void noteRefusedToken(deps, hash, request.ip),
  })
  const handlers: Handlers = {
    ...accountRoutes(deps, guard),
    ...securityRoutes(deps, guard),
    ...proofRoutes(deps),
    ...wechatRoutes(deps, guard),
    ...packRoutes(deps),
    ...discoveryRoutes(deps),
    ...studyRoutes(deps),
    ...walletRoutes(deps),
    ...generationRoutes(deps),
    ...explorationRoutes(deps),
    ...themeRoutes(deps),
    ...avatarRoutes(),
  }
  let isOverloaded = (): boolean => false
  await app.register(async (api) => {
    isOverloaded = await resistFloods(api, config)
    bindRoutes(api, handlers, guard)
    await api.register((pages) => wechatPages(pages, deps))
  })

  if (config.wechat.provider === 'simulator') {
    wechatSimulatorPages(app, {
      ...deps,
      secret: config.codePepper,
      siteUrl: (request) => publicUrlOf(config, request),
    })
  }
  paymentNotifyRoutes(app, deps)
  healthRoutes(app, { ...deps, isStopping, isOverloaded: () => isOverloaded() })
  if (config.apiDocs) docsRoutes(app)
  strokeFiles(app, deps)
  staticRoutes(app, config, deps.clock)
  return app
}
