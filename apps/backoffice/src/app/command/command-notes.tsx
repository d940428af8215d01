import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Alert, Button, Skeleton } from 'antd'

const NOTE = { padding: 'var(--space-4) var(--space-5)', overflowWrap: 'anywhere' } as const

/** Shown while a search for courses, cohorts or people is pending. */
export function Searching() {
  return (
    <div style={NOTE}>
      <VisuallyHidden>Searching...</VisuallyHidden>
      <Skeleton active title={false} paragraph={{ rows: 2 }} />
    </div>
  )
}

/** Shown when a search has failed. Screens and actions can still be chosen. */
export function SearchFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Alert
      banner
      type="error"
      message={text}
      action={
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}

export function NothingFound({ text }: { text: string }) {
  return (
    <div style={NOTE}>
      <strong>{`Nothing found for “${text}”`}</strong>
      <p>You can search for courses by title and for people by name or email. Try fewer words.</p>
    </div>
  )
}
