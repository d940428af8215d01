import { memberName } from '@rookies/data/members/member-list'
import type { SentNotification } from '@rookies/data/notifications/notification-list'

/** To whom a notification went, in a few words. */
export function recipientWords({ recipient }: Pick<SentNotification, 'recipient'>): string {
  return recipient ? `${memberName(recipient)} (${recipient.email})` : 'All Members'
}
