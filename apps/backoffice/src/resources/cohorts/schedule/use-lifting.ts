import { movedBy, type ReleaseChange, type StripItem } from '@rookies/data/cohorts/schedule'
import { type KeyboardEvent, useState } from 'react'

/** The items that were picked up by keyboard, and the number of days by which they were moved since. */
interface LiftedItems {
  lead: StripItem
  items: readonly StripItem[]
  days: number
}

export const keyOf = ({ kind, id }: Pick<StripItem, 'kind' | 'id'>) => `${kind}-${id}`

/** The element id of the sentence that explains the keys for moving. */
export const KEYS_HINT = 'schedule-keys'

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/**
 * Moves items by keyboard: Space picks up and puts down, the arrow keys move by a day or a week, Escape cancels, and
 * losing the focus puts down. `together` returns the items that move with an item.
 */
export function useLifting(
  together: (item: StripItem) => readonly StripItem[],
  change: (changes: readonly ReleaseChange[]) => void,
) {
  const [lifted, setLifted] = useState<LiftedItems | null>(null)

  const drop = () => {
    if (lifted) change(movedBy(lifted.items, lifted.days))
    setLifted(null)
  }

  const step = (by: number) =>
    setLifted((now) => {
      if (!now) return now
      const [first] = movedBy(now.items, now.days + by)
      const [begun] = now.items
      // Items cannot open before the first day of the cohort.
      const days = first?.release && begun ? first.release.day - begun.day : 0
      return { ...now, days }
    })

  /** Whether this is the item whose handle was used to pick up the items. */
  const isLead = (item: StripItem) => lifted !== null && keyOf(lifted.lead) === keyOf(item)

  const onKeyDown = (item: StripItem, event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (isLead(item)) drop()
      else setLifted({ lead: item, items: together(item), days: 0 })
      return
    }
    if (!isLead(item)) return
    const by = STEPS[event.key]
    if (by !== undefined) {
      event.preventDefault()
      step(by)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      setLifted(null)
    } else if (event.key === 'Tab') drop()
  }

  return {
    lifted,
    /** The moved places of the items that are picked up, which are shown but not saved yet. */
    changes: lifted ? movedBy(lifted.items, lifted.days) : NONE,
    isLead,
    onKeyDown,
  }
}

const NONE: readonly ReleaseChange[] = []
