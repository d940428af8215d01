import { useLocation, useSearchParams } from 'react-router-dom'
import { useEventCallback } from '../ui/use-event-callback'

type Change = Record<string, string | null>

/**
 * The state of a list, which only the address keeps: a link to the list shows the same filters, and Back undoes the
 * last one. docs/decisions/0014-lists-and-their-address.md says why Refine's `syncWithLocation` is not used. `change`
 * sets parameters and removes those that are null or empty. With `replace` it adds no history entry, for values that
 * change with each typed letter. `change` is the same function at each render.
 */
export function useAddressState() {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  // The router's setter is a new function at each address, which would render every row of a list again.
  const change = useEventCallback((values: Change, { replace = false } = {}) => {
    // The router has the address of the last render, so two changes before a render would lose the first one. The
    // window has the current address.
    const before = new URLSearchParams(window.location.search)
    const after = changed(before, values)
    if (after.toString() === before.toString()) return
    setParams(after, { replace, preventScrollReset: true })
  })

  /** Returns the address of this list with these parameters changed. */
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

/** Returns the page number of an address; 1 if it is malformed. */
function pageNumber(value: string | null): number {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}
