import { agreedText, agreedTextUntil } from '@rookies/data/time/agreed-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useNow } from './use-now'
import { useReader } from './use-reader'

interface MomentProps {
  /** ISO date. */
  at: string
  /** The zone of the cohort. */
  zone: string
  /** Whether it says how long it is until then. */
  until?: boolean
  withSeconds?: boolean
}

/** A moment on the clocks of a cohort, and on the reader's own if they show another time (rules/cohorts#moments). */
export function Moment({ at, zone, until = false, withSeconds = false }: MomentProps) {
  const now = useNow()
  const reader = useReader()
  const { text, spoken } = until
    ? agreedTextUntil(at, zone, now, reader)
    : agreedText(at, zone, now, reader, withSeconds)
  return (
    <time dateTime={at}>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </time>
  )
}
