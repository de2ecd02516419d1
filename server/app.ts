import fastify, { type FastifyInstance } from 'fastify'
import { maxBodyBytes } from '#contract/constants.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { accountRoutes } from './account/account.routes.ts'
import { avatarRoutes } from './account/avatars.routes.ts'
import { wechatPages } from './account/wechat-pages.ts'
import { wechatRoutes } from './account/wechat.routes.ts'
import { securityRoutes } from './account/security.routes.ts'
import { discoveryRoutes } from './discovery/discovery.routes.ts'
import { explorationRoutes } from './exploration/exploration.routes.ts'
import { wechatSimulatorPages } from './gateways/wechat/simulator/authorize-pages.ts'
import { generationRoutes } from './generation/generation.routes.ts'
import { describeApi, docsRoutes } from './http/api-docs.ts'
import { answerClientError } from './http/client-errors.ts'
import { answerFrameworkError, answerNotFound, handleErrors } from './http/error-handler.ts'
import { resistFloods } from './http/floods.ts'
import { secureReplies } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import type { Metrics } from './http/metrics.ts'
import { readJsonBodies } from './http/json-body.ts'
import { logRequests, quietLogController } from './http/request-log.ts'
import { bindRoutes, type Handlers } from './http/route.ts'
import { createSessionGuard } from './http/session.ts'
import { staticRoutes } from './http/static.ts'
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
export const createApp = async (deps: Deps, metrics?: Metrics): Promise<FastifyInstance> => {
  const { config } = deps
  const app = fastify({
    loggerInstance: deps.log,
    logController: quietLogController,
    // A logger of each request would cost as much as a line: lines about one name it.
    childLoggerFactory: (log) => log,
    genReqId: () => deps.newId(),
    bodyLimit: maxBodyBytes,
    // From its first byte to its last; Fastify would wait for ever.
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
  secureReplies(app, config)
  logRequests(app)
  metrics?.watch(app)
  const isStopping = endConnectionsWhenStopping(app, { proxied: config.trustProxy !== false })
  await describeApi(app)

  const guard = createSessionGuard(deps)
  const handlers: Handlers = {
    ...accountRoutes(deps, guard),
    ...securityRoutes(deps, guard),
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
  await app.register(async (api) => {
    await resistFloods(api, config)
    bindRoutes(api, handlers, guard)
    await api.register((pages) => wechatPages(pages, deps))
  })

  if (config.wechat.provider === 'simulator') {
    wechatSimulatorPages(app, { ...deps, secret: config.codePepper, publicUrl: config.publicUrl })
  }
  paymentNotifyRoutes(app, deps)
  healthRoutes(app, { ...deps, isStopping })
  docsRoutes(app)
  strokeFiles(app, deps)
  staticRoutes(app, config, deps.clock)
  return app
}
