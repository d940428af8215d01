import { useEffect, useRef } from 'react'

/** Moves the focus to the heading of a part of the screen that has replaced another part. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}
