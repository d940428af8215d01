import { LIBRARY_PATH } from '@rookies/data/access/home'
import { libraryQuery } from '@rookies/data/library/library-query'
import { clearSearches, recentSearches, rememberSearch } from '@rookies/data/search/recent-searches'
import { currentUserId } from '@rookies/data/session/current-user'
import { type Combobox, useComboboxList } from '@rookies/ui/combobox/use-combobox'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { continuedCourses, type ResultGroup, resultGroups } from './options'
import { RecentOptions } from './recent-options'
import { ResultOption } from './result-option'
import { NothingFound, SearchFailed, SearchHint, Searching } from './search-notes'
import styles from './search-results.module.css'
import { useSearch } from './use-search'

export interface SearchResultsProps {
  /** The combobox of the search's field. */
  combobox: Combobox
  onClose: () => void
}

/** The results for the text in the search's field, as a list of links. */
export default function SearchResults({ combobox, onClose }: SearchResultsProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const user = currentUserId(useQueryClient()) ?? ''
  const [recents, setRecents] = useState(() => recentSearches(user))
  const { text: typed, type, active, listId } = combobox
  const { text, idle, answer, notes, questions, settled, failed, retry } = useSearch(typed)

  const library = useQuery({ ...libraryQuery(useData()), enabled: typed === '' })
  const continued = typed === '' ? continuedCourses(library.data ?? []) : []
  const groups: ResultGroup[] =
    continued.length > 0
      ? [{ label: 'Continue', results: continued }]
      : answer && !failed
        ? resultGroups(answer, questions, notes)
        : []
  const results = groups.flatMap((group) => group.results)
  const showsRecents = typed === '' && recents.length > 0
  const offers = showsRecents || continued.length > 0

  const leave = (to?: string) => {
    if (!idle) rememberSearch(user, text)
    onClose()
    if (to === pathname) requestAnimationFrame(focusHeading)
  }
  const found = results.map(({ id, to }) => ({
    id,
    href: to,
    onChoose: () => {
      leave(to)
      navigate(to)
    },
  }))
  const earlier = recents.map((recent, i) => ({
    id: `recent-${i}`,
    onChoose: () => type(recent),
  }))
  const options = showsRecents ? [...found, ...earlier] : found
  useComboboxList(combobox, {
    options,
    settled: settled || offers,
    busy: !idle && !settled && !failed,
    // Enter opens the first result. Before anything is typed, a suggestion opens only after the person has moved to it.
    startsAtFirst: !offers,
  })

  return (
    <>
      {answer?.corrected && results.length > 0 && (
        <p className={styles.corrected}>
          No exact match. Showing results for <strong>{answer.corrected}</strong>.
        </p>
      )}
      {options.length > 0 && (
        <div id={listId} role="listbox" aria-label="Search results" className={styles.list}>
          {groups.map(({ label, results: inGroup }) => (
            <fieldset key={label} className={styles.group} aria-labelledby={`${listId}-${label}`}>
              <p id={`${listId}-${label}`} className={styles.label} role="presentation">
                {label}
              </p>
              {inGroup.map((result) => (
                <ResultOption
                  key={result.id}
                  result={result}
                  active={result.id === active}
                  onFollow={() => leave(result.to)}
                  onPoint={() => combobox.moveTo(result.id)}
                />
              ))}
            </fieldset>
          ))}
          {showsRecents && <RecentOptions recents={recents} active={active} onChoose={type} />}
        </div>
      )}
      {showsRecents && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            clearSearches(user)
            setRecents([])
            type('')
          }}
        >
          Clear recent searches
        </button>
      )}
      {idle && !offers && <SearchHint />}
      {!idle && !answer && !failed && <Searching />}
      {failed && <SearchFailed error={failed} onRetry={retry} />}
      {settled && results.length === 0 && (
        <NothingFound text={text} onLeave={() => leave(LIBRARY_PATH)} />
      )}

      <p className={styles.keys} aria-hidden="true">
        {options.length > 0 && (
          <>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> to move
            </span>
            <span>
              <kbd>Enter</kbd> to open
            </span>
          </>
        )}
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </p>
      <VisuallyHidden>
        <span role="status">{settled ? countOf(results.length) : ''}</span>
      </VisuallyHidden>
    </>
  )
}

/** Focuses the page's heading. Nothing else does if the chosen result is the page that is already open. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  window.scrollTo(0, 0)
}

function countOf(results: number): string {
  if (results === 0) return 'Nothing found'
  return results === 1 ? '1 result' : `${results} results`
}
