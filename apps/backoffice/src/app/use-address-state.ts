import { useLocation, useSearchParams } from 'react-router-dom'
import { useEventCallback } from '../ui/use-event-callback'

type Change = Record<string, string | null>

/**
 * The state of a list, which only its address keeps: a link to the list shows exactly this view, and Back undoes a
 * filter. docs/decisions/0014-lists-and-their-address.md says why Refine's `syncWithLocation` is not used. `change`
 * sets parameters and removes those that are null or empty. With `replace` it adds no history entry, for values
 * that change with each letter; a change that changes nothing adds none either. `change` is the same function at
 * each render.
 */
export function useAddressState() {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  // The router's setter is new for each address; with it, every row of a list would be drawn again.
  const change = useEventCallback((values: Change, { replace = false } = {}) => {
    // The router knows the address of the last render. A change made before the next render would undo the previous
    // one.
    const before = new URLSearchParams(window.location.search)
    const after = changed(before, values)
    if (after.toString() === before.toString()) return
    setParams(after, { replace, preventScrollReset: true })
  })

  /** The address of another view of the same list. */
  const addressWith = (values: Change) => ({ pathname, search: changed(params, values).toString() })

  return {
    params,
    page: pageNumber(params.get('page')),
    change,
    addressWith,
    pageAddress: (page: number) => addressWith({ page: page === 1 ? null : String(page) }),
  }
}

function changed(before: URLSearchParams, values: Change): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(values)) {
    if (value) after.set(name, value)
    else after.delete(name)
  }
  return after
}

/** A page number from an address; 1 if it is malformed. */
function pageNumber(value: string | null): number {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}
