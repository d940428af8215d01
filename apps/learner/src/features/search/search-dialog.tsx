import { SEARCH_MAX_LENGTH } from '@rookies/data/search/search-text'
import { Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { LazyPart } from '../../shared/lazy-part'
import { Button } from '../../ui/button'
import styles from './search-dialog.module.css'
import type { SearchList, SearchResultsProps } from './search-results'

interface SearchDialogProps {
  results: LazyPart<SearchResultsProps>
  userId: string
  onClose: () => void
}

/**
 * The search over the page, on a phone all of it. The field is there at once and takes every key; what
 * is found for it comes with its own code, and goes on from what was typed by then. The dialog keeps
 * focus inside and gives it back.
 */
export function SearchDialog({ results, userId, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const onKey = useRef<((event: KeyboardEvent) => void) | null>(null)
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const [list, setList] = useState<SearchList>({ busy: false })
  const [loading, setLoading] = useState<'busy' | 'done' | 'failed'>('busy')

  // Closed while it is still in the page: only then does the element give focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    input.current?.focus()
    return () => shown?.close()
  }, [])

  const load = useCallback(() => {
    setLoading('busy')
    results.fetch().then(
      () => setLoading('done'),
      () => setLoading('failed'),
    )
  }, [results])
  useEffect(load, [load])

  const retype = useCallback((text: string) => {
    setTyped(text)
    setEntered(false)
    input.current?.focus()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (onKey.current) onKey.current(event)
    else if (event.key === 'Enter') setEntered(true)
  }

  const Results = results.component
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
        <div className={styles.field} data-busy={list.busy || loading === 'busy'}>
          <Search aria-hidden="true" />
          <input
            ref={input}
            type="text"
            role="combobox"
            className={styles.input}
            aria-label="Search courses, categories and lessons"
            placeholder="Search courses, categories and lessons"
            aria-autocomplete="list"
            aria-expanded={list.id !== undefined}
            aria-controls={list.id}
            aria-activedescendant={list.active}
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
        {Results ? (
          <Results
            userId={userId}
            typed={typed}
            entered={entered}
            onType={retype}
            onList={setList}
            onKey={onKey}
            onClose={onClose}
          />
        ) : (
          loading === 'failed' && (
            <div className={styles.failed} role="alert">
              <p>Search could not be loaded. Check your connection and try again.</p>
              <Button small onClick={load}>
                Try Again
              </Button>
            </div>
          )
        )}
      </div>
    </dialog>
  )
}
