import { Alert, Button } from 'antd'
import { InSight } from './in-sight'

interface SaveFailedProps {
  title: string
  text?: string
  busy?: boolean
  onRetry: () => void
}

/**
 * Says why a save failed; the form beside it keeps its values. Nothing is sent again automatically, because a save
 * whose answer was lost may have succeeded.
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
