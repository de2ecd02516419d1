import { useTranslation } from 'react-i18next'
import { addMessages } from './i18n.ts'
import strokes from './zh-CN/strokes.json'

addMessages('strokes', strokes)

/** The words of `ui/stroke-order.tsx`, for every screen that shows a card. */
export const useStrokeWords = (character: string, count: number) => {
  const { t } = useTranslation('strokes')
  return {
    open: t('open'),
    label: t('label', { character, count }),
    replay: t('replay'),
    trace: t('trace'),
    traceBox: t('traceBox', { character }),
    tracing: t('tracing'),
    failed: t('failed'),
    traced: (mistakes: number): string => (mistakes === 0 ? t('traced') : t('mistaken', { count: mistakes })),
  }
}
