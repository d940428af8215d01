import { relativeTime } from '@rookies/data/dates/relative-time'
import { momentText } from './moment-text'

/** How long ago something was, with the exact time on hover. In: an ISO date. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {relativeTime(at, Date.now())}
    </time>
  )
}
