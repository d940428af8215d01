import { GripVertical } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { QuietButton } from '../../ui/quiet-button'
import styles from './module-list.module.css'
import type { ArrangingActs, Moving } from './use-arranging'

interface DragHandleProps {
  item: Moving
  /** Picked up by keys, and not put down yet. */
  lifted: boolean
  /** An order is being written: nothing else moves until then. */
  saving: boolean
  acts: ArrangingActs
  /** The pointer's way of moving begins here. */
  onPointerDown: (event: PointerEvent) => void
}

/** The handle of a module or lesson in the page. */
export const handleId = (id: string) => `move-${id}`

/**
 * Moves a module or lesson: dragged by pointer, or picked up with Space, moved with the arrow keys,
 * put down with Space and taken back with Escape.
 */
export function DragHandle({ item, lifted, saving, acts, onPointerDown }: DragHandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (saving) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (lifted) void acts.drop()
      else acts.lift(item, true)
      return
    }
    if (!lifted) return
    switch (event.key) {
      case 'ArrowUp':
        event.preventDefault()
        acts.step(-1)
        break
      case 'ArrowDown':
        event.preventDefault()
        acts.step(1)
        break
      case 'Escape':
        event.preventDefault()
        acts.cancel()
        break
      case 'Tab':
        void acts.drop()
    }
  }

  return (
    <QuietButton
      id={handleId(item.id)}
      className={styles.handle ?? ''}
      icon={<GripVertical aria-hidden="true" />}
      aria-label={`Move ${item.title}`}
      aria-pressed={lifted && !saving}
      // `disabled` would take the focus off the button that was just pressed.
      aria-disabled={saving}
      onPointerDown={saving ? undefined : onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
