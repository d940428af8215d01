import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

type Change = Record<string, string | null>

/**
 * The state of a list as its address tells it, which is the only place where it is kept: a link to
 * the list is a link to exactly this view, and Back undoes a filter.
 *
 * `change` sets parameters and drops those that are null or empty; `replace` leaves no entry in the
 * history, for what changes letter by letter. It is the same function at each render.
 */
export function useAddressState() {
  const [params, setParams] = useSearchParams()
  // The router makes a new one for each address: with it, every row of a list would be drawn again.
  const latest = useRef(setParams)
  useLayoutEffect(() => {
    latest.current = setParams
  })

  const change = useCallback((values: Change, { replace = false } = {}) => {
    latest.current(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace, preventScrollReset: true },
    )
  }, [])

  return { params, change }
}

/** A page number in an address; 1 for anything that is none. */
export function pageNumber(value: string | null): number {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}
