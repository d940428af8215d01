import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { Button, Flex } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { askFailedAgain } from './late'
import { ReadFailed } from './read-failed'
import { Waiting } from './waiting'

/** Said where a part of a screen did not come. */
export const PART_MISSING = 'This part could not be loaded.'

/** Notes that a part did not come, and that the next drawing may ask for it. */
export function notePartMissing(thrown: unknown): void {
  log('error', 'part', String(thrown), thrown)
  askFailedAgain()
}

/** Offered where asking again has not helped: a browser may remember for as long as a page is open what did not come. */
export function ReloadPage() {
  return <Button onClick={() => location.reload()}>Reload Page</Button>
}

interface LatePartProps {
  /** How many lines stand for it while it is on its way. */
  rows: number
  children: ReactNode
}

/** Around a part of a screen that is fetched when it is first shown: without it the rest stays, and what was typed there. */
export function LatePart({ rows, children }: LatePartProps) {
  const [tries, setTries] = useState(0)
  return (
    <Boundary
      onFault={notePartMissing}
      fallback={(_, retry) => (
        <Flex vertical align="flex-start" gap="small">
          <ReadFailed
            title={PART_MISSING}
            retrying={false}
            onRetry={() => {
              setTries(tries + 1)
              retry()
            }}
          />
          {tries > 0 && <ReloadPage />}
        </Flex>
      )}
    >
      <Suspense fallback={<Waiting rows={rows} />}>{children}</Suspense>
    </Boundary>
  )
}
