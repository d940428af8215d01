import { Flex, Typography } from 'antd'
import type { ReactNode } from 'react'

interface SubjectProps {
  name: string
  /** Further facts that distinguish subjects of the same name. */
  more?: ReactNode
}

const STYLE = {
  marginBottom: 'var(--space-3)',
  padding: 'var(--space-2) var(--space-3)',
  borderRadius: 'var(--radius-s)',
  background: 'var(--color-surface-sunken)',
  overflowWrap: 'anywhere',
} as const

/** Names the record that a dialog is about. */
export function Subject({ name, more }: SubjectProps) {
  return (
    <Flex vertical style={STYLE}>
      <Typography.Text strong>{name}</Typography.Text>
      {more && <Typography.Text type="secondary">{more}</Typography.Text>}
    </Flex>
  )
}
