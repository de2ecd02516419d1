import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { Loading } from '#src/ui/skeleton.tsx'
import { useGoBack } from '#src/lib/go-back.ts'
import styles from './layout.module.css'

const slowAfterMs = 8000

/** A screen's skeleton; after eight seconds it says why it is still there and offers the way back. */
export function SlowLoading({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const goBack = useGoBack()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {slow && (
        <div role="status" className={styles.slow}>
          <p>{t('slow.hint')}</p>
          <Button kind="secondary" small onClick={goBack}>
            {t('slow.cancel')}
          </Button>
        </div>
      )}
      <Loading label={t('loading')}>{children}</Loading>
    </>
  )
}
