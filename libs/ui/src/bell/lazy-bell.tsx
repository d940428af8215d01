import { type ComponentType, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Boundary } from '../components/boundary/boundary'
import { BellButton } from './bell-button'

export interface LiveBellProps {
  person: { id: string; created_at: string | null }
  open: boolean
  onClose: () => void
  /** Called with null if the count could not be read. */
  onUnread: (unread: number | null) => void
  opener: RefObject<HTMLButtonElement | null>
  panelId: string
}

interface LazyBellProps {
  /** The signed-in person, undefined until known. */
  person: LiveBellProps['person'] | null | undefined
  /** The count that the opening call returned. */
  unread: number | null
  /** Loads the code that updates the bell and draws its panel. */
  fetchLive: () => Promise<ComponentType<LiveBellProps>>
  /** Shows the person an error message. */
  onFailed: (message: string) => void
  onFault: (thrown: unknown) => void
}

/** Milliseconds after which the page's own content has usually loaded. */
const LOAD_AFTER_MS = 1_500

/**
 * The bell of the top bar. The button with the count of the opening call is drawn at once. The code of the panel loads
 * later, or when the person presses the button.
 */
export function LazyBell({ person, unread, fetchLive, onFailed, onFault }: LazyBellProps) {
  const [Live, setLive] = useState<ComponentType<LiveBellProps> | null>(null)
  const [open, setOpen] = useState(false)
  const [presses, setPresses] = useState(0)
  const [counted, setCounted] = useState<number | null>()
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()

  useEffect(() => {
    const load = () => fetchLive().then((part) => setLive(() => part), wait)
    const wait = () => addEventListener('online', load, { once: true })
    const timer = setTimeout(load, LOAD_AFTER_MS)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [fetchLive])

  const press = () => {
    setPresses(presses + 1)
    fetchLive().then(
      (part) => {
        setLive(() => part)
        setOpen(!open)
      },
      () => onFailed('Notifications could not be loaded. Check your connection and try again.'),
    )
  }
  const breakDown = (thrown: unknown) => {
    onFault(thrown)
    setOpen(false)
    onFailed('Something went wrong with your notifications. Press the bell to try again.')
  }

  return (
    <BellButton
      ref={opener}
      unread={counted === undefined ? unread : counted}
      open={open}
      panelId={panelId}
      onPress={press}
    >
      <Boundary place={presses} onFault={breakDown}>
        {Live && person && (
          <Live
            person={person}
            open={open}
            onClose={() => setOpen(false)}
            onUnread={setCounted}
            opener={opener}
            panelId={panelId}
          />
        )}
      </Boundary>
    </BellButton>
  )
}
