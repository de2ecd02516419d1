import { defaultStudyConfig, type StudyConfig } from '#contract/account.ts'
import { createStudyPlayer, type StudyPlayer, type Trouble } from '#src/features/study/study-player.ts'
import type { StudyItem } from '#src/offline/schema.ts'
import type { QueueScope, StudyActions } from '#src/queries/study.ts'
import { at, idOf, newDevice, outboxOf, storeCards } from './device-facts.ts'
import { accountHere, actionsOf } from './study-device.ts'

/** A device with three cards, and a clock that the test moves. */
export const playedCards = [idOf(1), idOf(2), idOf(3)]

export const playerConfig: StudyConfig = { ...defaultStudyConfig, dailyGoal: 5 }

export type PlayerDevice = Awaited<ReturnType<typeof openPlayerDevice>>

export async function openPlayerDevice() {
  let minutes = 0
  let ids = 100
  const clock = () => Date.parse(at(minutes))
  const newId = () => idOf((ids += 1))
  const troubles: Trouble[] = []
  const database = newDevice()
  await storeCards(database, playedCards)
  const account = accountHere({ now: clock, newId })
  const device = actionsOf(account)

  return {
    database,
    account,
    device,
    /** What the player said that went wrong. */
    troubles,
    pass: (count: number): void => {
      minutes += count
    },
    started: async (scope: QueueScope = 'today', on: StudyActions = device): Promise<StudyPlayer> => {
      const player = createStudyPlayer({
        device: on,
        scope,
        config: playerConfig,
        clock,
        newId,
        utcOffsetMinutes: () => 480,
        canSpeak: () => false,
        random: () => 0,
        onTrouble: (trouble) => troubles.push(trouble),
      })
      await player.start()
      return player
    },
    /** The answers that wait to be sent. */
    answers: async () =>
      ((await outboxOf(database)) as StudyItem[]).map((item) =>
        item.kind === 'answer' ? item.payload : undefined,
      ),
  }
}

/** The card that the player shows, or its status where it shows none. */
export function shown(player: StudyPlayer): string {
  const view = player.view()
  return view.status === 'studying' ? view.card.id : view.status
}
