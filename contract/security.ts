import { Type, type Static } from 'typebox'
import { Phone, smsCodeLength } from './account.ts'
import { WechatProofBody } from './wechat.ts'
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

/** A device asked to change the account without a proof. Any device may end that until `endsAt`. */
export const ProofWait = Type.Object({
  /** From then on it may. */
  readyAt: Instant,
  endsAt: Instant,
  deviceName: Type.String(),
  /** The one that asks. */
  current: Type.Boolean(),
})
export type ProofWait = Static<typeof ProofWait>

export const AccountSecurity = Type.Object({
  /** `138****5678`; null for an account that WeChat alone opens. */
  phoneMasked: Type.Union([Type.String(), Type.Null()]),
  wechatBound: Type.Boolean(),
  guardian: Type.Union([Type.Object({ phoneMasked: Type.String(), agreedAt: Instant }), Type.Null()]),
  /** What stands between this session and changes of the account; an older server asks for no proof. */
  proof: Type.Optional(
    Type.Object({
      /** The session may change the account now. */
      isFresh: Type.Boolean(),
      wait: Type.Union([ProofWait, Type.Null()]),
    }),
  ),
  /** A deletion under way; it can be taken back until `effectiveAt`. */
  deletion: Type.Union([Type.Object({ requestedAt: Instant, effectiveAt: Instant }), Type.Null()]),
})
export type AccountSecurity = Static<typeof AccountSecurity>

export const PhoneProofBody = Type.Object({ phone: Phone, code: SmsCode })

/** One of the two: the code that the account's own number was sent, or its WeChat. */
export const FreshProofBody = Type.Object({
  code: Type.Optional(SmsCode),
  wechat: Type.Optional(WechatProofBody),
})

export type SecurityEventKind =
  | 'sign_in'
  | 'sign_out'
  | 'token'
  | 'device_out'
  | 'others_out'
  | 'proof'
  | 'proof_wait'
  | 'proof_wait_end'
  | 'phone'
  | 'wechat_bind'
  | 'wechat_unbind'
  | 'age_band'
  | 'guardian'
  | 'deletion'
  | 'deletion_end'
  | 'export'
  | 'refund'
  | 'log_read'

/** What happened to the account, the last one first. */
export const AccountActivity = Type.Object({
  events: Type.Array(
    Type.Object({
      id: Id,
      happenedAt: Instant,
      /** A `SecurityEventKind`; a newer server knows more of them. */
      kind: Type.String(),
      /** It was tried and refused. */
      refused: Type.Boolean(),
      deviceName: Type.String(),
      /** Where from, as limits know it; may be empty. */
      network: Type.String(),
    }),
  ),
})
export type AccountEvent = Static<typeof AccountActivity>['events'][number]

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
