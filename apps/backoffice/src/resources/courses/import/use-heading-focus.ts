import { useEffect, useRef } from 'react'

/** Moves the focus to the heading of a part that has replaced another. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}
