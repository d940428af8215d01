import { clearSearches, recentSearches, rememberSearch } from '@rookies/data/search/recent-searches'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { nextOption } from './next-option'
import { type Result, resultGroups } from './options'
import { RecentOptions } from './recent-options'
import { ResultOption } from './result-option'
import { NothingFound, SearchFailed, SearchHint, Searching } from './search-notes'
import styles from './search-results.module.css'
import { useSearch } from './use-search'

/** What the list below it tells of the field. */
export interface SearchList {
  id?: string | undefined
  active?: string | undefined
  busy: boolean
}

export interface SearchResultsProps {
  /** Whose recent searches are shown and kept. */
  userId: string
  /** What stands in the field. */
  typed: string
  /** Enter was pressed for it before these results were there to hear it. */
  entered: boolean
  onType: (text: string) => void
  onList: (list: SearchList) => void
  /** Set to what hears the field's keys. */
  onKey: RefObject<((event: KeyboardEvent) => void) | null>
  onClose: () => void
}

/**
 * What is found for the text in the search's field: with it a combobox whose list are links, by the
 * keyboard as people know it.
 */
export default function SearchResults(props: SearchResultsProps) {
  const { userId: user, typed, entered, onType, onList, onKey, onClose } = props
  const listId = useId()
  const navigate = useNavigate()
  const [recents, setRecents] = useState(() => recentSearches(user))
  const [activeId, setActiveId] = useState<string | null>(null)
  const { text, idle, answer, settled, failed, retry } = useSearch(typed)
  /** What Enter was pressed for before its answer was there. */
  const [awaited, setAwaited] = useState(entered ? text : null)

  const groups = answer && !failed ? resultGroups(answer) : []
  const results = groups.flatMap((group) => group.results)
  const showsRecents = typed === '' && recents.length > 0
  const optionIds = showsRecents
    ? recents.map((_, i) => `recent-${i}`)
    : results.map(({ id }) => id)
  // The best result is ready for Enter; a recent search has to be chosen.
  const firstId = showsRecents ? undefined : optionIds[0]
  const active = activeId && optionIds.includes(activeId) ? activeId : firstId

  const leave = () => {
    if (!idle) rememberSearch(user, text)
    onClose()
  }
  const follow = ({ to }: Result) => {
    leave()
    navigate(to)
  }

  // Another text has its own best result, and nobody has asked for it yet.
  const [before, setBefore] = useState(typed)
  if (before !== typed) {
    setBefore(typed)
    setActiveId(null)
    setAwaited(null)
  }

  const first = results[0]
  useEffect(() => {
    if (awaited !== text || !settled) return
    setAwaited(null)
    if (first) follow(first)
  })

  useImperativeHandle(onKey, () => (event: KeyboardEvent) => {
    const next = nextOption(event.key, active ? optionIds.indexOf(active) : -1, optionIds.length)
    if (next !== null) {
      event.preventDefault()
      const id = optionIds[next]
      setActiveId(id ?? null)
      if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (showsRecents) {
      const recent = recents[active ? optionIds.indexOf(active) : -1]
      if (recent) onType(recent)
      return
    }
    const result = results.find(({ id }) => id === active)
    if (!settled) setAwaited(text)
    else if (result && (event.ctrlKey || event.metaKey))
      window.open(result.to, '_blank', 'noopener')
    else if (result) follow(result)
  })

  const shown = optionIds.length > 0
  const id = shown ? listId : undefined
  const busy = !idle && !settled && !failed
  useLayoutEffect(() => onList({ id, active, busy }), [onList, id, active, busy])

  return (
    <>
      {answer?.corrected && results.length > 0 && (
        <p className={styles.corrected}>
          Nothing has these very words. Showing what was found for{' '}
          <strong>{answer.corrected}</strong>.
        </p>
      )}
      {shown && (
        <div id={listId} role="listbox" aria-label="Search results" className={styles.list}>
          {showsRecents ? (
            <RecentOptions recents={recents} active={active} onChoose={onType} />
          ) : (
            groups.map(({ label, results: inGroup }) => (
              <fieldset key={label} className={styles.group} aria-labelledby={`${listId}-${label}`}>
                <p id={`${listId}-${label}`} className={styles.label} role="presentation">
                  {label}
                </p>
                {inGroup.map((result) => (
                  <ResultOption
                    key={result.id}
                    result={result}
                    active={result.id === active}
                    onFollow={leave}
                    onPoint={() => setActiveId(result.id)}
                  />
                ))}
              </fieldset>
            ))
          )}
        </div>
      )}
      {showsRecents && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            clearSearches(user)
            setRecents([])
            onType('')
          }}
        >
          Clear recent searches
        </button>
      )}
      {idle && !showsRecents && <SearchHint />}
      {!idle && !answer && !failed && <Searching />}
      {failed && <SearchFailed error={failed} onRetry={retry} />}
      {settled && results.length === 0 && <NothingFound text={text} onLeave={leave} />}

      <p className={styles.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> to move
        </span>
        <span>
          <kbd>Enter</kbd> to open
        </span>
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

function countOf(results: number): string {
  if (results === 0) return 'Nothing found'
  return results === 1 ? '1 result' : `${results} results`
}
