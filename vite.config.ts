import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { inlineFirstFrame } from './build/first-frame.ts'
import { inlineStyles } from './build/inline-styles.ts'
import { writeNotices } from './build/notices.ts'
import { writeRouteFiles } from './build/route-files.ts'
import { shellManifest } from './build/shell-manifest.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}
const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
/** Where `npm run dev` has started the server. */
const server = `http://localhost:${process.env.PORT ?? 8787}`
const shortcutIcons = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]
const screenshots = [
  ['home', '今天要复习的卡片，一眼看到'],
  ['study', '一张卡，一个知识点'],
  ['resource', '按年级、学科和知识点找卡包'],
] as const
const chunksOfScreens: readonly (readonly [name: string, test: RegExp])[] = [
  ['card-markdown', /contract[\\/]text[\\/]card-markdown/],
  ['device', /src[\\/]offline[\\/]|contract[\\/](scheduling|stages|progress|stroke-order)\b/],
  [
    'background',
    /src[\\/]app[\\/]background\b|features[\\/](reports[\\/]|account[\\/]account-(layers|notices))/,
  ],
  ['worker', /src[\\/]app[\\/](service-worker|worker-registration)|workbox-window/],
  ['study', /features[\\/]study[\\/]|ui[\\/]strokes[\\/]/],
  ['card-pack', /features[\\/]packs[\\/]/],
  ['home', /features[\\/]home[\\/]/],
  ['generation', /features[\\/]generation[\\/]|src[\\/]generator[\\/]/],
  ['learning', /features[\\/]account[\\/]learning[\\/]/],
  ['settings', /features[\\/](account[\\/](?!me\.screen)|challenge[\\/]|themes[\\/])/],
  ['wallet', /features[\\/]wallet[\\/]/],
  ['legal', /features[\\/]legal[\\/]/],
]
const shell = shellManifest()
const production = process.env.NODE_ENV === 'production'

export default defineConfig({
  plugins: [
    react(),
    inlineStyles(),
    inlineFirstFrame(),
    writeNotices(),
    writeRouteFiles(),
    shell.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'manifest.webmanifest',
          'assets/*.{js,css}',
          'icons/icon-192.png',
          'avatars/*.svg',
        ],
        // Loaded by developers: it would cost every student its bytes.
        globIgnores: ['assets/eruda-*'],
        manifestTransforms: [shell.transform],
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
          { name: '开始今天的学习', url: '/home?study=today', icons: shortcutIcons },
          { name: '资源', url: '/resource', icons: shortcutIcons },
          { name: '生成', url: '/generate', icons: shortcutIcons },
        ],
        // Shown by the browser beside its question whether to install; not in the precache.
        screenshots: screenshots.map(([name, label]) => ({
          src: `/screenshots/${name}.png`,
          label,
          sizes: '780x1688',
          type: 'image/png',
          form_factor: 'narrow',
        })),
      },
      includeManifestIcons: false,
    }),
  ],
  resolve: {
    alias: {
      // React has had this hook since 18; react-i18next still asks for the stand-in.
      'use-sync-external-store/shim': 'react',
      // Its package leads every bundler to the build that warns developers.
      ...(production && {
        'react-router/dom': fromHere('node_modules/react-router/dist/production/dom-export.mjs'),
        'react-router': fromHere('node_modules/react-router/dist/production/index.mjs'),
      }),
    },
  },
  define: {
    __APP_VERSION__: JSON.stringify(version),
    // Page and worker reach the API here; empty is where they came from. Only the page's own origin can be
    // named: the content security policy lets it reach no other, see docs/server-in-operation.md.
    __API_HOST__: JSON.stringify(process.env.VITE_API_HOST ?? ''),
    'import.meta.env.VITE_API_HOST': JSON.stringify(process.env.VITE_API_HOST ?? ''),
    // Where pictures are that the server names by their path.
    'import.meta.env.VITE_ASSET_HOST': JSON.stringify(process.env.VITE_ASSET_HOST ?? ''),
  },
  css: { modules: { generateScopedName: production ? '[hash:base64:5]' : '[name]-[local]' } },
  build: {
    outDir: 'dist/page',
    // Quark and Mi browsers of the field, and the oldest iOS with every API that is used.
    target: ['chrome94', 'safari15.4'],
    cssTarget: ['chrome94', 'safari15.4'],
    chunkSizeWarningLimit: 400,
    // Without the polyfill the entry is nothing but an import, and Vite puts the two chunks into index.html.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first route is two chunks. The contract stands with the packages because lazy chunks that need
        // nothing else of the app import it too.
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules|[\\/]contract[\\/]/ },
            { name: 'app', tags: ['$initial'], test: /[\\/]src[\\/]/ },
            // What several later screens share comes with the first of them, in few files: a slow network pays for
            // each file with a journey there and back.
            { name: 'kit', minShareCount: 3, test: /[\\/]src[\\/](ui|lib|i18n|device|parts)[\\/]/ },
            { name: 'data', minShareCount: 3, test: /[\\/]src[\\/](queries|api)[\\/]/ },
            // Before what two screens share: a first visit waits for it.
            {
              name: 'login',
              test: /features[\\/]account[\\/](login[\\/]|wechat[\\/]wechat-(qr|login)\b)/,
            },
            {
              name: 'parts',
              minShareCount: 2,
              test: /[\\/]src[\\/](ui|lib|i18n|device|parts|queries|api)[\\/]/,
            },
            // Few files: an installation asks for each. What is opened together, or is small, comes together.
            ...chunksOfScreens.map(([name, test]) => ({ name, test })),
          ],
        },
        minify: { mangle: { toplevel: true }, compress: true },
      },
    },
  },
  server: { proxy: { '/api': server, '/strokes': server, '/dev': server, '/wechat': server } },
})
