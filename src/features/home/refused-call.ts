import type { TFunction } from 'i18next'
import { reportCardLayer, cardLayerValue } from '#src/parts/card-layers.ts'
import { cardPackPath, patterns, privateCardPackPath } from '#src/lib/paths.ts'
import type { WaitingCall } from '#src/queries/sync/waiting-calls.ts'

/** A declined call as its student knows it. */
export type RefusedCallView = {
  title: string
  /** Where it can be mended; undefined: there is nothing to write. */
  editPath: string | undefined
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const reportPath = (packId: string, cardId: string): string =>
  `${cardPackPath(packId)}?card=${cardId}&${reportCardLayer}=${cardLayerValue({ packId, cardId })}`

const ofProfile = (input: Record<string, unknown>, t: TFunction<'refused'>): RefusedCallView => {
  if ('name' in input)
    return { title: t('what.name', { text: text(input.name) }), editPath: patterns.profileEdit }
  if ('avatar' in input) return { title: t('what.avatar'), editPath: patterns.profileEdit }
  return { title: t('what.study'), editPath: patterns.challengeConfig }
}

export function refusedCallView(
  { endpoint, input }: Pick<WaitingCall, 'endpoint' | 'input'>,
  t: TFunction<'refused'>,
): RefusedCallView {
  const pack = cardPackPath(text(input.id))
  switch (endpoint) {
    case 'PUT /profile':
      return ofProfile(input, t)
    case 'POST /card-packs/:id/reviews':
      return {
        title: t('what.review', { text: text(input.comment) || '★'.repeat(Number(input.rating)) }),
        editPath: `${pack}?tab=reviews&review=1`,
      }
    case 'DELETE /card-packs/reviews/:reviewId':
      return { title: t('what.reviewRemoved'), editPath: undefined }
    case 'POST /card-packs/:id/favorite':
    case 'DELETE /card-packs/:id/favorite':
      return { title: t('what.favorite'), editPath: pack }
    case 'POST /themes/select/:id':
      return { title: t('what.theme'), editPath: patterns.themeSettings }
    case 'POST /card-packs/:id/cards/:cardId/report':
      return { title: t('what.report'), editPath: reportPath(text(input.id), text(input.cardId)) }
    case 'POST /private-packs':
      return { title: t('what.pack', { text: text(input.title) }), editPath: patterns.myGeneration }
    default:
      if (endpoint.includes('/reviews/')) return { title: t('what.vote'), editPath: undefined }
      if (endpoint.includes('/private-packs/'))
        return { title: t('what.packChange'), editPath: privateCardPackPath(text(input.packId)) }
      return { title: t('what.other'), editPath: undefined }
  }
}
