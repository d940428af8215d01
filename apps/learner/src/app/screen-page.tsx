import { usePart } from '../shared/lazy-part'
import { ErrorBoundary } from './error-boundary'
import type { Screen } from './screens'

/** A screen, as soon as its code is there. What breaks in it leaves the bar above it alone. */
export function ScreenPage({ part }: { part: Screen['page'] }) {
  return (
    <ErrorBoundary>
      <Page part={part} />
    </ErrorBoundary>
  )
}

function Page({ part }: { part: Screen['page'] }) {
  const Part = usePart(part)
  return Part && <Part />
}
