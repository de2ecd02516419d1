import { createPack, cardsOfPack } from '#src/queries/private-packs/private-pack-calls.ts'
import type { OutboxItem } from '#src/offline/schema.ts'
import type { Device } from './device.ts'

/** What waits on a device, past the app. */
export async function outboxOf(device: Device, studentId: string): Promise<OutboxItem[]> {
  const database = device.database(studentId)
  try {
    return await database.use((connection) => connection.getAll('outbox'))
  } finally {
    await database.close()
  }
}

/** A fact of a private pack that the server may not know whole yet. */
export function waitsForItsPack(row: OutboxItem, rows: readonly OutboxItem[]): boolean {
  return (
    row.kind !== 'call' &&
    rows.some(
      (call) =>
        call.kind === 'call' &&
        (call.endpoint === createPack || call.endpoint === cardsOfPack) &&
        call.input.packId === row.packId,
    )
  )
}
