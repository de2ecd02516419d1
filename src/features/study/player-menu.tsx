import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '#contract/packs.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { cardLayerValue, editCardLayer, reportCardLayer } from '#src/parts/card-layers.ts'
import { useChange } from '#src/parts/use-change.ts'
import { useCardPack, useSetFavorite } from '#src/queries/packs/packs.ts'
import { Menu } from '#src/ui/layers/menu.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'

/** What a student does with the pack and the card beside studying them. */
export function PlayerMenu({
  card,
  isPrivate,
  onEdited,
}: {
  card: Card
  isPrivate: boolean
  /** The card may have another text now. */
  onEdited: () => Promise<void>
}) {
  return isPrivate ? <OwnCardMenu card={card} onEdited={onEdited} /> : <LibraryCardMenu card={card} />
}

const LibraryCardMenu = ({ card: { id: cardId, packId } }: { card: Card }) => {
  const { t } = useTranslation('study')
  const report = useAddressLayer(reportCardLayer)
  const isFavorite = useCardPack(packId).data?.favorited === true
  const setFavorite = useSetFavorite(packId)
  const change = useChange()
  return (
    <Menu
      label={t('menu.label')}
      items={[
        {
          id: 'favorite',
          label: t(isFavorite ? 'menu.favorited' : 'menu.favorite'),
          icon: <MoreIcon name="heart" size={20} filled={isFavorite} />,
          onPress: () => void change(() => setFavorite(!isFavorite)),
        },
        {
          id: 'report',
          label: t('menu.report'),
          icon: <MoreIcon name="flag" size={20} />,
          onPress: () => report.open(cardLayerValue({ packId, cardId })),
        },
      ]}
    />
  )
}

type OwnCardMenuProps = { card: Card; onEdited: () => Promise<void> }

const OwnCardMenu = ({ card: { id: cardId, packId }, onEdited }: OwnCardMenuProps) => {
  const { t } = useTranslation('study')
  const edit = useAddressLayer(editCardLayer)
  const isOpen = edit.value !== null
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) void onEdited()
    wasOpen.current = isOpen
  }, [isOpen, onEdited])
  return (
    <Menu
      label={t('menu.label')}
      items={[
        {
          id: 'edit',
          label: t('menu.edit'),
          icon: <MoreIcon name="edit" size={20} />,
          onPress: () => edit.open(cardLayerValue({ packId, cardId })),
        },
      ]}
    />
  )
}
