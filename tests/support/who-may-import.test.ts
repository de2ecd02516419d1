import { describe, expect, test } from 'vitest'
import { areaOf, mayImport, mayUsePackage } from './who-may-import.ts'

describe('the table of imports', () => {
  test('a feature uses queries and ui, never the API or another feature', () => {
    const packs = areaOf('src/features/packs/card-pack.screen.tsx')
    expect(mayImport(packs, areaOf('src/queries/packs.ts'), false)).toBe(true)
    expect(mayImport(packs, areaOf('src/features/packs/cover.tsx'), false)).toBe(true)
    expect(mayImport(packs, areaOf('src/features/study/rating-bar.tsx'), false)).toBe(false)
    expect(mayImport(packs, areaOf('src/api/client.ts'), false)).toBe(false)
  })

  test('a word of the server takes the types of its dependencies, but no neighbour', () => {
    const packs = areaOf('server/packs/packs.service.ts')
    expect(mayImport(packs, areaOf('server/deps.ts'), true)).toBe(true)
    expect(mayImport(packs, areaOf('server/deps.ts'), false)).toBe(false)
    expect(mayImport(packs, areaOf('server/wallet/wallet.service.ts'), true)).toBe(false)
    expect(mayImport(packs, areaOf('server/db/schema.ts'), true)).toBe(true)
  })

  test('nothing imports the app, and the contract imports nobody', () => {
    expect(mayImport('src/queries', 'src/app', false)).toBe(false)
    expect(mayImport('contract', 'src/lib', true)).toBe(false)
  })

  test('packages are denied by whole names and by scopes', () => {
    expect(mayUsePackage('src/ui', 'react-router-dom')).toBe(false)
    expect(mayUsePackage('src/ui', 'react')).toBe(true)
    expect(mayUsePackage('src/offline', 'react')).toBe(false)
    expect(mayUsePackage('src/offline', 'idb')).toBe(true)
    expect(mayUsePackage('contract', 'node:fs')).toBe(false)
    expect(mayUsePackage('contract', 'ts-fsrs')).toBe(true)
  })
})
