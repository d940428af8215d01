import { isSilence } from '@rookies/data/errors'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button'
import type { OwnRead } from './use-own-read'

interface OwnPartProps<K> extends Omit<OwnRead, 'entries' | 'offline' | 'savedAt'> {
  known: K | undefined
  /** The title if there is no connection. */
  needs: string
  /** The sentence below that title. */
  comes: string
  /** The title if it could not be loaded for another reason. */
  failed: string
  /** The style sheet of the lesson's type. */
  styles: Readonly<Record<string, string>>
  children: (known: K) => ReactNode
}

/** Shows the part of a lesson that belongs to the person, such as their work. The brief does not depend on it. */
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
