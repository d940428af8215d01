import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { Button, Flex } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { retryFailedImports } from './lazy-component'
import { ListFailed } from './list-failed'
import { ReadFailed } from './read-failed'
import { Waiting } from './waiting'

/** Shown where a part of a screen did not load. */
export const PART_MISSING = 'This part could not be loaded.'

/** Offered when another try failed: a browser may cache a failed import as long as the page is open. */
export function ReloadPage({ centred = false }: { centred?: boolean }) {
  return (
    <Button
      style={{ alignSelf: centred ? 'center' : 'flex-start' }}
      onClick={() => location.reload()}
    >
      Reload Page
    </Button>
  )
}

interface LazyBoundaryProps {
  /** Shown while the part loads. */
  waiting: ReactNode
  /** Shown when the part did not load; `tried` is set after a failed retry. */
  missing: (tryAgain: () => void, tried: boolean) => ReactNode
  /** A change of this value renders the part again. */
  place?: unknown
  children: ReactNode
}

/** Goes around components of `lazyComponent`: what is beside it stays, whether or not they load. */
export function LazyBoundary({ waiting, missing, place, children }: LazyBoundaryProps) {
  const [tried, setTried] = useState(false)
  return (
    <Boundary
      place={place}
      onFault={(thrown) => {
        log('error', 'part', String(thrown), thrown)
        retryFailedImports()
      }}
      fallback={(_, retry) =>
        missing(() => {
          setTried(true)
          retry()
        }, tried)
      }
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}

interface LazyPartProps {
  /** Number of placeholder lines while the part loads. */
  rows: number
  /** True if the part is all that a tab shows, so that the error fills the tab. */
  whole?: boolean
  children: ReactNode
}

/**
 * Goes around a lazily loaded part of a screen. If the part does not load, the rest of the screen and its unsaved
 * input stay.
 */
export function LazyPart({ rows, whole = false, children }: LazyPartProps) {
  const Failed = whole ? ListFailed : ReadFailed
  return (
    <LazyBoundary
      waiting={<Waiting rows={rows} />}
      missing={(tryAgain, tried) => (
        <Flex vertical gap="small">
          <Failed title={PART_MISSING} read={{ isFetching: false, refetch: tryAgain }} />
          {tried && <ReloadPage centred={whole} />}
        </Flex>
      )}
    >
      {children}
    </LazyBoundary>
  )
}
