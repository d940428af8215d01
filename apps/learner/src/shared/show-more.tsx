import { Button } from '../ui/button'
import styles from './show-more.module.css'

interface ShowMoreProps {
  /** The query that reads page by page. */
  query: {
    error: Error | null
    fetchNextPage: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
  }
  label: string
  /** The message when reading fails. */
  failure: (thrown: unknown) => string
  small?: boolean
}

/** A button that loads the next page if there is one, and says when that fails. */
export function ShowMore({ query, label, failure, small = false }: ShowMoreProps) {
  const { error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  if (!hasNextPage) return null
  return (
    <div className={styles.more}>
      {isFetchNextPageError && <p role="alert">{failure(error)}</p>}
      <Button small={small} onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
        {isFetchingNextPage ? 'Loading...' : label}
      </Button>
    </div>
  )
}
