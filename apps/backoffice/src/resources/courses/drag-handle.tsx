import { GripVertical } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { QuietButton } from '../../ui/quiet-button'
import styles from './module-list.module.css'
import type { Moving, ReorderActions } from './use-reordering'

interface DragHandleProps {
  item: Moving
  /** Whether it was picked up by keyboard and not put down yet. */
  lifted: boolean
  /** Set while an order is saved; nothing else can be moved until then. */
  saving: boolean
  actions: ReorderActions
  /** Starts a drag by pointer. */
  onPointerDown: (event: PointerEvent) => void
}

/** The element id of the handle of a module or lesson. */
export const handleId = (id: string) => `move-${id}`

/**
 * Moves a module or lesson: dragged by pointer, or by keyboard: Space picks up and puts down, the arrow keys move,
 * and Escape cancels.
 */
export function DragHandle({ item, lifted, saving, actions, onPointerDown }: DragHandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (saving) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (lifted) void actions.drop()
      else actions.lift(item, true)
      return
    }
    if (!lifted) return
    switch (event.key) {
      case 'ArrowUp':
        event.preventDefault()
        actions.step(-1)
        break
      case 'ArrowDown':
        event.preventDefault()
        actions.step(1)
        break
      case 'Escape':
        event.preventDefault()
        actions.cancel()
        break
      case 'Tab':
        void actions.drop()
    }
  }

  return (
    <QuietButton
      id={handleId(item.id)}
      className={styles.handle ?? ''}
      icon={<GripVertical aria-hidden="true" />}
      aria-label={`Move ${item.title}`}
      aria-pressed={lifted && !saving}
      // `disabled` would take the focus off the pressed button.
      aria-disabled={saving}
      onPointerDown={saving ? undefined : onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
