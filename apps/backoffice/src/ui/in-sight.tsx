import { type ReactNode, useEffect, useRef } from 'react'

/** Leaves room for the toast about the failure when the children are scrolled into view. */
const ABOVE_TOAST = { scrollMarginBlockEnd: '9rem' } as const

/** Scrolls to its children when they appear, because the pressed button may be far away from them. */
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
