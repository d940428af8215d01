import { clearSearches, recentSearches, rememberSearch } from '@rookies/data/search/recent-searches'
import { SEARCH_MAX_LENGTH } from '@rookies/data/search/search-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { nextOption } from './next-option'
import { type Result, resultGroups } from './options'
import { RecentOptions } from './recent-options'
import { ResultOption } from './result-option'
import styles from './search-dialog.module.css'
import { NothingFound, SearchFailed, SearchHint, Searching } from './search-notes'
import { useSearch } from './use-search'

export interface SearchDialogProps {
  /** Whose recent searches are shown and kept. */
  userId: string
  onClose: () => void
}

/**
 * The search over the page, on a phone all of it: a combobox whose list are links, by the keyboard as
 * people know it. The dialog keeps focus inside and gives it back.
 */
export default function SearchDialog({ userId: user, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [recents, setRecents] = useState(() => recentSearches(user))
  const [activeId, setActiveId] = useState<string | null>(null)
  const { text, idle, answer, settled, failed, retry } = useSearch(typed)
  /** What Enter was pressed for before its answer was there. */
  const [awaited, setAwaited] = useState<string | null>(null)

  // Closed while it is still in the page: only then does the element give focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

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
  const retype = (next: string) => {
    setTyped(next)
    setActiveId(null)
    setAwaited(null)
    input.current?.focus()
  }

  const first = results[0]
  useEffect(() => {
    if (awaited !== text || !settled) return
    setAwaited(null)
    if (first) follow(first)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
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
      if (recent) retype(recent)
      return
    }
    const result = results.find(({ id }) => id === active)
    if (!settled) setAwaited(text)
    else if (result && (event.ctrlKey || event.metaKey))
      window.open(result.to, '_blank', 'noopener')
    else if (result) follow(result)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search"
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.frame}>
        <div className={styles.field} data-busy={!idle && !settled && !failed}>
          <Search aria-hidden="true" />
          <input
            ref={input}
            type="text"
            role="combobox"
            className={styles.input}
            aria-label="Search courses, categories and lessons"
            placeholder="Search courses, categories and lessons"
            aria-autocomplete="list"
            aria-expanded={optionIds.length > 0}
            aria-controls={optionIds.length > 0 ? listId : undefined}
            aria-activedescendant={active}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={SEARCH_MAX_LENGTH}
            value={typed}
            onChange={(event) => retype(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            className={styles.close}
            aria-label="Close search"
            onClick={onClose}
          >
            <X aria-hidden="true" />
          </button>
        </div>

        {answer?.meant && results.length > 0 && (
          <p className={styles.meant}>
            Nothing has these very words. Showing what was found for <strong>{answer.meant}</strong>
            .
          </p>
        )}
        {optionIds.length > 0 && (
          <div id={listId} role="listbox" aria-label="Search results" className={styles.list}>
            {showsRecents ? (
              <RecentOptions recents={recents} active={active} onChoose={retype} />
            ) : (
              groups.map(({ label, results: inGroup }) => (
                <fieldset
                  key={label}
                  className={styles.group}
                  aria-labelledby={`${listId}-${label}`}
                >
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
              input.current?.focus()
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
      </div>
    </dialog>
  )
}

function countOf(results: number): string {
  if (results === 0) return 'Nothing found'
  return results === 1 ? '1 result' : `${results} results`
}
