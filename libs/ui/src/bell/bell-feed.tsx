import { useEffect, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../components/visually-hidden/visually-hidden'
import { BellPanel } from './bell-panel'
import type { BellActs, BellPanelState, BellWorld } from './bell-types'
import type { LiveBellProps } from './lazy-bell'

interface BellFeedProps extends Omit<LiveBellProps, 'person'> {
  /**
   * The props of the bell's content. `said` is a message for screen readers; its number distinguishes messages with the
   * same text.
   */
  bell: {
    watch: (listener: () => void) => () => void
    state: () => BellPanelState & { said: { text: string; number: number } }
  }
  acts: BellActs
  world: BellWorld
}

/** The part of the bell that loads later: reports the count, announces messages, and shows the open panel. */
export function BellFeed({ bell, open, onUnread, panelId, ...panel }: BellFeedProps) {
  const state = useSyncExternalStore(bell.watch, bell.state)
  const unread = state.feed?.unread ?? (state.reading === 'failed' ? null : 0)

  useEffect(() => onUnread(unread), [onUnread, unread])

  return (
    <>
      <div role="status">
        <VisuallyHidden key={state.said.number}>{state.said.text}</VisuallyHidden>
      </div>
      {open && <BellPanel id={panelId} state={state} {...panel} />}
    </>
  )
}
