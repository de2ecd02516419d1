import type { Plugin } from 'vite'

/**
 * Vite's loader of later chunks fetches each style sheet that no link of the page names. A disabled link is enough; in
 * the document itself browsers that read ahead would fetch it.
 */
const markAsLoaded = `(file) => {
  const link = document.createElement('link')
  link.toggleAttribute('disabled', true)
  link.rel = 'stylesheet'
  link.href = file
  document.head.append(link)
}`

/**
 * Puts the style sheet of the first chunk into index.html: the first frame is painted as soon as the document is
 * there, and does not wait for a second journey on a slow network. The server allows it by its hash.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_, file: string) => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset') throw new Error(`no style sheet ${file}`)
          delete bundle[file]
          const styles =
            typeof sheet.source === 'string' ? sheet.source : new TextDecoder().decode(sheet.source)
          return `<style>${styles.trim()}</style><script>(${markAsLoaded})(${JSON.stringify(`/${file}`)})</script>`
        }),
    },
  }
}
