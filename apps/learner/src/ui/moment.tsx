import { agreedText, agreedTextUntil } from '@rookies/data/time/agreed-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useNow } from './use-now'
import { useReader } from './use-reader'

interface MomentProps {
  /** ISO date. */
  at: string
  /** The zone of the cohort. */
  zone: string
  /** Whether to add how long it is until the moment. */
  until?: boolean
  withSeconds?: boolean
}

/** A point in time in a cohort's time zone, and in the reader's own if it differs there (rules/cohorts#moments). */
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
