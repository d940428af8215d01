import { relativeTime } from '@rookies/data/dates/relative-time'
import dayjs from 'dayjs'

/** How long ago something was, with the exact time on hover. In: an ISO date. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dayjs(at).format('MMM D, YYYY, HH:mm')}>
      {relativeTime(at, Date.now())}
    </time>
  )
}
