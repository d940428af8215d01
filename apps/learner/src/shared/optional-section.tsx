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
 * A section without which the page still works. If its code does not load, a sentence says which section is missing.
 * The code is requested again when the person presses the button or the connection returns (rules/learning#offline).
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

/** An optional section with the component of one lazy part. It draws nothing until the code of the part has loaded. */
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

/** Renders a lazy part. If its code does not load, the error goes to the nearest error boundary. */
export function Part<P extends object>({ part, props }: PartProps<P>) {
  const Loaded = usePart(part)
  return Loaded && <Loaded {...props} />
}

const watchConnection = (listener: () => void) => onlineManager.subscribe(listener)
const hasConnection = () => onlineManager.isOnline()
