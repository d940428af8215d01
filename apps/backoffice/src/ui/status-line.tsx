import { Typography } from 'antd'
import type { ReactNode } from 'react'

const STYLE = { minHeight: '1lh', margin: 'var(--space-3) 0' }

/** The status of a dialog, announced as it changes. An empty line keeps its height. */
export function StatusLine({ children }: { children: ReactNode }) {
  return (
    <Typography.Paragraph role="status" type="secondary" style={STYLE}>
      {children}
    </Typography.Paragraph>
  )
}
