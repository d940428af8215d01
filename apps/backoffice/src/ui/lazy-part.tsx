import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { Button, Flex } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { retryFailedImports } from './lazy-component'
import { ReadFailed } from './read-failed'
import { Waiting } from './waiting'

/** Said where a part of a screen did not come. */
export const PART_MISSING = 'This part could not be loaded.'

/** Offered where asking again has not helped: a browser may remember for as long as a page is open what did not come. */
export function ReloadPage() {
  return (
    <Button style={{ alignSelf: 'flex-start' }} onClick={() => location.reload()}>
      Reload Page
    </Button>
  )
}

interface LazyBoundaryProps {
  /** What stands for the part while it is on its way. */
  waiting: ReactNode
  /** The same where it did not come; `tried` when it was asked for again in vain. */
  missing: (tryAgain: () => void, tried: boolean) => ReactNode
  /** A change of it draws the part once more. */
  place?: unknown
  children: ReactNode
}

/** Around what `lazyComponent` makes: what is beside it stays, whether it comes or not. */
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
  /** How many lines stand for it while it is on its way. */
  rows: number
  children: ReactNode
}

/** Around a part of a screen that is fetched when it is first shown: without it the rest stays, and what was typed there. */
export function LazyPart({ rows, children }: LazyPartProps) {
  return (
    <LazyBoundary
      waiting={<Waiting rows={rows} />}
      missing={(tryAgain, tried) => (
        <Flex vertical gap="small">
          <ReadFailed title={PART_MISSING} retrying={false} onRetry={tryAgain} />
          {tried && <ReloadPage />}
        </Flex>
      )}
    >
      {children}
    </LazyBoundary>
  )
}
