import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LazyPart } from '../../shared/lazy-part'
import { shortcutsEnabled, TAKEN } from '../../shared/single-keys'
import { showError } from '../../ui/toast-store'
import styles from './search-box.module.css'
import type { SearchDialogProps } from './search-dialog'

const part = new LazyPart<SearchDialogProps>(() => import('./search-dialog'))

/** The box in the top bar. It looks like a field; the search itself is loaded when it is first opened. */
export function SearchBox({ userId = '' }: { userId?: string | undefined }) {
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensSearch(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      show()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  const show = () => {
    part.fetch().then(
      () => setOpen(true),
      () => showError('Search could not be loaded. Check your connection and try again.'),
    )
  }

  const Dialog = part.component
  return (
    <>
      <button
        type="button"
        className={styles.box}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={show}
      >
        <Search aria-hidden="true" />
        <span className={styles.words}>Search courses, categories and lessons</span>
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      </button>
      {open && Dialog && <Dialog userId={userId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** `/` and Ctrl or Cmd with K, except while somebody types. */
function opensSearch(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = event
  if (altKey || repeat || isComposing || defaultPrevented) return false
  if (target instanceof Element && target.closest(TAKEN)) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  return key === '/' && shortcutsEnabled()
}
