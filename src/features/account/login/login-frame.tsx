import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import head from './login-head.module.css'

type LoginFrameProps = {
  /** Of the theme that was last worn here, as CSS. */
  background?: string | null
  /** Below the quiet line. */
  below?: ReactNode
  /** The form. */
  children: ReactNode
}

/** /login around its form. */
export function LoginFrame({ background, below, children }: LoginFrameProps) {
  const { t } = useTranslation('account')
  return (
    <main className={head.screen} style={background ? { background } : undefined}>
      <div className={head.column}>
        <div className={head.brand}>
          <span className={head.mark} aria-hidden="true">
            {t('loginHead.mark')}
          </span>
          <div>
            <h1 className={head.name}>{t('loginHead.name')}</h1>
            <p className={head.slogan}>{t('slogan')}</p>
          </div>
        </div>
        {children}
        <p className={head.quiet}>{t('loginHead.smsNote')}</p>
        {below}
      </div>
    </main>
  )
}

/** /login before its form is there, as the first frame shows it; see `start/first-frames.tsx`. */
export function LoginSkeleton() {
  return (
    <LoginFrame>
      <div className={head.room} />
    </LoginFrame>
  )
}
