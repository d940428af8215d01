import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import dayjs from 'dayjs'
import { momentText } from '../ui/moment-text'
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

export const YesOrNo = ({ is }: { is: boolean }) => (is ? 'Yes' : 'No')

/** A day in the same form for everybody: `2027-03-01`. */
export function Day({ of }: { of: string }) {
  return <time dateTime={of}>{dayjs(of).format('MMM D, YYYY')}</time>
}

/** A moment in the reader's time zone. */
export function Moment({ of }: { of: string }) {
  return (
    <time dateTime={of} title={of}>
      {momentText(of)}
    </time>
  )
}

/** A link to an address that people typed. It opens without a referrer. */
export function OutsideLink({ to }: { to: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer noopener">
      {to}
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
