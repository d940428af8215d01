import { make, wrap } from './dom'

/** Puts each table into a box that scrolls, so that a wide table does not widen the page. */
export function wrapTables(root: ParentNode): void {
  let number = 0
  for (const table of root.querySelectorAll('table')) {
    if (table.parentElement?.closest('table') != null) continue
    number += 1
    const box = make('div', 'md-table md-scroll')
    box.dataset.scrollName = `Table ${number}`
    wrap(table, box)
    for (const cell of table.querySelectorAll('thead th:not([scope])'))
      cell.setAttribute('scope', 'col')
  }
}
