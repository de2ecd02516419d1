import { Type } from 'typebox'
import { Theme } from '../themes.ts'
import { Slug } from '../wire.ts'
import { own, shared, type Endpoint } from './endpoint.ts'

export const themeEndpoints = {
  'GET /themes/available': {
    ...shared,
    summary: '全部主题',
    reply: Type.Object({ themes: Type.Array(Theme) }),
  },
  'GET /themes/current': {
    ...own,
    summary: '当前主题',
    reply: Theme,
  },
  'POST /themes/select/:id': {
    ...own,
    summary: '换主题',
    params: Type.Object({ id: Slug }),
    reply: Theme,
  },
} as const satisfies Record<string, Endpoint>
