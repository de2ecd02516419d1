import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTextSize, chosenTextSize, textSizes } from '#src/device/text-size.ts'
import { SegmentedControl } from '#src/ui/fields/segmented-control.tsx'
import styles from './settings.module.css'

/** How large the letters are, on this device; the page itself is the sample, and one line of a card. */
export function TextSizeSetting() {
  const { t } = useTranslation('settings')
  const [size, setSize] = useState(chosenTextSize)
  return (
    <div className={styles.field}>
      <p className={styles.label}>{t('textSize.name')}</p>
      <SegmentedControl
        label={t('textSize.name')}
        options={textSizes.map((id) => ({ id, label: t(`textSize.${id}`) }))}
        value={size}
        onChange={(next) => {
          setSize(next)
          chooseTextSize(next)
        }}
        wide
      />
      <p className={styles.sample}>{t('textSize.sample')}</p>
    </div>
  )
}
