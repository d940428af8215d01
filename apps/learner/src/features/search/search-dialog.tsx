import { SEARCH_MAX_LENGTH } from '@rookies/data/search/search-text'
import { useCombobox } from '@rookies/ui/combobox/use-combobox'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LazyPart } from '../../shared/lazy-part'
import { Button } from '../../ui/button'
import { CloseButton } from '../../ui/close-button'
import styles from './search-dialog.module.css'
import type { SearchResultsProps } from './search-results'

interface SearchDialogProps {
  results: LazyPart<SearchResultsProps>
  onClose: () => void
}

/**
 * The dialog of the search; on a phone it fills the screen. The field accepts text at once, while the code of the
 * results still loads. The `dialog` element keeps the focus inside, and returns it when it closes.
 */
export function SearchDialog({ results, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const combobox = useCombobox()
  const { ref: input } = combobox.field
  const [loading, setLoading] = useState<'busy' | 'done' | 'failed'>('busy')

  // The `dialog` element returns the focus only if it is closed before it is removed from the page.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    input.current?.focus()
    return () => shown?.close()
  }, [input])

  const load = useCallback(() => {
    setLoading('busy')
    results.fetch().then(
      () => setLoading('done'),
      () => setLoading('failed'),
    )
  }, [results])
  useEffect(load, [load])

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
        <div className={styles.field} data-busy={combobox.busy || loading === 'busy'}>
          <Search aria-hidden="true" />
          <input
            {...combobox.field}
            dir="auto"
            className={styles.input}
            aria-label="Search courses, categories and lessons"
            placeholder="Search courses and lessons"
            enterKeyHint="search"
            maxLength={SEARCH_MAX_LENGTH}
          />
          <CloseButton label="Close search" onClick={onClose} />
        </div>
        {Results ? (
          <Results combobox={combobox} onClose={onClose} />
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
