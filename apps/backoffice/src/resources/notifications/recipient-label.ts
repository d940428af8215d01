import { memberName } from '@rookies/data/members/member-list'
import type { SentNotification } from '@rookies/data/notifications/notification-list'

/** A notification's recipient, as a label. */
export function recipientLabel({ recipient }: Pick<SentNotification, 'recipient'>): string {
  return recipient ? `${memberName(recipient)} (${recipient.email})` : 'All Members'
}
