import { useLocation, useSearchParams } from 'react-router-dom'
import { useEventCallback } from '../ui/use-event-callback'

type Change = Record<string, string | null>

/**
 * The state of a list as its address tells it, which is the only place where it is kept: a link to
 * the list is a link to exactly this view, and Back undoes a filter.
 *
 * Why not Refine's `syncWithLocation`: docs/decisions/0014-lists-and-their-address.md.
 *
 * `change` sets parameters and drops those that are null or empty; `replace` leaves no entry in the
 * history, for what changes letter by letter; what is so already leaves none either. It is the same
 * function at each render.
 */
export function useAddressState() {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  // The router has a new setter for each address: with it, every row of a list would be drawn again.
  const change = useEventCallback((values: Change, { replace = false } = {}) => {
    // The router knows the address of the last render: a change made while the next one is drawn would undo the one before.
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

/** A page number in an address; 1 for anything that is none. */
function pageNumber(value: string | null): number {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}
