import { relativeTime } from '@rookies/data/dates/relative-time'
import { serverNow } from '@rookies/data/server-clock'
import { momentText } from './moment-text'

/** How long ago something was, with the exact time on hover. In: an ISO date. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {relativeTime(at, serverNow())}
    </time>
  )
}
