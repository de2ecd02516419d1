import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What a person sees of a long step, e.g. of `npm start` while it installs and builds. */
const step = (code: number) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { must } from './scripts/process.mjs'
       await must('构建页面（通常 20 秒）', process.execPath, ['-e', 'console.log("chatter"); process.exit(${code})'], { quiet: true })
       console.log('next step')`,
    ],
    { encoding: 'utf8' },
  )

test('a step says what it does, how long that usually takes, and how long it took', () => {
  const { stdout, status } = step(0)
  expect(stdout).toMatch(/^构建页面（通常 20 秒）……\n {2}完成，用了 \d+ 秒。\nnext step\n$/)
  expect(status).toBe(0)
})

test('a step that fails is named, shows what its program said, and ends everything with its exit code', () => {
  const { stdout, stderr, status } = step(3)
  expect(stdout).toBe('构建页面（通常 20 秒）……\n')
  expect(stderr).toBe('chatter\n构建页面失败（退出码 3）。\n')
  expect(status).toBe(3)
})
