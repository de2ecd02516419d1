/**
 * One tab of one browser, with the little that every engine's driver can do. What a student does on a page is done
 * by functions that run in it (`on-page.ts`), so that a journey is the same in each.
 */
export type Engine = {
  /** Resolves when the document has loaded; rejects where nothing answers. */
  open: (url: string) => Promise<void>
  /** The browser's own way back. */
  back: () => Promise<void>
  /** @param expression of a promise of text @returns the text */
  evaluate: (expression: string) => Promise<string>
  quit: () => Promise<void>
}

/** The answer of `work` in the page. `work` knows nothing but its arguments. */
export async function inPage<Given extends unknown[], Answer>(
  engine: Engine,
  work: (...given: Given) => Answer | Promise<Answer>,
  ...given: Given
): Promise<Answer> {
  const expression = `(async () => JSON.stringify((await (${work.toString()})(...${JSON.stringify(given)})) ?? null))()`
  return JSON.parse(await engine.evaluate(expression)) as Answer
}
