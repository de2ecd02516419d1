import { useTranslation } from 'react-i18next'
import { addMessages } from '#src/i18n/i18n.ts'
import discovery from '#src/i18n/zh-CN/discovery.json'
import { PullToRefresh } from '#src/parts/pull-to-refresh.tsx'
import { useRemembered } from '#src/queries/remembered.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SearchField } from '#src/ui/fields/search-field.tsx'
import { Browse } from './browse.tsx'
import { maxKeywordLength, withSearch } from './search-history.ts'
import { SearchPanel } from './search-panel.tsx'
import { useSearchBox } from './use-search-box.ts'
import styles from './discovery.module.css'

addMessages('discovery', discovery)

const noHistory: string[] = []

/** /resource: the search box, and below it either the shelves or, while the address has `q`, the search. */
export function ResourceScreen() {
  const { t } = useTranslation('discovery')
  const box = useSearchBox()
  const [history, setHistory] = useRemembered('search-history', noHistory)
  const remember = (keyword: string) => setHistory(withSearch(history, keyword))

  return (
    <>
      <PullToRefresh />
      <h1 className="visually-hidden">{t('title')}</h1>
      <div className={styles.searchBar}>
        {box.isOpen && <IconButton icon="back" label={t('search.leave')} onClick={box.close} />}
        <div className={styles.searchField}>
          <SearchField
            label={t('search.label')}
            clearLabel={t('search.clear')}
            placeholder={t('search.placeholder')}
            maxLength={maxKeywordLength}
            value={box.typed}
            onClick={box.open}
            onChange={box.type}
            onSubmit={(keyword) => {
              box.search(keyword)
              remember(keyword)
            }}
          />
        </div>
      </div>
      {box.isOpen ? (
        <SearchPanel
          keyword={box.keyword}
          isTyping={box.isTyping}
          history={history}
          onSearch={(keyword) => {
            box.search(keyword)
            remember(keyword)
          }}
          onOpenResult={() => remember(box.keyword)}
          onClearHistory={() => setHistory(noHistory)}
        />
      ) : (
        <Browse />
      )}
    </>
  )
}
