import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { Button } from 'antd'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isCovered } from '../../ui/use-layer'
import { useToasts } from '../toasts'
import styles from './command-button.module.css'
import { CommandPalette, fetchCommandList } from './command-palette'
import { isShortcut, shortcutLabel } from './shortcut'

const BROKE = { title: 'Error', text: 'Something went wrong with the search. Please try again.' }

/** Milliseconds after which the code of the palette's list loads, so that the screen loads before it. */
const IDLE_MS = 1500

/**
 * The button that opens the command palette; Ctrl+K and Command+K do the same everywhere in the panel. The palette's
 * field appears at once. The code of its list loads separately, so that no screen waits for that code.
 */
export function CommandButton({ toggleSidebar }: { toggleSidebar: () => void }) {
  const toasts = useToasts()
  const [open, setOpen] = useState(false)

  // People who use the shortcut start typing at once, so the code of the list loads before the palette opens.
  useEffect(() => {
    const timer = setTimeout(() => fetchCommandList().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'k')) return
      // Without this, browsers open their own search.
      event.preventDefault()
      if (event.repeat) return
      if (open) setOpen(false)
      // Under an open dialog, the header is inert and the shortcut does nothing.
      else if (!isCovered()) {
        // The field must be on the page before the next key press, so the render is synchronous.
        flushSync(() => setOpen(true))
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])

  const close = useCallback(() => setOpen(false), [])
  const onFault = (thrown: unknown) => {
    log('error', 'command palette', String(thrown), thrown)
    close()
    toasts.failed(BROKE)
  }
  return (
    <>
      <Button
        className={styles.button ?? ''}
        icon={<Search aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Search and commands (${shortcutLabel('K')})`}
        onClick={() => setOpen(true)}
      >
        <span className={styles.label}>Search and commands</span>
        <span aria-hidden="true">
          <kbd>{shortcutLabel('K')}</kbd>
        </span>
      </Button>
      <Boundary place={open} onFault={onFault}>
        {open && <CommandPalette toggleSidebar={toggleSidebar} onClose={close} />}
      </Boundary>
    </>
  )
}
