import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The migrations are read as files at start, beside the modules; see server/db/migration-files.ts. */
const copyMigrations = (): Plugin => ({
  name: 'copy-migrations',
  writeBundle: ({ dir }) => cpSync('server/db/migrations', join(dir!, 'migrations'), { recursive: true }),
})

/** The server for `node dist/server/main.js`: no TypeScript loader, most dependencies left in node_modules. */
export default defineConfig({
  publicDir: false,
  // Hundreds of small modules each: read one by one they take the start half a second.
  ssr: { noExternal: ['typebox', 'kysely', 'ts-fsrs'] },
  plugins: [copyMigrations()],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      // All in one folder: modules find each other's entries as siblings, see server/db/engine/sibling-module.ts.
      input: {
        main: 'server/main.ts',
        'pglite.worker': 'server/db/engine/pglite.worker.ts',
        'template.command': 'server/db/engine/template.command.ts',
        'db.command': 'server/db/operator/db.command.ts',
        'build-template.command': 'server/build-template.command.ts',
        'library.command': 'server/library/library.command.ts',
        'card-reports.command': 'server/packs/card-reports.command.ts',
        'refund.command': 'server/refund.command.ts',
        'age-band.command': 'server/account/age-band.command.ts',
        'security-log.command': 'server/account/security-log.command.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
