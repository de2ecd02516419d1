/** The layer `?report=<pack>.<card>`, which stands over any screen that shows a card. */

export const cardReportLayer = 'report'

export type ReportedCard = { packId: string; cardId: string }

export const cardReportValue = ({ packId, cardId }: ReportedCard): string => `${packId}.${cardId}`

/** @returns null for no layer, and for an address that names no card */
export const reportedCardOf = (value: string | null): ReportedCard | null => {
  const [packId = '', cardId = '', ...rest] = value?.split('.') ?? []
  return packId === '' || cardId === '' || rest.length > 0 ? null : { packId, cardId }
}
