import { useTranslation } from 'react-i18next'
import type { Problem } from '#src/generator/draft-card.ts'
import styles from './generation.module.css'

/** Lines in sight; a text that is no notes at all can have thousands. */
const mostLines = 50

/** What became no card, with its lines, so that it can be found in the notes. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('generation')
  if (problems.length === 0) return null
  return (
    <details className={styles.problems}>
      <summary>{t('problems.title', { count: problems.length })}</summary>
      <ul>
        {problems.slice(0, mostLines).map((problem) => (
          <li key={`${problem.line} ${problem.reason}`}>
            <span className={styles.where}>
              {t('problems.line', { line: problem.line, reason: t(`problems.${problem.reason}`) })}
            </span>
            <span className={styles.line}>{problem.text}</span>
          </li>
        ))}
      </ul>
      {problems.length > mostLines && <p>{t('problems.more', { count: problems.length - mostLines })}</p>}
    </details>
  )
}
