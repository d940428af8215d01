import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import styles from './command-palette.module.css'

/** Courses or people are being looked for; what else was found stands above. */
export function OnTheirWay() {
  return (
    <div className={styles.waiting}>
      <VisuallyHidden>Searching...</VisuallyHidden>
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
    </div>
  )
}

/** No answer came. Screens and actions work all the same. */
export function SearchFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.note} role="alert">
      <p className={styles.title}>{text}</p>
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}

export function NothingFound({ text }: { text: string }) {
  return (
    <div className={styles.note}>
      <p className={styles.title}>{`Nothing found for “${text}”`}</p>
      <p>Courses are found by their title, people by name and email. Try fewer words.</p>
    </div>
  )
}
