/** What may happen in a schedule. */

/** What is done to one request. */
export type Fault =
  /** Answered with a failure of this status, and never shown to the server. */
  | { kind: 'status'; status: 401 | 422 | 429 | 500 | 503; retryAfter?: string }
  /** Swallowed: no answer comes, until the client gives up or the network heals. */
  | { kind: 'timeout' }
  /** Seen by the server, but its answer is lost on the way back. */
  | { kind: 'answer-lost' }
  /** Cut off before the server has the whole of it. */
  | { kind: 'cut' }
  /** The server's answer breaks off in the middle. */
  | { kind: 'half-answer' }
  /** Somebody on the way answers with a web page, e.g. to sign in to the school's network. */
  | { kind: 'portal'; status: PortalStatus }
export type PortalStatus = 200 | 403 | 404 | 511

/**
 * `uploads`: study records. `calls`: every other call of the API. `installation`: the worker's own script, and the
 * app's files as it fetches them to keep them.
 */
export type Traffic = 'uploads' | 'calls' | 'installation'

export type Change = 'favourite' | 'report' | 'goal' | 'new-cards'

export type Step =
  /** One card answered, in the first or the second tab. */
  | { kind: 'answer'; rating: 1 | 2 | 3 | 4; tab: 0 | 1 }
  | { kind: 'undo'; tab: 0 | 1 }
  /** Something else that may be sent late. */
  | { kind: 'change'; what: Change }
  /** Notes become a pack of the student's own, and cards of it are answered. */
  | { kind: 'own-pack'; ratings: (1 | 2 | 3 | 4)[] }
  /** The next requests of this kind meet these faults, one each. */
  | { kind: 'faults'; on: Traffic; faults: Fault[] }
  /** Every request of this kind is answered with a web page, until it ends. */
  | { kind: 'portal'; on: 'api' | 'everything'; status: PortalStatus }
  | { kind: 'portal-ends' }
  | { kind: 'offline' }
  | { kind: 'online' }
  | { kind: 'stop-server' }
  /** SIGKILL, then started again. */
  | { kind: 'kill-server' }
  | { kind: 'start-server' }
  /** The server gets the other one of two builds, whose files have other names: an update, or the way back. */
  | { kind: 'deploy' }
  | { kind: 'kill-worker' }
  /** Of the app's own files on the device: all caches, or a few files. */
  | { kind: 'lose-caches'; files: number | 'all' }
  | { kind: 'crash-tab'; tab: 0 | 1 }
  | { kind: 'second-tab' }
  | { kind: 'close-tab'; tab: 0 | 1 }
  /** The page is loaded again. */
  | { kind: 'reload' }
  /** The whole browser ends and starts again. */
  | { kind: 'restart-app' }
  /** Answers a card, goes to another site as soon as the next one shows, and comes back. */
  | { kind: 'leave-and-return'; rating: 1 | 2 | 3 | 4; by: 'history' | 'address' }
  /** The student signs out, and another signs in on the same device. */
  | { kind: 'hand-over'; offline: boolean }
  /** The device's clock jumps, in either direction. */
  | { kind: 'move-clock'; minutes: number }
  | { kind: 'clock-right' }
  /** Time passes, so that uploads run into what was prepared. */
  | { kind: 'wait'; ms: number }

export function faultText(fault: Fault): string {
  if (fault.kind === 'portal') return `portal ${fault.status}`
  if (fault.kind !== 'status') return fault.kind
  return fault.retryAfter === undefined ? String(fault.status) : `${fault.status} after ${fault.retryAfter}`
}

/** One line, to be read in a report. */
export function stepText(step: Step): string {
  if (step.kind === 'faults') return `${step.on}: ${step.faults.map(faultText).join(' + ')}`
  const details = Object.entries(step).filter(([key]) => key !== 'kind')
  return [step.kind, ...details.map(([key, value]) => `${key}=${String(value)}`)].join(' ')
}
