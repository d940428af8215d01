import { serverNow } from '@rookies/data/server-clock'
import { momentText, relativeTime } from '@rookies/data/time/moment-text'

/** The time since an ISO date, with the exact date as a tooltip. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {relativeTime(at, serverNow())}
    </time>
  )
}
