import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
const production = process.env.NODE_ENV === 'production'

/** Packages of the first route. What a lazy screen brings along stays with that screen. */
const firstRoutePackages =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|@tanstack|i18next|react-i18next|use-sync-external-store|void-elements|html-parse-stringify|ofetch|ufo|destr|node-fetch-native|idb-keyval)\//

export default defineConfig({
  plugins: [
    react(),
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
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/app-[hash].js',
        // Two chunks on the first route; a further one costs each visit a round trip.
        codeSplitting: { groups: [{ name: 'vendor', test: firstRoutePackages }] },
        minify: { mangle: { toplevel: true }, compress: true },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:8787', '/dev': 'http://localhost:8787' } },
})
