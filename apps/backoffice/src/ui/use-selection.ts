import { useState } from 'react'

/** The selection in a list: ids on any page, or every record that matches the filters. */
export interface Selection {
  selected: ReadonlySet<string> | 'all'
  /** Number of selected records. */
  size: number
  has: (id: string) => boolean
  select: (ids: readonly string[], on: boolean) => void
  all: () => void
  clear: () => void
}

/**
 * `ids` are the ids of the page's records, `total` is the number of matches, and `narrowedBy` is the filters as one
 * text.
 */
export function useSelection(ids: readonly string[], total: number, narrowedBy: string): Selection {
  const [selected, setSelected] = useState<Selection['selected']>(new Set())
  // With other filters, other records match, so the selection of all matches ends.
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
