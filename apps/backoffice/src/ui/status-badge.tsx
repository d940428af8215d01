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
  /** How it looks; what it says is the label. */
  tone: StatusTone
  label: string
}

/** A word in a coloured pill. The colour only repeats what the word says. */
export function StatusBadge({ tone, label }: StatusBadgeProps) {
  return (
    <Tag color={COLOURS[tone]} bordered={false}>
      {label}
    </Tag>
  )
}
