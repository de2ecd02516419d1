import { root, run } from './process.mjs'

// By the built server itself: a template is only used by the very build that made it.
const built = `${root}dist/server`
process.exitCode = await run(process.execPath, [
  `${built}/build-template.command.js`,
  `${built}/template`,
  `${root}library`,
])
