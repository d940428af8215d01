import { communityFailure } from '@rookies/data/communities/community-failure'
import { Button } from '../../ui/button'
import styles from './community-page.module.css'

interface ShowMoreProps {
  /** The query that reads page by page. */
  query: {
    error: Error | null
    fetchNextPage: () => unknown
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
  }
  label: string
  /** The message when reading fails. */
  failure: string
  small?: boolean
}

/** A button that loads the next page, and says when that fails. */
export function ShowMore({ query, label, failure, small = false }: ShowMoreProps) {
  const { error, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  return (
    <div className={styles.older}>
      {isFetchNextPageError && <p role="alert">{communityFailure(failure, error)}</p>}
      <Button small={small} onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
        {isFetchingNextPage ? 'Loading...' : label}
      </Button>
    </div>
  )
}
