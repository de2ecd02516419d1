import { userInfo } from 'node:os'

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    // A container may run as a number that has no name.
    return `uid ${process.getuid?.() ?? '?'}`
  }
}

/** Who runs a command on the server's machine, as the machine knows them. */
export function operatorName(): string {
  const { SUDO_USER: behindSudo } = process.env
  return `operator ${behindSudo || userName()}`
}
