import { Tag, type TagProps } from 'antd'

export type StatusTone = 'live' | 'draft' | 'info' | 'plain' | 'danger'

const COLOURS: Record<StatusTone, NonNullable<TagProps['color']>> = {
  live: 'success',
  draft: 'warning',
  info: 'processing',
  plain: 'default',
  danger: 'error',
}

interface StatusBadgeProps {
  /** The colours of the badge. */
  tone: StatusTone
  label: string
}

/** A label in a coloured pill. The label alone carries the meaning; the colour only repeats it. */
export function StatusBadge({ tone, label }: StatusBadgeProps) {
  return (
    <Tag color={COLOURS[tone]} bordered={false}>
      {label}
    </Tag>
  )
}
