import { createApi, type Api } from '#src/api/client.ts'
import { loadTestLibrary, tang } from './test-library.ts'
import { startTestServer, type TestServer, type TestStudent } from './test-server.ts'

/** What the page's own client put on the wire. */
type Wire = { line: string; query: Record<string, string>; body: unknown }

export type SpecCalls = {
  server: TestServer
  student: TestStudent
  /** Somebody else's review of the student's pack. */
  reviewId: string
  /** The calls of the student, and of a visitor. */
  api: Api
  visitor: Api
  clientOf: (token: string | null) => Api
  /** The last call. */
  wire: () => Wire
}

/** A real server, and a student of it with an unlocked pack, who calls as the page does. */
export async function startSpecCalls(): Promise<SpecCalls> {
  const server = await startTestServer({ listen: true })
  const student = await server.signIn()
  await loadTestLibrary(server.deps)
  const author = await server.signIn()
  const { packId: id } = tang
  for (const { studentId } of [author, student]) await server.unlock(studentId, id)
  const review = await author.call('POST /card-packs/:id/reviews', { id, rating: 5, comment: '好' })
  let wire: Wire = { line: '', query: {}, body: undefined }
  const clientOf = (token: string | null): Api =>
    createApi({
      host: server.url,
      accessToken: () => token,
      fetch: async (url, request) => {
        const { pathname, searchParams } = new URL(String(url))
        wire = {
          line: `${request?.method} ${pathname}`,
          query: Object.fromEntries(searchParams),
          body: typeof request?.body === 'string' ? JSON.parse(request.body) : undefined,
        }
        return fetch(url, request)
      },
    })
  return {
    server,
    student,
    reviewId: review.data.id,
    api: clientOf(student.token),
    visitor: clientOf(null),
    clientOf,
    wire: () => wire,
  }
}
