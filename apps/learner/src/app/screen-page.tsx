import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useData } from '../shared/data-context'
import { usePart } from '../shared/lazy-part'
import { ErrorBoundary } from './error-boundary'
import { readAhead, type Screen } from './screens'

/** A screen, as soon as its code is there. What breaks in it leaves the bar above it alone. */
export function ScreenPage({ screen }: { screen: Screen }) {
  return (
    <ErrorBoundary>
      <Page screen={screen} />
    </ErrorBoundary>
  )
}

function Page({ screen }: { screen: Screen }) {
  const Part = usePart(screen.page)
  const client = useData()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  // Beside its code, not after it.
  useEffect(() => readAhead(screen, pathname, client, queries), [screen, pathname, client, queries])
  return Part && <Part />
}
