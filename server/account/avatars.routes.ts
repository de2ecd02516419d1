import { createHash } from 'node:crypto'
import { notModified, type Handlers } from '#server/http/route.ts'
import { defaultAvatars } from './default-avatars.ts'

const version = createHash('sha256').update(JSON.stringify(defaultAvatars)).digest('hex').slice(0, 16)

export function avatarRoutes() {
  return {
    'GET /default-avatars': async (_, { hasVersion }) => {
      if (hasVersion(version)) return notModified
      return { avatars: defaultAvatars }
    },
  } satisfies Partial<Handlers>
}
