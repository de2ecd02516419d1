import { withoutComments } from './source-text.ts'

const logCall = /\blog(?:ger)?(?:\.\w+|\[[^\]]+\])\(/g
const stringOrBracket = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[(){}]/g

/** The strings that a call gives beside its objects. @param rest the source from behind the call's bracket */
const messagesOfCall = (rest: string): string[] => {
  const messages: string[] = []
  let depth = 0
  for (const [piece] of rest.matchAll(stringOrBracket)) {
    if (piece === '(' || piece === '{') depth += 1
    else if (piece === ')' || piece === '}') depth -= 1
    else if (depth === 0) messages.push(piece.slice(1, -1))
    if (depth < 0) break
  }
  return messages
}

/** What the calls of a log in this source say: `log.info({ … }, 'said')`. */
export function logMessagesOf(source: string): string[] {
  const code = withoutComments(source)
  return [...code.matchAll(logCall)].flatMap(({ 0: call, index }) =>
    messagesOfCall(code.slice(index + call.length)),
  )
}
