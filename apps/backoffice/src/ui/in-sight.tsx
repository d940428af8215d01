import { type ReactNode, useEffect, useRef } from 'react'

/** When it is scrolled into view, it stays clear of the toast about the failure. */
const ABOVE_TOAST = { scrollMarginBlockEnd: '9rem' } as const

/** Scrolls to its children when they appear, because the button that made them appear may be far away. */
export function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} style={ABOVE_TOAST}>
      {children}
    </div>
  )
}
