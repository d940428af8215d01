import { useState } from 'react'

/** What is selected in a list: by id, on this page and on others, or all that its filters find. */
export interface Selection {
  selected: ReadonlySet<string> | 'all'
  /** How many that is. */
  size: number
  has: (id: string) => boolean
  select: (ids: readonly string[], on: boolean) => void
  all: () => void
  clear: () => void
}

/** In: the page's ids, how many there are in all, and what the list is narrowed by, as one text. */
export function useSelection(ids: readonly string[], total: number, narrowedBy: string): Selection {
  const [selected, setSelected] = useState<Selection['selected']>(new Set())
  // Another search finds others: all of those were not meant.
  const [selectedIn, setSelectedIn] = useState(narrowedBy)
  if (selectedIn !== narrowedBy) {
    setSelectedIn(narrowedBy)
    if (selected === 'all') setSelected(new Set())
  }

  const select = (changed: readonly string[], on: boolean) => {
    const after = new Set(selected === 'all' ? ids : selected)
    for (const id of changed) {
      if (on) after.add(id)
      else after.delete(id)
    }
    setSelected(after)
  }
  return {
    selected,
    size: selected === 'all' ? total : selected.size,
    has: (id) => selected === 'all' || selected.has(id),
    select,
    all: () => setSelected('all'),
    clear: () => setSelected(new Set()),
  }
}
