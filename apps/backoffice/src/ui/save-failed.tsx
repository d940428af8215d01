import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'

interface SaveFailedProps {
  title: string
  text?: string
  busy?: boolean
  onRetry: () => void
}

/** When it is scrolled into view, it stays clear of the toast about the failure. */
const ABOVE_TOASTS = { scrollMarginBlockEnd: '9rem' } as const

/**
 * Shows why a save failed, beside the form that keeps what was typed. Nothing is sent again automatically, because
 * a save may have succeeded although its answer was lost.
 */
export function SaveFailed({
  title,
  text = 'Nothing that you typed is lost.',
  busy = false,
  onRetry,
}: SaveFailedProps) {
  const place = useRef<HTMLDivElement>(null)
  // The save button may be far away.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} style={ABOVE_TOASTS}>
      <Alert
        type="error"
        message={title}
        description={text}
        action={
          <Button size="small" loading={busy} onClick={onRetry}>
            Try Again
          </Button>
        }
      />
    </div>
  )
}
