import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { Button, Flex } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { retryFailedImports } from './lazy-component'
import { ListFailed } from './list-failed'
import { ReadFailed } from './read-failed'
import { Waiting } from './waiting'

/** Shown in place of a part of a screen that could not be loaded. */
export const PART_MISSING = 'This part could not be loaded.'

/** Offers to reload the page after a retry has failed: a browser may cache a failed import until the page reloads. */
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
  /** Renders the error of a part that could not be loaded; `tried` is true after a failed retry. */
  missing: (tryAgain: () => void, tried: boolean) => ReactNode
  /** The part is rendered again when this value changes. */
  place?: unknown
  children: ReactNode
}

/** Surrounds components of `lazyComponent`. While they load or if they fail, the content outside is not affected. */
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
  /** Whether the part fills a tab, so that the error has to fill it too. */
  whole?: boolean
  children: ReactNode
}

/**
 * Surrounds a part of a screen that loads on demand. If the part fails to load, the rest of the screen and its
 * unsaved text stay.
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
