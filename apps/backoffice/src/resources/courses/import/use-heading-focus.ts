import { useEffect, useRef } from 'react'

/** Takes the focus to the heading of what has just taken the place of something else. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}
