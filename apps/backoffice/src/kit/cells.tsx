import { dayText, momentText, timeText } from '@rookies/data/time/moment-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import styles from './cells.module.css'

/** Shown in place of an empty field. */
export function Nothing() {
  return (
    <span>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>None</VisuallyHidden>
    </span>
  )
}

/** A day and time in the reader's time zone, on one line. In a narrow table, only the tooltip has the time. */
export function Moment({ of, withSeconds = false }: { of: string; withSeconds?: boolean }) {
  return (
    <time className={styles.moment} dateTime={of} title={momentText(of, withSeconds)}>
      {dayText(of)}
      <span className={styles.clock}>, {timeText(of, withSeconds)}</span>
    </time>
  )
}

/** Like `Moment`, but with the time at every width, for lists in which the hour matters. */
export function WholeMoment({ of }: { of: string }) {
  return (
    <time className={styles.moment} dateTime={of}>
      {momentText(of)}
    </time>
  )
}

/** The width of a table's column of `Moment`: only a wide table has room for the time. */
export const MOMENT_WIDTH = 'clamp(8.25rem, (100cqi - 63rem) * 100, 11.5rem)'

/** A link to an address that somebody typed. It opens in a new tab, and sends no referrer. */
export function OutsideLink({ to, children = to }: { to: string; children?: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  )
}

/** A text of several lines; keeps its line breaks. */
export function LongText({ children }: { children: string }) {
  return (
    <p dir="auto" className={styles.long}>
      {children}
    </p>
  )
}
