import { Alert, Button } from 'antd'

interface ReadFailedProps {
  title: string
  retrying: boolean
  onRetry: () => void
}

/** Replaces a part that could not be read; offers another try. */
export function ReadFailed({ title, retrying, onRetry }: ReadFailedProps) {
  return (
    <Alert
      type="error"
      message={title}
      action={
        <Button size="small" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}
