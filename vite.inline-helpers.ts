import type { Plugin } from 'vite'

/**
 * Rolldown puts its half kilobyte of CommonJS helpers into a chunk of its own, whatever the groups say,
 * and each first visit would pay a request for it. The helpers are pure functions, so every chunk that
 * names them gets its own copy. Chunk hashes stay right: they were computed over the helpers' hash.
 */
export const inlineHelpers = (): Plugin => ({
  name: 'inline-helpers',
  generateBundle: {
    // Before Vite writes the preload lists and index.html.
    order: 'pre',
    handler: (_, bundle) => {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const helpers = chunks.find(({ name }) => name === 'rolldown-runtime')
      if (helpers === undefined) return
      const { body, exported } =
        /^(?<body>.*)export\{(?<exported>[^}]*)\};\s*$/s.exec(helpers.code)?.groups ?? {}
      if (body === undefined || exported === undefined) throw new Error('the helpers changed shape')
      const values = exported.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1')
      const file = helpers.fileName.split('/').at(-1)!
      const importOfHelpers = new RegExp(`import\\{([^}]*)\\}from"\\./${file.replaceAll('.', '\\.')}";`)
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(
          importOfHelpers,
          (_import, names: string) =>
            `const{${names.replaceAll(' as ', ':')}}=(()=>{${body}return{${values}}})();`,
        )
        chunk.imports = chunk.imports.filter((name) => name !== helpers.fileName)
      }
      if (chunks.some(({ code }) => code.includes(file))) throw new Error('a chunk still names the helpers')
      delete bundle[helpers.fileName]
    },
  },
})
