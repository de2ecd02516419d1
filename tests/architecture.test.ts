import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { sharedReplyKeys } from '#contract/constants.ts'
import { translatedMessages } from '#server/http/readable-log.ts'
import { logMessagesOf } from './support/source/log-messages.ts'
import { isTest, projectFiles, sourceFiles, targetOf } from './support/source/source-files.ts'
import { codeOnly, importsOf, withoutComments } from './support/source/source-text.ts'
import { areaOf, mayImport, mayUsePackage, ruleFor } from './support/source/who-may-import.ts'

/** The rules of docs/architecture.md that a machine can keep. Each failure names the file. */

const files = sourceFiles()
const production = files.filter(({ path }) => !isTest(path) && !path.startsWith('scripts/'))
const inFolders = (...folders: string[]) =>
  production.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))

describe('who may import whom', () => {
  test('every folder with code has a row in the table', () => {
    const areas = new Set(production.map(({ path }) => areaOf(path)))
    expect([...areas].filter((area) => !ruleFor(area))).toEqual([])
  })

  test('imports between folders go only where the table lets them', () => {
    const wrong = production.flatMap(({ path, text }) =>
      importsOf(text).flatMap(({ specifier, typeOnly }) => {
        const target = targetOf(path, specifier)
        if (target === null || mayImport(path, target, typeOnly)) return []
        return [`${path} → ${target}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('a folder knows no package that the table denies it', () => {
    const wrong = production.flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ specifier }) => targetOf(path, specifier) === null)
        .filter(({ specifier, typeOnly }) => !typeOnly && !mayUsePackage(path, specifier))
        .map(({ specifier }) => `${path} → ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test('production code imports no test and nothing of tests/', () => {
    const wrong = production.flatMap(({ path, text }) =>
      importsOf(text)
        .map(({ specifier }) => targetOf(path, specifier))
        .filter((target) => target !== null && isTest(target))
        .map((target) => `${path} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('relative imports stay inside their folder, aliases lead to others', () => {
    const wrong = production.flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .filter(({ specifier }) => areaOf(targetOf(path, specifier) ?? '') !== areaOf(path))
        .filter(() => !/^(src|server)\/[^/]+$/.test(path))
        .map(({ specifier }) => `${path} → ${specifier}`),
    )
    expect(wrong).toEqual([])
  })
})

describe("the page's bytes", () => {
  test('page and worker import no contract file that brings the schema library, but as types', () => {
    const contract = new Map(inFolders('contract').map(({ path, text }) => [path, importsOf(text)]))
    const bringsSchemas = (path: string, seen = new Set<string>()): boolean => {
      if (seen.has(path)) return false
      seen.add(path)
      return (contract.get(path) ?? [])
        .filter(({ typeOnly }) => !typeOnly)
        .some(({ specifier }) => {
          const target = targetOf(path, specifier)
          return target === null ? specifier.startsWith('typebox') : bringsSchemas(target, seen)
        })
    }
    const wrong = inFolders('src', 'sw').flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ specifier }) => targetOf(path, specifier) ?? specifier)
        .filter((target) => target.startsWith('typebox') || bringsSchemas(target))
        .map((target) => `${path} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('the replies that the worker may keep are those that the contract calls shared', () => {
    const shared = Object.entries(endpoints).filter(([, { cache }]) => cache === 'shared')
    expect(shared.map(([key]) => key).toSorted()).toEqual([...sharedReplyKeys].toSorted())
  })
})

describe('one way to do a thing', () => {
  const using = (pattern: RegExp, candidates: typeof files, allowed: RegExp) =>
    candidates
      .filter(({ path, text }) => pattern.test(codeOnly(text)) && !allowed.test(path))
      .map(({ path }) => path)

  test('only src/api speaks HTTP', () => {
    const call =
      /(?<![.\w])(fetch|ofetch|\$fetch)\s*\(|\b(window|self|globalThis)\.fetch\b|\bXMLHttpRequest\b|\bsendBeacon\b/
    // The worker hands on requests of the page, and proves each file of the app that it fetches.
    const worker = /^sw\/(app-shell|shell-file)\.ts$/
    const speakers = new RegExp(`^src/api/|${worker.source}`)
    expect(using(call, inFolders('src', 'sw'), speakers)).toEqual([])
    const importers = inFolders('src', 'sw').filter(({ text }) =>
      importsOf(text).some(({ specifier }) => specifier === 'ofetch'),
    )
    expect(importers.map(({ path }) => path).filter((path) => !path.startsWith('src/api/'))).toEqual([])
  })

  test('only the owners of device data touch localStorage', () => {
    const owners =
      /^src\/(offline|device)\/|^src\/app\/(query-client|create-runtime|start\/first-frame)\.ts$|^src\/api\/access-token\.ts$/
    expect(using(/\blocalStorage\b/, inFolders('src', 'sw'), owners)).toEqual([])
  })

  test('the server names the columns it reads: a migration may add some while it runs', () => {
    const all = /\b(selectAll|returningAll)\(|(\bselect|\breturning|,)\s+(\w+\.)?\*(?!\))/i
    /** The columns of a subquery, which names them. */
    const ofSubqueries = /^server\/(discovery\/(discovery|search)|study\/statistics)\.repository\.ts$/
    const wrong = inFolders('server').filter(
      ({ path, text }) => all.test(withoutComments(text)) && !ofSubqueries.test(path),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('SQL and queries stand in repositories, server/sql and server/db', () => {
    const owners = /\.repository\.ts$|^server\/(sql|db)\//
    const query = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|query)\(/
    const importsQueries = (text: string) =>
      importsOf(text).some(({ specifier, typeOnly }) => !typeOnly && /^(kysely|pg)$/.test(specifier))
    const wrong = inFolders('server').filter(
      ({ path, text }) => !owners.test(path) && (query.test(codeOnly(text)) || importsQueries(text)),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('the log is fixed English text, and the readable one translates only what is logged', () => {
    const logged = inFolders('server').flatMap(({ path, text }) =>
      logMessagesOf(text).map((message) => ({ path, message })),
    )
    expect(logged.filter(({ message }) => /\p{Script=Han}|\$\{/u.test(message))).toEqual([])
    const messages = new Set(logged.map(({ message }) => message))
    expect(translatedMessages().filter((message) => !messages.has(message))).toEqual([])
  })

  test('screens and components hold no Chinese: every word is in an i18n file', () => {
    const screens = inFolders('src/features', 'src/parts', 'src/ui').filter(({ path }) =>
      path.endsWith('.tsx'),
    )
    const wrong = screens.filter(({ text }) => /\p{Script=Han}/u.test(withoutComments(text)))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('only src/parts shows what failed: screens hand it the error, and print no message of their own', () => {
    const screens = inFolders('src/features', 'src/app', 'src/parts')
    // The screen in place of one that broke while it was drawn.
    const owners = /^src\/(parts\/|app\/error-screen\.tsx$)/
    expect(using(/<ErrorState\b/, screens, owners)).toEqual([])
    expect(using(/\b\w*(error|failure|refusal|reason)\w*\??\.message\b/i, screens, /^$/)).toEqual([])
  })

  test('nothing is exported by default but configuration', () => {
    const wrong = files.filter(({ text }) =>
      /(^|[\n;])\s*export\s+(default\b|\{[^}]*\bas\s+default\b)/.test(codeOnly(text)),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('names and sizes', () => {
  const forbidden = /(^|[/.-])(utils?|helpers?|common|misc|manager|index)([./-]|$)/

  test('files are named in kebab case, with a dotted suffix only for a role', () => {
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(ts|tsx|mjs|css|json|sql|svg|html|yaml|md|woff2)$/
    const localeFile = /^src\/i18n\/[a-z]{2}-[A-Z]{2}\//
    const wrong = projectFiles().filter((path) => {
      const parts = path.replace(localeFile, '').split('/')
      return (
        !name.test(parts.at(-1) ?? '') ||
        parts.slice(0, -1).some((part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part))
      )
    })
    expect(wrong.filter((path) => !path.endsWith('.d.ts'))).toEqual([])
  })

  test('no file has a name that says nothing', () => {
    expect(projectFiles().filter((path) => forbidden.test(path))).toEqual([])
  })

  test('a suffix means a role: screens, routes, services and repositories stand where they belong', () => {
    const misplaced = projectFiles().filter(
      (path) =>
        (path.endsWith('.screen.tsx') && !/^src\/(features\/[^/]+|ui)\//.test(path)) ||
        (/\.(routes|service|repository)\.ts$/.test(path) && !/^server\/[^/]+\//.test(path)),
    )
    expect(misplaced).toEqual([])
  })

  test('no file is over 300 lines, no test over 400', () => {
    const wrong = files
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ path, lines }) => lines > (isTest(path) ? 400 : 300))
    expect(wrong).toEqual([])
  })
})
