import closeWithGrace from 'close-with-grace'
import { startDeletionSweep } from './account/deletion-sweep.ts'
import { createApp } from './app.ts'
import { loadConfig, type Config } from './config.ts'
import { createDeps } from './create-deps.ts'
import { startDatabase } from './db/database.ts'
import { startWeeklyAnswers } from './discovery/weekly-answers.ts'
import { ConfigError } from './environment.ts'
import { createPayment } from './gateways/payment/create-payment.ts'
import { createSms } from './gateways/sms/create-sms.ts'
import { countPayment, countSms } from './http/metrics-providers.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { keepOwnAssets } from './http/own-assets.ts'
import { createLogger } from './http/request-log.ts'
import { loadLibraryOrKeep } from './library/load-library.ts'
import { startSearchUpkeep } from './library/search-upkeep.ts'
import { newId } from './new-id.ts'
import { loadThemes } from './themes/themes.ts'
import { loadProducts } from './wallet/products.ts'
import { startReconciliation } from './wallet/reconciliation.ts'

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
  const metrics = config.metricsPort ? (await import('./http/metrics.ts')).createMetrics(database) : undefined
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
  const library = await loadLibraryOrKeep({ database, folder: config.libraryDir, clock })
  if (library.status === 'kept') log.error(library, '起始卡库有错，继续使用上一次载入的内容')
  else log.info(library, 'starter library')
  const metricsServer =
    config.metricsPort && metrics ? await startMetricsServer(metrics, config.metricsPort) : undefined
  const deletionSweep = startDeletionSweep(deps)
  const reconciliation = startReconciliation(deps)
  const weeklyAnswers = startWeeklyAnswers(deps)
  const searchUpkeep = startSearchUpkeep(deps)

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

  const address = await app.listen({ host: config.host, port: config.port })
  log.info({ address, engine: database.engine }, 'listening')
  void keepOwnAssets(config, { log, clock })
  if (deps.sms.revealsCodes) log.warn('内置短信网关：验证码只写进日志，不会真的发出')
  if (config.payment.methods.includes('sandbox')) log.warn('内置模拟支付：不收钱就发金币')
  if (config.wechat.provider === 'simulator') log.warn('内置微信模拟器：谁都能以任何人的身份授权')
}

start().catch((error: unknown) => {
  log.fatal({ err: error }, '启动失败')
  process.exit(1)
})
