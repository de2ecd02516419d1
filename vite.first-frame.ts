import { build, type Plugin, type ResolvedConfig } from 'vite'

const entry = 'src/app/first-frame.ts'

/** One self-contained script; its style names are those of the app's sheet, since both hash the same paths. */
const bundle = async ({ root, css, build: { target } }: ResolvedConfig): Promise<string> => {
  const built = await build({
    configFile: false,
    root,
    css,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target,
      modulePreload: { polyfill: false },
      // Else the sheet would come inside the script, which the page's policy forbids: the app's sheet has it all.
      cssCodeSplit: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const script = outputs.find((output) => output.type === 'chunk')
  if (script === undefined) throw new Error(`${entry} gave no script`)
  return script.code.trim()
}

/**
 * Puts the first frame's script into index.html, where it costs no request and runs before all others.
 * The server allows it by its hash.
 */
export const inlineFirstFrame = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'inline-first-frame',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      handler: async () => [{ tag: 'script', children: await bundle(config), injectTo: 'body' }],
    },
  }
}
