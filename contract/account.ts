import { Type, type Static } from 'typebox'
import { Id, Instant } from './wire.ts'
import { Theme } from './themes.ts'

/** A mobile number of mainland China, without +86. */
export const Phone = Type.String({ pattern: '^1[3-9]\\d{9}$' })
export const smsCodeLength = 6
export const resendAfterSeconds = 60
export const codeLifetimeSeconds = 300
/** Of one code, from everywhere; and from one address, so that a stranger elsewhere uses up no more than that. */
export const maxCodeTries = 15
export const maxCodeTriesPerNetwork = 5
/** Of one phone, from everywhere and from one address. */
export const maxCodesPerDay = 10
export const maxCodesPerDayAndNetwork = 6
/** An upload ticket outlives its session, so that an offline month still goes up. */
export const uploadTicketDays = 30
export const sessionDays = 90
/** A session that was not used for so long ends; and so does the one longest unused of more than so many. */
export const sessionIdleDays = 60
export const sessionsAtMost = 20

export const StudyMode = Type.Union([
  Type.Literal('flip'),
  Type.Literal('choice'),
  Type.Literal('cloze'),
  Type.Literal('listen'),
])
export type StudyMode = Static<typeof StudyMode>

/** What /profile/challenge-config sets. */
export const StudyConfig = Type.Object({
  /** Different cards a day at most; a day whose plan is smaller has its plan as the goal. */
  dailyGoal: Type.Integer({ minimum: 5, maximum: 500 }),
  newCardsPerDay: Type.Integer({ minimum: 0, maximum: 200 }),
  /** The probability of recall at which a card comes back; FSRS calls it request retention. */
  desiredRetention: Type.Number({ minimum: 0.8, maximum: 0.97 }),
  modes: Type.Array(StudyMode, { minItems: 1, maxItems: 4 }),
  order: Type.Union([Type.Literal('due-first'), Type.Literal('mixed'), Type.Literal('new-first')]),
  autoplay: Type.Boolean(),
  reminders: Type.Object({
    enabled: Type.Boolean(),
    at: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  }),
})
export type StudyConfig = Static<typeof StudyConfig>

export const defaultStudyConfig: StudyConfig = {
  dailyGoal: 30,
  newCardsPerDay: 10,
  desiredRetention: 0.9,
  modes: ['flip'],
  order: 'due-first',
  autoplay: false,
  reminders: { enabled: false, at: '20:00' },
}

/** Those under 14 need a guardian's consent before the server keeps more of them than the account. */
export const AgeBand = Type.Union([Type.Literal('under14'), Type.Literal('14to17'), Type.Literal('adult')])
export type AgeBand = Static<typeof AgeBand>
export const AgeBandBody = Type.Object({ ageBand: AgeBand })

export const DefaultAvatars = Type.Object({
  avatars: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), path: Type.String() })),
})

/** The signed-in student, as only that student may see it. */
export const Profile = Type.Object({
  id: Id,
  name: Type.String(),
  /** Absolute, or a path below the asset host; empty: the page draws one from the name. */
  avatar: Type.String(),
  /** `138****5678`; empty while the account has no phone. */
  phoneMasked: Type.String(),
  /** Null until the student has said it. */
  ageBand: Type.Union([AgeBand, Type.Null()]),
  /** `needed`: under 14, and no guardian has agreed yet. */
  guardianConsent: Type.Union([Type.Literal('not_needed'), Type.Literal('needed'), Type.Literal('given')]),
  /** When the account will be deleted, if that was asked for. */
  deletionAt: Type.Union([Instant, Type.Null()]),
  /** A device waits to change the account without a proof; what an older server says nothing of. */
  proofWait: Type.Optional(
    Type.Union([Type.Object({ readyAt: Instant, endsAt: Instant, deviceName: Type.String() }), Type.Null()]),
  ),
  coins: Type.Integer(),
  currentTheme: Theme,
  study: StudyConfig,
  createdAt: Instant,
})
export type Profile = Static<typeof Profile>

export const ProfileUpdate = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' })),
    avatar: Type.Optional(Type.String({ maxLength: 300, pattern: '^(|/avatars/[a-z0-9-]+\\.svg)$' })),
    study: Type.Optional(Type.Partial(StudyConfig)),
  },
  { additionalProperties: false },
)
export type ProfileUpdate = Static<typeof ProfileUpdate>

/**
 * Permission to append one student's study records, and nothing else: of the record it reads what an upload
 * answers, the totals and the states of the cards that the upload names.
 */
export const UploadTicket = Type.Object({ ticket: Type.String(), studentId: Id, expiresAt: Instant })
export type UploadTicket = Static<typeof UploadTicket>

/**
 * What a code is asked for: it opens nothing else, and the message says it. `phone` binds or changes the
 * number of an account, `guardian` is a guardian's consent.
 */
export const CodePurpose = Type.Union([
  Type.Literal('login'),
  Type.Literal('phone'),
  Type.Literal('guardian'),
])
export type CodePurpose = Static<typeof CodePurpose>

/** What messages with a code are for: `confirm` goes to the account's own number, which only a session asks for. */
export type SmsPurpose = CodePurpose | 'confirm'

export const SendCodeBody = Type.Object({
  phone: Phone,
  /** `login` when absent. */
  purpose: Type.Optional(CodePurpose),
})

export const SendCodeReply = Type.Object({
  resendAfterSeconds: Type.Integer(),
  expiresInSeconds: Type.Integer(),
  /** Only outside production, and only with the console SMS gateway. */
  devCode: Type.Optional(Type.String()),
})
export type SendCodeReply = Static<typeof SendCodeReply>

export const LoginBody = Type.Object({
  phone: Phone,
  code: Type.String({ pattern: `^\\d{${smsCodeLength}}$` }),
  /** The student ticked the agreement and the privacy policy. */
  agreed: Type.Literal(true),
  /** Shown in the list of devices, e.g. "Android · Chrome". */
  deviceName: Type.Optional(Type.String({ maxLength: 64 })),
})

export const LoginReply = Type.Object({
  token: Type.String(),
  expiresAt: Instant,
  uploadTicket: UploadTicket,
  profile: Profile,
})
export type LoginReply = Static<typeof LoginReply>
