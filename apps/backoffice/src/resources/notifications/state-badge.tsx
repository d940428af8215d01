import {
  notificationState,
  type SentNotification,
} from '@rookies/data/notifications/notification-list'
import { momentText } from '@rookies/data/time/moment-text'
import { Flex, Typography } from 'antd'
import { StatusBadge } from '../../ui/status-badge'

/** Says that a notification is scheduled or has ended, with the exact time; nothing while it is visible. */
export function StateBadge({ notification, now }: { notification: SentNotification; now: number }) {
  const { publish_at, expires_at } = notification
  switch (notificationState(notification, now)) {
    case 'scheduled':
      return (
        <Flex wrap align="center" gap="0 8px" component="span">
          <StatusBadge tone="info" label="Scheduled" />
          <Moment word="for" at={publish_at} />
          <Moment word="until" at={expires_at} />
        </Flex>
      )
    case 'ended':
      return (
        <Flex wrap align="center" gap="0 8px" component="span">
          <StatusBadge tone="plain" label="Ended" />
          <Moment word="" at={expires_at} />
        </Flex>
      )
    case 'sent':
      return expires_at === null ? null : (
        <Flex wrap align="center" gap="0 8px" component="span">
          <Moment word="Until" at={expires_at} />
        </Flex>
      )
  }
}

function Moment({ word, at }: { word: string; at: string | null }) {
  if (at === null) return null
  return (
    <Typography.Text type="secondary">
      <time dateTime={at}>{[word, momentText(at)].filter(Boolean).join(' ')}</time>
    </Typography.Text>
  )
}
