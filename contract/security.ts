import { Type, type Static } from 'typebox'
import { Phone, smsCodeLength } from './account.ts'
import { exportSections, type ExportSection as Section } from './limits.ts'
import { Id, Instant } from './wire.ts'

/** /settings/account-security: devices, bindings, guardian, deletion, export. */

const SmsCode = Type.String({ pattern: `^\\d{${smsCodeLength}}$` })

export const Device = Type.Object({
  id: Id,
  /** As the device named itself at login; may be empty. */
  name: Type.String(),
  signedInAt: Instant,
  lastSeenAt: Instant,
  /** The one that asks. */
  current: Type.Boolean(),
})
export type Device = Static<typeof Device>

export const AccountSecurity = Type.Object({
  /** `138****5678`; null for an account that WeChat alone opens. */
  phoneMasked: Type.Union([Type.String(), Type.Null()]),
  wechatBound: Type.Boolean(),
  guardian: Type.Union([Type.Object({ phoneMasked: Type.String(), agreedAt: Instant }), Type.Null()]),
  /** A deletion under way; it can be taken back until `effectiveAt`. */
  deletion: Type.Union([Type.Object({ requestedAt: Instant, effectiveAt: Instant }), Type.Null()]),
})
export type AccountSecurity = Static<typeof AccountSecurity>

export const PhoneProofBody = Type.Object({ phone: Phone, code: SmsCode })

export const GuardianConsentBody = Type.Object({
  ...PhoneProofBody.properties,
  /** The guardian has read the rules for children and agrees. */
  agreed: Type.Literal(true),
})

const ExportSection = Type.Unsafe<Section>(Type.Union(exportSections.map((section) => Type.Literal(section))))

export const ExportQuery = Type.Object({
  section: ExportSection,
  /** `next` of the page before; absent: from the start. */
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
})
export const ExportPage = Type.Object({
  section: ExportSection,
  /** One flat record a row, named as the glossary names things. */
  rows: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  /** Null: the section is complete. */
  next: Type.Union([Type.String(), Type.Null()]),
})
export type ExportPage = Static<typeof ExportPage>
