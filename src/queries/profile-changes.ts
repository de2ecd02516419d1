import type { Profile, ProfileUpdate } from '#contract/account.ts'
import type { CallOutcome } from '#src/offline/sending/call-outcome.ts'
import type { WaitingCall } from './sync/waiting-calls.ts'

/** A change of the profile, field by field: each waits by itself, so that none takes the place of another. */

export type ProfileChange = { input: ProfileUpdate; coalesceKey: string }

export function profileChanges({ study = {}, ...fields }: ProfileUpdate): ProfileChange[] {
  const own = Object.entries(fields).map(([field, value]) => ({
    input: { [field]: value },
    coalesceKey: `profile:${field}`,
  }))
  const settings = Object.entries(study).map(([field, value]) => ({
    input: { study: { [field]: value } },
    coalesceKey: `profile:study.${field}`,
  }))
  return [...own, ...settings]
}

const withUpdate = (profile: Profile, update: ProfileUpdate): Profile => ({
  ...profile,
  ...update,
  study: { ...profile.study, ...update.study },
})

/** The profile with the changes that still wait. */
export function withWaitingChanges(profile: Profile, calls: readonly WaitingCall[]): Profile {
  return calls
    .filter((call) => call.endpoint === 'PUT /profile')
    .reduce((shown, call) => withUpdate(shown, call.input as ProfileUpdate), profile)
}

/** What became of a change of several fields: declined when one was, waiting as long as one waits. */
export function joinedOutcome(outcomes: readonly CallOutcome[]): CallOutcome {
  const unsent = outcomes.filter(({ status }) => status !== 'sent')
  return unsent.find(({ status }) => status === 'refused') ?? unsent[0] ?? { status: 'sent' }
}
