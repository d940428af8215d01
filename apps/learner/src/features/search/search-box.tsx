import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { latinKey } from '@rookies/ui/keys/latin-key'
import { isFree, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { usePageKeys } from '@rookies/ui/keys/use-page-keys'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { LazyPart } from '../../shared/lazy-part'
import { showError } from '../../ui/toast-store'
import styles from './search-box.module.css'
import { SearchDialog } from './search-dialog'
import type { SearchResultsProps } from './search-results'

const results = new LazyPart<SearchResultsProps>(() => import('./search-results'))

/** The button in the top bar that opens the search. It looks like a field. */
export function SearchBox() {
  const [open, setOpen] = useState(false)

  usePageKeys((event) => {
    if (!opensSearch(event) || document.querySelector('dialog[open]')) return false
    // The dialog opens synchronously, so that the next key goes to its field.
    flushSync(() => setOpen(true))
    return true
  })

  const onFault = (thrown: unknown) => {
    log('error', 'search', String(thrown), thrown)
    setOpen(false)
    showError('Something went wrong with the search. Please try again.')
  }

  return (
    <>
      <button
        type="button"
        className={styles.box}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden="true" />
        <span className={styles.label}>Search courses, categories and lessons</span>
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      </button>
      <Boundary place={open} onFault={onFault}>
        {open && <SearchDialog results={results} onClose={() => setOpen(false)} />}
      </Boundary>
    </>
  )
}

/** Returns whether a key press opens the search: `/`, or Ctrl or Cmd with K, but not while the person types. */
function opensSearch(event: KeyboardEvent): boolean {
  if (!isFree(event, event.target)) return false
  const key = latinKey(event)
  if (event.ctrlKey || event.metaKey) return key === 'k'
  return key === '/' && shortcutsEnabled()
}
