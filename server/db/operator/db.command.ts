import { databaseVerbs } from '../database-verbs.ts'

/** `db.command backup | restore <backup> | reset [--yes] | move`, behind `npm run db:…`. */

const [verb = '', ...args] = process.argv.slice(2)
const run = databaseVerbs.get(verb)
if (!run) {
  console.error('usage: db.command backup | restore <backup> | reset [--yes] | move')
  process.exit(2)
}
try {
  await run({ args, env: process.env, print: (line) => console.log(line) })
} catch (error) {
  // The message is written for who runs the command; a stack would hide it.
  console.error((error as Error).message)
  process.exitCode = 1
}
