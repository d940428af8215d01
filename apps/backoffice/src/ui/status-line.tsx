import { Typography } from 'antd'
import type { ReactNode } from 'react'

const STYLE = { minHeight: '1lh', margin: 'var(--space-3) 0' }

interface StatusLineProps {
  /** Whether the line reports a failure. */
  failed?: boolean
  children: ReactNode
}

/**
 * The status of a dialog, which screen readers announce when it changes. The line keeps its height while it is empty.
 */
export function StatusLine({ failed = false, children }: StatusLineProps) {
  return (
    <Typography.Paragraph role="status" type={failed ? 'danger' : 'secondary'} style={STYLE}>
      {children}
    </Typography.Paragraph>
  )
}
