import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type shell from '#src/i18n/zh-CN/shell.json'

export type PageName = keyof typeof shell.page

/** Names the document after the page; React lifts the element into the head. */
export function Page({ name, children }: { name: PageName; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t(`page.${name}`)} · ${t('appName')}`}</title>
      {children}
    </>
  )
}
