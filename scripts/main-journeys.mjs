/** The browser tests that `npm test` runs, by the beginning of their titles: what a student does on any day. */
export const mainJourneys = [
  'a student unlocks a pack, studies it from a cold start with no server',
  'a cold start shows the head and the plan of today before the app',
  'after one visit to /home every address of the app starts from cold with no server',
  'the second student on a tablet finds nothing of the first',
  'the worker sends what a closed tab has left',
  'notes become cards and are studied with the server gone',
  'cards are answered by choosing',
  'coins are bought at the cashier',
  'each address shows its screen to a student',
  'start-up asks whose token it is',
]

const escaped = mainJourneys.map((title) => title.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))

/** For Playwright's `--grep`. */
export const mainJourneysPattern = escaped.join('|')
