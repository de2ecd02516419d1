import { useTranslation } from 'react-i18next'
import type { CardPack } from '#contract/packs.ts'
import { CardText } from '#src/ui/card-text.tsx'
import styles from './card-pack.module.css'

/** @param pack null while only the download is known: the introduction does not come with it */
export const PackIntro = ({ pack }: { pack: CardPack | null }) => {
  const { t } = useTranslation('packs')
  if (pack === null) return <p className={styles.intro}>{t('introOffline')}</p>
  return (
    <div className={styles.intro}>
      <p>{pack.summary}</p>
      <CardText text={pack.intro} />
      {pack.source !== '' && <p className={styles.source}>{t('source', { source: pack.source })}</p>}
    </div>
  )
}
