import { Type, type Static } from 'typebox'
import { Slug } from './wire.ts'

/** A theme is data: it sets the colour tokens of `src/ui/tokens.css` and the login background. */
export const Theme = Type.Object({
  id: Slug,
  name: Type.String(),
  config: Type.Object({
    /** A CSS background value. */
    login_bg: Type.String(),
    /** `auto` follows the system. */
    scheme: Type.Union([Type.Literal('auto'), Type.Literal('light'), Type.Literal('dark')]),
    /** Token name without the leading dashes, to CSS value. */
    tokens: Type.Record(Type.String(), Type.String()),
    /** Laid over `tokens` in the dark; absent: they serve both. */
    darkTokens: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
})
export type Theme = Static<typeof Theme>
