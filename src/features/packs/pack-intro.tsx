import { useTranslation } from 'react-i18next'
import { CardText } from '#src/ui/text/card-text.tsx'
import type { PackAbout } from './pack-facts.ts'
import styles from './card-pack.module.css'

/** @param about null while only the download is known: the introduction does not come with it */
export function PackIntro({ about }: { about: PackAbout | null }) {
  const { t } = useTranslation('packs')
  if (about === null) return <p className={styles.intro}>{t('introOffline')}</p>
  return (
    <div className={styles.intro}>
      <p>{about.summary}</p>
      <CardText text={about.intro} />
      {about.source !== '' && <p className={styles.source}>{t('source', { source: about.source })}</p>}
    </div>
  )
}
