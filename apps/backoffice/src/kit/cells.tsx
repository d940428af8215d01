import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import dayjs from 'dayjs'
import { momentText } from '../ui/moment-text'
import styles from './cells.module.css'

/** A field that is left empty. */
export function Nothing() {
  return (
    <span>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>None</VisuallyHidden>
    </span>
  )
}

export const YesOrNo = ({ is }: { is: boolean }) => (is ? 'Yes' : 'No')

/** A day that is the same everywhere: `2027-03-01`. */
export function Day({ of }: { of: string }) {
  return <time dateTime={of}>{dayjs(of).format('MMM D, YYYY')}</time>
}

/** A moment, by the clock of the person who reads it. */
export function Moment({ of }: { of: string }) {
  return (
    <time dateTime={of} title={of}>
      {momentText(of)}
    </time>
  )
}

/** An address that people typed: it leads away, and tells nothing of where from. */
export function OutsideLink({ to }: { to: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer noopener">
      {to}
    </a>
  )
}

/** A text of several lines, as it was typed. */
export function LongText({ children }: { children: string }) {
  return (
    <p dir="auto" className={styles.long}>
      {children}
    </p>
  )
}
