import { memberName } from '@rookies/data/members/member-list'
import type { SentNotification } from '@rookies/data/notifications/notification-list'
import dayjs from 'dayjs'

/** A moment to the minute, in the reader's time. */
export const exactly = (at: string) => dayjs(at).format('MMM D, YYYY, HH:mm')

/** To whom a notification went, in a few words. */
export function recipientWords({ recipient }: Pick<SentNotification, 'recipient'>): string {
  return recipient ? `${memberName(recipient)} (${recipient.email})` : 'All Members'
}

export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
