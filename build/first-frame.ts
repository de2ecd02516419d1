import { build, createServer, type HtmlTagDescriptor, type Plugin, type ResolvedConfig } from 'vite'
import { frameAddressesAttribute, type FirstFrame } from '../src/app/start/frame-address.ts'

const script = 'src/app/start/first-frame.ts'
const frames = 'src/app/start/first-frames.tsx'

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
      rolldownOptions: { input: script, output: { format: 'iife' } },
    },
  })
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (chunk === undefined) throw new Error(`${script} gave no script`)
  return chunk.code.trim()
}

/** Runs a module of the app here, with style names as in the build. */
const load = async <T>(module: string, { root, css }: ResolvedConfig): Promise<T> => {
  const server = await createServer({
    configFile: false,
    root,
    css,
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    return (await server.ssrLoadModule(`${root}/${module}`)) as T
  } finally {
    await server.close()
  }
}

/** The frames that the app's own components give, each an inert element of the document. */
const templates = async (config: ResolvedConfig): Promise<HtmlTagDescriptor[]> => {
  const { firstFrames } = await load<{ firstFrames: () => FirstFrame[] }>(frames, config)
  return firstFrames().map(({ addresses, markup }) => {
    if (markup.includes(' style='))
      throw new Error(`${addresses.join()}: the page's policy forbids the style`)
    return {
      tag: 'template',
      attrs: { [frameAddressesAttribute]: addresses.join(' ') },
      children: markup,
      injectTo: 'body',
    }
  })
}

/**
 * The app's scripts are fetched at once, and the last of them, which imports the others, is run when the first frame's
 * script takes it out of its template.
 */
const startLater = (html: string): string => {
  const scripts = html.match(/<script type="module"[^>]*><\/script>/g) ?? []
  const entry = scripts.at(-1)
  if (entry === undefined) throw new Error('index.html starts no app')
  const fetched = scripts.map((tag) => {
    const [, address = ''] = /src="([^"]+)"/.exec(tag) ?? []
    return `<link rel="modulepreload" crossorigin href="${address}">`
  })
  const without = scripts.reduce((document, tag) => document.replace(tag, ''), html)
  return without
    .replace('</head>', `${fetched.join('\n')}\n</head>`)
    .replace('</body>', `<template data-entry>${entry}</template>\n</body>`)
}

/**
 * Puts the first frames and their script into index.html, where they cost no request and come before all else.
 * The server allows the script by its hash.
 */
export function inlineFirstFrame(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'inline-first-frame',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => ({
        html: startLater(html),
        tags: [
          ...(await templates(config)),
          { tag: 'script', children: await bundle(config), injectTo: 'body' },
        ],
      }),
    },
  }
}
