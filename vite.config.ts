import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
/** Where `npm run dev` has started the server. */
const server = `http://localhost:${process.env.PORT ?? 8787}`
const production = process.env.NODE_ENV === 'production'

/**
 * Rolldown gives its half kilobyte of CommonJS helpers a chunk of its own, whatever the groups say; each
 * first visit would pay a request for it. This moves them into the vendor chunk, whose hash covers them:
 * it was computed over code that names the helpers' own hash.
 */
const helpersInVendor = (): Plugin => ({
  name: 'helpers-in-vendor',
  generateBundle: {
    // Before Vite writes the preload lists and index.html.
    order: 'pre',
    handler: (_, bundle) => {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const helpers = chunks.find(({ name }) => name === 'rolldown-runtime')
      const vendor = chunks.find(({ name }) => name === 'vendor')
      const [, body, exported] = /^(.*)export\{([^}]*)\};\s*$/s.exec(helpers?.code ?? '') ?? []
      if (!helpers || !vendor || body === undefined || exported === undefined) throw new Error('the build changed shape')
      const own = `./${helpers.fileName.replace(/.*\//, '')}`
      const names = exported.split(',').map((pair) => pair.split(' as ') as [string, string])
      const imports = new RegExp(`import\\{([^}]*)\\}from"${own.replaceAll('.', '\\.')}";`)
      const pairsOf = (list: string) => list.split(',').map((pair) => (pair.includes(' as ') ? pair.split(' as ') : [pair, pair]))
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(imports, (_all, list: string) => {
          if (chunk !== vendor) {
            const renamed = pairsOf(list).map(([theirs, ours]) => `__${theirs} as ${ours}`)
            return `import{${renamed.join()}}from"./${vendor.fileName.replace(/.*\//, '')}";`
          }
          const given = names.map(([local, name]) => `${name}:${local}`).join()
          const kept = names.map(([, name]) => `__${name}=__helpers.${name}`).join()
          const used = pairsOf(list).map(([theirs, ours]) => `${ours}=__${theirs}`).join()
          return `var __helpers=(()=>{${body};return{${given}}})(),${kept},${used};export{${names.map(([, name]) => `__${name}`).join()}};`
        })
        const others = chunk.imports.filter((file) => file !== helpers.fileName)
        if (others.length < chunk.imports.length && chunk !== vendor) others.push(vendor.fileName)
        chunk.imports = [...new Set(others)]
      }
      if (!vendor.code.startsWith('var __helpers')) throw new Error('the vendor chunk took no helpers')
      delete bundle[helpers.fileName]
    },
  },
})

export default defineConfig({
  plugins: [
    react(),
    helpersInVendor(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['index.html', 'assets/*.{js,css}', 'icons/icon-192.png'],
        // Loaded by developers, or where one card needs it: they would cost every student their bytes.
        globIgnores: ['assets/{eruda,katex,hanzi-writer}-*'],
        maximumFileSizeToCacheInBytes: 400 * 1024,
      },
      manifest: {
        id: '/',
        name: '知卡',
        short_name: '知卡',
        description: '一张卡，一个知识点。没有网络也能学。',
        lang: 'zh-CN',
        dir: 'ltr',
        start_url: '/home',
        scope: '/',
        display: 'standalone',
        theme_color: '#f5f3ee',
        background_color: '#f5f3ee',
        categories: ['education'],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: '今天的学习', url: '/home', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
          { name: '找卡包', url: '/resource', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
        ],
      },
      includeManifestIcons: false,
    }),
  ],
  // React has had this hook since 18; react-i18next still asks for the stand-in.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  define: {
    __APP_VERSION__: JSON.stringify(version),
    // Page and worker reach the API here; empty is where they came from.
    __API_HOST__: JSON.stringify(process.env.VITE_API_HOST ?? ''),
    'import.meta.env.VITE_API_HOST': JSON.stringify(process.env.VITE_API_HOST ?? ''),
  },
  css: { modules: { generateScopedName: production ? '[hash:base64:5]' : '[name]-[local]' } },
  build: {
    outDir: 'dist/page',
    // Quark and Mi browsers of the field, and the oldest iOS with every API that is used.
    target: ['chrome94', 'safari15.4'],
    cssTarget: ['chrome94', 'safari15.4'],
    // One sheet: a lazy one that failed once is never fetched again by Vite's preload helper.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 400,
    // Without the polyfill the entry is nothing but an import, and Vite puts the two chunks into index.html.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first route is two chunks: the packages, which change seldom, and all else that main.tsx imports.
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'app', tags: ['$initial'] },
          ],
        },
        minify: { mangle: { toplevel: true }, compress: true },
      },
    },
  },
  server: { proxy: { '/api': server, '/dev': server } },
})
