import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns the width of an element without its padding, in pixels; 0 before it is laid out. */
export function useRoom(): { place: RefObject<HTMLDivElement | null>; room: number } {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const { current } = place
    // Test environments without layout have no ResizeObserver.
    if (!current || !('ResizeObserver' in window)) return
    const observer = new ResizeObserver(([entry]) =>
      setRoom(Math.floor(entry?.contentRect.width ?? 0)),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { place, room }
}
