import { Typography } from 'antd'
import type { ReactNode } from 'react'

const STYLE = { minHeight: '1lh', margin: 'var(--space-3) 0' }

interface StatusLineProps {
  /** Whether it reports a failure. */
  failed?: boolean
  children: ReactNode
}

/** The status of a dialog, announced as it changes. An empty line keeps its height. */
export function StatusLine({ failed = false, children }: StatusLineProps) {
  return (
    <Typography.Paragraph role="status" type={failed ? 'danger' : 'secondary'} style={STYLE}>
      {children}
    </Typography.Paragraph>
  )
}
