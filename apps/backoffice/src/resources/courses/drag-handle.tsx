import { GripVertical } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { QuietButton } from '../../ui/quiet-button'
import styles from './module-list.module.css'

interface Item {
  id: string
  title: string
}

/** What a handle calls when its item is moved by keyboard. */
export interface HandleActions<Moved extends Item = Item> {
  lift: (item: Moved, byKeys: boolean) => void
  step: (by: -1 | 1) => void
  drop: () => unknown
  cancel: () => void
}

interface DragHandleProps<Moved extends Item> {
  item: Moved
  /** Whether the item was picked up by keyboard and not put down yet. */
  lifted: boolean
  /** Set while an order is saved; nothing else can be moved until then. */
  saving: boolean
  actions: HandleActions<Moved>
  /** Starts a drag by pointer. */
  onPointerDown: (event: PointerEvent) => void
}

/** Returns the element id of an item's handle. */
export const handleId = (id: string) => `move-${id}`

/**
 * Moves an item of a list by pointer or by keyboard: Space picks up and puts down, the arrow keys move, and Escape
 * cancels.
 */
export function DragHandle<Moved extends Item>(props: DragHandleProps<Moved>) {
  const { item, lifted, saving, actions, onPointerDown } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (saving) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (lifted) actions.drop()
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
        actions.drop()
    }
  }

  return (
    <QuietButton
      id={handleId(item.id)}
      className={styles.handle ?? ''}
      icon={<GripVertical aria-hidden="true" />}
      aria-label={`Move ${item.title}`}
      aria-pressed={lifted && !saving}
      // The `disabled` attribute would take the focus from the pressed button.
      aria-disabled={saving}
      onPointerDown={saving ? undefined : onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
