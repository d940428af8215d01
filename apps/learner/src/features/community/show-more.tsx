import { communityFailure } from '@rookies/data/communities/community-failure'
import { Button } from '../../ui/button'
import styles from './community-page.module.css'

interface ShowMoreProps {
  /** What is read page by page. */
  query: {
    error: Error | null
    fetchNextPage: () => unknown
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
  }
  label: string
  /** What is said when it fails. */
  failure: string
  small?: boolean
}

/** Asks for the next page, and says when it could not be read. */
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
