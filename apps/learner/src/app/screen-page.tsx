import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useData } from '../shared/data-context'
import { usePart } from '../shared/lazy-part'
import { ErrorBoundary } from './error-boundary'
import { prefetchData, type Screen } from './screens'

/** Draws a screen as soon as its code has loaded. An error in the screen leaves the top bar in place. */
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
  // The data is requested in parallel with the code.
  useEffect(
    () => prefetchData(screen, pathname, client, queries),
    [screen, pathname, client, queries],
  )
  return Part && <Part />
}
