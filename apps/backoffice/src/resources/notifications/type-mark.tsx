import type { NoticeType } from '@rookies/data/notifications/notice'
import { KINDS } from '@rookies/ui/bell/kinds'
import { Flex } from 'antd'

const COLORS: Record<NoticeType, string> = {
  info: 'var(--color-text-muted)',
  success: 'var(--color-accent)',
  warning: 'var(--color-warning)',
  error: 'var(--color-danger)',
}

/** A notification type with icon and name, as in the bell. */
export function TypeMark({ type }: { type: NoticeType }) {
  const { icon: Icon, name } = KINDS[type]
  return (
    <Flex component="span" align="center" gap="small">
      <Icon color={COLORS[type]} aria-hidden="true" />
      {name}
    </Flex>
  )
}
