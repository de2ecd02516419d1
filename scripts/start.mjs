import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { installMissing } from './install.mjs'
import { root } from './process.mjs'

process.chdir(root)
await installMissing()
await buildIfStale()

// The server runs in this very process, so signals, exit codes and the log reach it unfiltered.
process.setSourceMapsEnabled(true)
await import(new URL('../dist/server/main.js', import.meta.url).href)
