import { log } from '@rookies/data/logs/log'
import { mayReloadAgain } from '@rookies/data/stale-build'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../ui/button'
import { type LazyPart, usePart } from './lazy-part'

interface OptionalSectionProps {
  /** The subject of the sentence that is shown instead of the section, for example "Your notes". */
  subject: string
  /** The class of the element around that sentence. */
  className?: string | undefined
  children: ReactNode
}

/**
 * A section that the page can do without. If its code does not load, the page stays, a sentence names what is
 * missing, and the code is requested again when the person asks or the connection returns (rules/learning#offline).
 */
export function OptionalSection({ subject, className, children }: OptionalSectionProps) {
  const online = useSyncExternalStore(watchConnection, hasConnection)
  return (
    <Boundary
      place={online}
      onFault={(thrown) => log('error', 'part', String(thrown), thrown)}
      fallback={(_, retry) => (
        <p role="alert" className={className}>
          {subject} could not be loaded.{' '}
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

/** An optional section of one lazy part. It draws nothing until the code of the part has loaded. */
export function OptionalPart<P extends object>({
  part,
  props,
  ...beside
}: PartProps<P> & Omit<OptionalSectionProps, 'children'>) {
  return (
    <OptionalSection {...beside}>
      <Part part={part} props={props} />
    </OptionalSection>
  )
}

/** A lazy part without a fallback of its own: the nearest error boundary handles code that does not load. */
export function Part<P extends object>({ part, props }: PartProps<P>) {
  const Loaded = usePart(part)
  return Loaded && <Loaded {...props} />
}

const watchConnection = (listener: () => void) => onlineManager.subscribe(listener)
const hasConnection = () => onlineManager.isOnline()
