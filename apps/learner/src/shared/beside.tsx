import { log } from '@rookies/data/logs/log'
import { mayReloadAgain } from '@rookies/data/stale-build'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../ui/button'
import { type LazyPart, usePart } from './lazy-part'

interface BesideProps {
  /** Begins the sentence that stands in its place: "Your notes". */
  what: string
  /** Where that sentence stands. */
  className?: string | undefined
  children: ReactNode
}

/**
 * What stands beside the thing a page is for, and whose code may not come: the page stays, a line says what is missing,
 * and it is asked for again by hand or with the connection (rules/learning#offline).
 */
export function Beside({ what, className, children }: BesideProps) {
  const online = useSyncExternalStore(watchConnection, hasConnection)
  return (
    <Boundary
      place={online}
      onFault={(thrown) => log('error', 'part', String(thrown), thrown)}
      fallback={(_, retry) => (
        <p role="alert" className={className}>
          {what} could not be loaded.{' '}
          <Button
            small
            onClick={() => {
              mayReloadAgain()
              retry()
            }}
          >
            Try Again
          </Button>
        </p>
      )}
    >
      {children}
    </Boundary>
  )
}

interface PartProps<P> {
  part: LazyPart<P>
  props: P
}

/** A part that stands beside something: nothing until its code is there. */
export function BesidePart<P extends object>({
  part,
  props,
  ...beside
}: PartProps<P> & Omit<BesideProps, 'children'>) {
  return (
    <Beside {...beside}>
      <Part part={part} props={props} />
    </Beside>
  )
}

/** A part where the code around it says what happens without it. */
export function Part<P extends object>({ part, props }: PartProps<P>) {
  const Loaded = usePart(part)
  return Loaded && <Loaded {...props} />
}

const watchConnection = (listener: () => void) => onlineManager.subscribe(listener)
const hasConnection = () => onlineManager.isOnline()
