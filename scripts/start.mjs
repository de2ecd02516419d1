import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { installMissing } from './install.mjs'

await installMissing()
await buildIfStale()

// The server runs in this very process, so signals, exit codes and the log reach it unfiltered.
process.setSourceMapsEnabled(true)
await import(new URL('../dist/server/main.js', import.meta.url).href)
