import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Card } from '#contract/packs.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { cardReportLayer, cardReportValue } from '#src/lib/card-report-address.ts'
import { privateCardPackPath } from '#src/lib/paths.ts'
import { useCardPack, useSetFavorite } from '#src/queries/packs.ts'
import { Menu } from '#src/ui/menu.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { showToast } from '#src/ui/toast-store.ts'

/** What a student does with the pack and the card beside studying them. */
export const PlayerMenu = ({ card, isPrivate }: { card: Card; isPrivate: boolean }) =>
  isPrivate ? <OwnCardMenu card={card} /> : <LibraryCardMenu card={card} />

const LibraryCardMenu = ({ card: { id: cardId, packId } }: { card: Card }) => {
  const { t } = useTranslation('study')
  const report = useAddressLayer(cardReportLayer)
  const isFavorite = useCardPack(packId).data?.favorited === true
  const setFavorite = useSetFavorite(packId)
  return (
    <Menu
      label={t('menu.label')}
      items={[
        {
          id: 'favorite',
          label: t(isFavorite ? 'menu.favorited' : 'menu.favorite'),
          icon: <MoreIcon name="heart" size={20} filled={isFavorite} />,
          onPress: () => void setFavorite(!isFavorite).catch(() => showToast('error', t('menu.notKept'))),
        },
        {
          id: 'report',
          label: t('menu.report'),
          icon: <MoreIcon name="flag" size={20} />,
          onPress: () => report.open(cardReportValue({ packId, cardId })),
        },
      ]}
    />
  )
}

const OwnCardMenu = ({ card: { id: cardId, packId } }: { card: Card }) => {
  const { t } = useTranslation('study')
  const navigate = useNavigate()
  return (
    <Menu
      label={t('menu.label')}
      items={[
        {
          id: 'edit',
          label: t('menu.edit'),
          icon: <MoreIcon name="edit" size={20} />,
          onPress: () => void navigate(`${privateCardPackPath(packId)}?card=${encodeURIComponent(cardId)}`),
        },
      ]}
    />
  )
}
