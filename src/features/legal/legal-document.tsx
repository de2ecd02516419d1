import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import legal from '#src/i18n/zh-CN/legal.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import styles from './legal.module.css'

addMessages('legal', legal)

/** One of the two texts that a student agrees to. */
export function LegalDocument({ which }: { which: 'privacy' | 'terms' }) {
  const { t } = useTranslation('legal')
  const { t: shell } = useTranslation()
  const sections = t(`${which}.sections`, { returnObjects: true })
  return (
    <>
      <TopBar title={t(`${which}.title`)} backLabel={shell('action.back')} onBack={useGoBack()} />
      <article className={styles.document}>
        <p className={styles.updated}>{t('updated')}</p>
        <p>{t(`${which}.lead`)}</p>
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </>
  )
}
