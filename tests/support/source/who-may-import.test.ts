import { describe, expect, test } from 'vitest'
import { mayImport, mayUsePackage } from './who-may-import.ts'

const packsScreen = 'src/features/packs/card-pack.screen.tsx'
const packsService = 'server/packs/packs.service.ts'

describe('the table of imports', () => {
  test('a feature uses queries and ui, never the API or another feature', () => {
    expect(mayImport(packsScreen, 'src/queries/packs/packs.ts', false)).toBe(true)
    expect(mayImport(packsScreen, 'src/features/packs/cover.tsx', false)).toBe(true)
    expect(mayImport(packsScreen, 'src/features/study/rating-bar.tsx', false)).toBe(false)
    expect(mayImport(packsScreen, 'src/api/client.ts', false)).toBe(false)
  })

  test('a word of the server takes the types of its dependencies, but no neighbour', () => {
    expect(mayImport(packsService, 'server/deps.ts', true)).toBe(true)
    expect(mayImport(packsService, 'server/deps.ts', false)).toBe(false)
    expect(mayImport(packsService, 'server/wallet/wallet.service.ts', true)).toBe(false)
    expect(mayImport(packsService, 'server/db/schema.ts', true)).toBe(true)
  })

  test('packages are denied by whole names and by scopes', () => {
    expect(mayUsePackage('src/ui/button.tsx', 'react-router-dom')).toBe(false)
    expect(mayUsePackage('src/ui/button.tsx', 'react')).toBe(true)
    expect(mayUsePackage('src/offline/sending/drain.ts', 'react')).toBe(false)
    expect(mayUsePackage('src/offline/sending/drain.ts', 'idb')).toBe(true)
    expect(mayUsePackage('contract/packs.ts', 'node:fs')).toBe(false)
    expect(mayUsePackage('contract/packs.ts', 'ts-fsrs')).toBe(true)
  })
})
