import closeWithGrace from 'close-with-grace'
import { startDeletionSweep } from '#server/account/leaving/deletion-sweep.ts'
import { createApp } from './app.ts'
import { loadConfig, type Config } from '#server/config/config.ts'
import { createDeps } from './create-deps.ts'
import { startDatabase } from './db/open-database.ts'
import { startWeeklyAnswers } from './discovery/weekly-answers.ts'
import { ConfigError, listenFailure } from '#server/config/environment.ts'
import { createPayment } from './gateways/payment/create-payment.ts'
import { createSms } from './gateways/sms/create-sms.ts'
import { countPayment, countSms } from '#server/metrics/metrics-providers.ts'
import { startMetricsServer } from '#server/metrics/metrics-server.ts'
import { keepOwnAssets } from '#server/site/own-assets.ts'
import { createLogger } from './http/request-log.ts'
import { loadLibraryOrKeep } from './library/load-library.ts'
import { startSearchUpkeep } from './library/search-upkeep.ts'
import { newId } from '#server/lib/new-id.ts'
import { loadThemes } from './themes/themes.repository.ts'
import { loadProducts } from './wallet/products.repository.ts'
import { startReconciliation } from './wallet/reconciliation.ts'
import { welcome } from './welcome.ts'

const stopWithinMs = 15_000

/** Reads the environment; a mistake in it ends the process with one line that names the variable. */
const configOrExit = (): Config => {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}

const config = configOrExit()
const log = createLogger(config)
const clock = (): Date => new Date()

const start = async (): Promise<void> => {
  // The routes are built while the database opens: either takes its half second.
  const { database, opened } = await startDatabase({ ...config, log })
  const metrics = config.metricsPort
    ? (await import('#server/metrics/metrics.ts')).createMetrics(database)
    : undefined
  const counted = metrics && {
    sms: countSms(createSms(config.sms, { log, clock }), metrics),
    payment: countPayment(await createPayment(config.payment, { clock }), metrics),
  }
  const deps = await createDeps({ config, database, log, clock, newId }, counted)
  const app = await createApp(deps, metrics)
  await app.ready()
  await opened
  await loadThemes(database.db)
  await loadProducts(database.db)
  const inBackground = { ...deps, database: { ...database, ...database.patient } }
  const library = await loadLibraryOrKeep({ ...inBackground, folder: config.libraryDir })
  if (library.status === 'kept')
    log.error(library, 'the starter library has mistakes: the last one stays in use')
  else log.info(library, 'starter library')
  const metricsServer =
    config.metricsPort && metrics ? await startMetricsServer(metrics, config.metricsPort) : undefined
  const deletionSweep = startDeletionSweep(inBackground)
  const reconciliation = startReconciliation(deps)
  const weeklyAnswers = startWeeklyAnswers(inBackground)
  const searchUpkeep = startSearchUpkeep(inBackground)

  closeWithGrace({ delay: stopWithinMs, logger: log }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an error that nobody caught')
    else log.info({ signal }, 'stopping')
    // At once: each ends what it is doing, and together they have `stopWithinMs`.
    await Promise.all([
      app.close(),
      metricsServer?.close(),
      deletionSweep.stop(),
      reconciliation.stop(),
      weeklyAnswers.stop(),
      searchUpkeep.stop(),
    ])
    await database.close()
    log.info('stopped')
  })

  const address = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenFailure(config, error)
  })
  log.info({ address, engine: database.engine }, 'listening')
  void keepOwnAssets(config, { log, clock })
  if (deps.sms.revealsCodes) log.warn('console SMS: codes are only written to the log')
  if (config.payment.methods.includes('sandbox')) log.warn('sandbox payment: coins are given for no money')
  if (config.wechat.provider === 'simulator') log.warn('simulated WeChat: anybody can sign in as anybody')
  if (config.logFormat === 'text')
    process.stdout.write(welcome({ ...config, port: Number(new URL(address).port), ...deps.sms }))
}

start().catch((error: unknown) => {
  log.fatal({ err: error }, 'start failed')
  process.exit(1)
})
