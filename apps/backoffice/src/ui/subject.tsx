import { Flex, Typography } from 'antd'
import type { ReactNode } from 'react'

interface SubjectProps {
  name: string
  /** Tells the subject from others of the same name, or adds to it. */
  more?: ReactNode
}

const STYLE = {
  marginBottom: 'var(--space-3)',
  padding: 'var(--space-2) var(--space-3)',
  borderRadius: 'var(--radius-s)',
  background: 'var(--color-surface-sunken)',
  overflowWrap: 'anywhere',
} as const

/** The subject of a dialog. */
export function Subject({ name, more }: SubjectProps) {
  return (
    <Flex vertical style={STYLE}>
      <Typography.Text strong>{name}</Typography.Text>
      {more && <Typography.Text type="secondary">{more}</Typography.Text>}
    </Flex>
  )
}
