import { pino } from 'pino'
import { makeTemplate } from '#server/db/engine/template.ts'
import { loadLibrary } from './library/load-library.ts'

/** `build-template.command <folder> <library>`: the database that first starts copy, starter library included. */

const [folder, library] = process.argv.slice(2)
if (!folder || !library) throw new Error('usage: build-template.command <folder> <library>')
await makeTemplate({
  folder,
  log: pino({ level: 'warn' }),
  fill: async (database) => {
    await loadLibrary({ database, folder: library, clock: () => new Date() })
  },
})
