import { Search } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useToasts } from '../toasts'
import styles from './command-button.module.css'
import type { CommandPaletteProps } from './command-palette'
import { isShortcut, shortcutLabel } from './shortcut'

const LOAD_FAILED = {
  title: 'Error',
  text: 'Commands could not be loaded. Check your connection and try again.',
}

const fetchPalette = () => import('./command-palette')
/** The screen itself comes first. */
const IDLE_MS = 1500

/**
 * Opens the command palette, as Ctrl or Command with K does from anywhere in the panel. The palette
 * is no part of what the screens wait for: it is fetched once they stand, or when it is wanted.
 */
export function CommandButton({ toggleSidebar }: { toggleSidebar: () => void }) {
  const toasts = useToasts()
  const [Palette, setPalette] = useState<ComponentType<CommandPaletteProps> | null>(null)
  const [open, setOpen] = useState(false)

  const show = useCallback(() => {
    setOpen(true)
    fetchPalette().then(
      ({ CommandPalette }) => setPalette(() => CommandPalette),
      () => {
        setOpen(false)
        toasts.failed(LOAD_FAILED)
      },
    )
  }, [toasts])

  // Whoever knows the keys types on at once: by then it is there.
  useEffect(() => {
    const timer = setTimeout(() => fetchPalette().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'k')) return
      // Or the browser would take the keys to its own search.
      event.preventDefault()
      if (event.repeat) return
      if (open) setOpen(false)
      // Another dialog keeps what is behind it out of reach.
      else if (!document.querySelector('dialog[open]')) show()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open, show])

  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Search and commands (${shortcutLabel('K')})`}
        onClick={show}
      >
        <Search aria-hidden="true" />
        <span className={styles.words}>Search and commands</span>
        <span className={styles.key} aria-hidden="true">
          {shortcutLabel('K')}
        </span>
      </button>
      {open && Palette && <Palette toggleSidebar={toggleSidebar} onClose={close} />}
    </>
  )
}
