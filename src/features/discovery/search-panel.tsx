import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { SearchResults } from './search-results.tsx'
import styles from './discovery.module.css'

type SearchPanelProps = {
  keyword: string
  isTyping: boolean
  history: readonly string[]
  onSearch: (keyword: string) => void
  onOpenResult: () => void
  onClearHistory: () => void
}

/** Below the open search box: what was searched for before, or what is found. */
export function SearchPanel({ keyword, history, onSearch, onClearHistory, ...results }: SearchPanelProps) {
  const { t } = useTranslation('discovery')
  if (keyword !== '') return <SearchResults keyword={keyword} {...results} />
  if (history.length === 0) return <p className={styles.hint}>{t('search.hint')}</p>
  return (
    <section aria-labelledby="search-history">
      <div className={styles.historyHead}>
        <h2 id="search-history">{t('search.history')}</h2>
        <IconButton
          icon={<MoreIcon name="trash" />}
          label={t('search.clearHistory')}
          onClick={onClearHistory}
        />
      </div>
      <ul className={styles.history}>
        {history.map((entry) => (
          <li key={entry}>
            <Pill onPress={() => onSearch(entry)}>{entry}</Pill>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t('search.hint')}</p>
    </section>
  )
}
