import { useEffect, useState } from 'react'
import { Button } from '../ui/button'
import styles from './show-more.module.css'

interface ShowMoreProps {
  /** The query that reads page by page. */
  query: {
    error: Error | null
    errorUpdateCount: number
    fetchNextPage: () => unknown
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
  }
  /** How many rows are shown. */
  shown: number
  label: string
  /** The message when reading fails. */
  failure: (thrown: unknown) => string
  small?: boolean
  /** Whether the page needs a row that is not loaded yet. Pages are then loaded without a press until one fails. */
  wanted?: boolean
}

/** A button that loads the next page, with a message if that fails. Draws nothing if there is no next page. */
export function ShowMore({
  query,
  shown,
  label,
  failure,
  small = false,
  wanted = false,
}: ShowMoreProps) {
  const { error, errorUpdateCount: errors, fetchNextPage, hasNextPage, isFetching } = query
  const [asked, setAsked] = useState<{ shown: number; errors: number } | null>(null)
  // The error of the next page is stored here, because the query drops it when the list is read again.
  const [pageError, setFailed] = useState<Error | null>(null)
  if (asked && shown > asked.shown) setAsked(null)
  else if (asked && !isFetching && query.isFetchNextPageError && errors > asked.errors) {
    setAsked(null)
    setFailed(error)
  } else if (wanted && hasNextPage && !asked && !pageError) setAsked({ shown, errors })
  // A live change reads the list again, which cancels the request of the next page. That page is then requested again.
  const due = asked !== null && hasNextPage && !isFetching
  useEffect(() => {
    if (due) void fetchNextPage()
  }, [due, fetchNextPage])
  if (!hasNextPage) return null
  const shownError = asked ? null : (pageError ?? (query.isFetchNextPageError ? error : null))
  return (
    <div className={styles.more}>
      {shownError && <p role="alert">{failure(shownError)}</p>}
      <Button
        small={small}
        onClick={() => {
          setFailed(null)
          setAsked({ shown, errors })
        }}
        disabled={asked !== null}
      >
        {asked ? 'Loading...' : label}
      </Button>
    </div>
  )
}
