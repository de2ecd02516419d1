// Imported first and for its effect, before anything that an old Node would not understand.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`知卡需要 Node.js 20.19 或更新的版本，现在是 ${process.versions.node}。`)
  console.error('请从 https://nodejs.org 安装新版本，或运行 nvm install 后再试。')
  process.exit(1)
}
