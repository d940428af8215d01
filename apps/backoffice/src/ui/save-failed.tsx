import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'

interface SaveFailedProps {
  title: string
  text?: string
  busy?: boolean
  onRetry: () => void
}

/**
 * What could not be saved, beside the form that keeps what was typed. Nothing is sent again by itself:
 * an answer that was lost may have been a yes.
 */
export function SaveFailed({
  title,
  text = 'Nothing that you typed is lost.',
  busy = false,
  onRetry,
}: SaveFailedProps) {
  const place = useRef<HTMLDivElement>(null)
  // The button that saves may stand at the other end.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
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
