/** The little of selenium-webdriver that is used here: the package brings no types. */

declare module 'selenium-webdriver' {
  export type WebDriver = {
    get: (url: string) => Promise<void>
    navigate: () => { back: () => Promise<void> }
    executeScript: <Answer>(script: string) => Promise<Answer>
    manage: () => { setTimeouts: (timeouts: { script: number; pageLoad: number }) => Promise<void> }
    quit: () => Promise<void>
  }
  export class Builder {
    usingServer(url: string): this
    withCapabilities(capabilities: object): this
    build(): Promise<WebDriver>
  }
}

declare module 'selenium-webdriver/bidi/index.js' {
  type BidiReply = { result?: Record<string, unknown>; error?: string; message?: string }
  class Bidi {
    constructor(url: string)
    waitForConnection(): Promise<void>
    send(command: { method: string; params: object }): Promise<BidiReply>
    close(): Promise<void>
  }
  export = Bidi
}
