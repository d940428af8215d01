import { Alert, Button } from 'antd'

interface ReadFailedProps {
  title: string
  read: { isFetching: boolean; refetch: () => unknown }
}

/** Shown in place of a part of a screen that could not be read; offers another try. */
export function ReadFailed({ title, read }: ReadFailedProps) {
  return (
    <Alert
      type="error"
      message={title}
      action={
        <Button size="small" loading={read.isFetching} onClick={() => read.refetch()}>
          Try Again
        </Button>
      }
    />
  )
}
