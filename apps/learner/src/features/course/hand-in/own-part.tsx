import { isSilence } from '@rookies/data/errors'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button'
import type { OwnRead } from './use-own-read'

interface OwnPartProps<K> extends Omit<OwnRead, 'entries' | 'offline'> {
  known: K | undefined
  /** What is said if it could not be loaded: without a connection, and for any other reason. */
  needs: string
  comes: string
  failed: string
  /** The styles of the lesson. */
  styles: Readonly<Record<string, string>>
  children: (known: K) => ReactNode
}

/** The person's own part of a lesson. The brief is shown whether or not this part could be loaded. */
export function OwnPart<K>(props: OwnPartProps<K>) {
  const { known, needs, comes, failed, error, busy, retry, styles, children } = props
  if (known) return children(known)
  if (!error) return <Skeleton className={styles.ghost} />
  return (
    <div role="alert" className={styles.card}>
      <p className={styles.strong}>{isSilence(error) ? needs : failed}</p>
      <p className={styles.muted}>
        {`The brief is here. ${isSilence(error) ? comes : 'Please try again in a moment.'}`}
      </p>
      <div>
        <Button small onClick={retry} disabled={busy}>
          Try Again
        </Button>
      </div>
    </div>
  )
}
