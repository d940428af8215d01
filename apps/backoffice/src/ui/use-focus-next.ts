import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns the ref for a part of the page, and a function that focuses an element of that part after the next render. It
 * takes the selector of the element. Lists call it when they add, remove or move a row.
 */
export function useFocusNext<T extends HTMLElement>(): [
  RefObject<T | null>,
  (selector: string) => void,
] {
  const part = useRef<T>(null)
  const [next, setNext] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (next === null) return
    part.current?.querySelector<HTMLElement>(next)?.focus()
    setNext(null)
  }, [next])
  return [part, setNext]
}
