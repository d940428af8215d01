import { LIBRARY_PATH } from '@rookies/data/access/home'
import { toDataError } from '@rookies/data/errors'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button'
import styles from './search-notes.module.css'

/** Shown before anything is typed. */
export function SearchHint() {
  return (
    <p className={styles.note}>
      Type at least two letters. The search covers titles, descriptions and the text of lessons that
      you can open, and the questions and answers there.
    </p>
  )
}

/** Shown until the first answer arrives. After that, the last answer stays until the next one arrives. */
export function Searching() {
  return <p className={styles.note}>Searching…</p>
}

/** Shown when nothing was found, with advice. */
export function NothingFound({ text, onLeave }: { text: string; onLeave: () => void }) {
  return (
    <div className={styles.note}>
      <p className={styles.title}>Nothing found for “{text}”</p>
      <ul className={styles.ideas}>
        <li>Check the spelling, or type only the beginning of a word.</li>
        <li>Try fewer words, or a more general one.</li>
        <li>The search covers only courses and lessons that you can open.</li>
      </ul>
      <Link to={LIBRARY_PATH} onClick={onLeave}>
        Go to your courses
      </Link>
    </div>
  )
}

/** Shown when no answer came. The field keeps what was typed. */
export function SearchFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const offline = !navigator.onLine || toDataError(error).code === 'NETWORK'
  return (
    <div className={styles.note} role="alert">
      <p className={styles.title}>{offline ? 'You are offline' : 'Search failed'}</p>
      <p>
        {offline
          ? 'The search needs a connection. What you typed stays here.'
          : 'Something went wrong on our side. Please try again.'}
      </p>
      <Button small onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
