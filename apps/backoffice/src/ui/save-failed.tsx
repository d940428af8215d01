import { Alert, Button } from 'antd'
import { InSight } from './in-sight'

interface SaveFailedProps {
  title: string
  text?: string
  busy?: boolean
  onRetry: () => void
}

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
  return (
    <InSight>
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
    </InSight>
  )
}
