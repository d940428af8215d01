import { memberName } from '@rookies/data/members/member-list'
import type { NotificationKind, SentNotification } from '@rookies/data/notifications/list'
import dayjs from 'dayjs'

/** Types as people read them. */
export const TYPE_LABELS: Record<NotificationKind, string> = {
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
}

/** A moment to the minute, in the reader's time. */
export const exactly = (at: string) => dayjs(at).format('MMM D, YYYY, HH:mm')

/** To whom a notification went, in a few words. */
export function recipientWords({ recipient }: Pick<SentNotification, 'recipient'>): string {
  return recipient ? `${memberName(recipient)} (${recipient.email})` : 'All Members'
}

export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
