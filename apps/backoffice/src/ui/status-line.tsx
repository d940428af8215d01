import { Typography } from 'antd'
import type { ReactNode } from 'react'

const STYLE = { minHeight: '1lh', margin: 'var(--space-3) 0' }

/** How things stand in a dialog, told as it changes; its place is kept while there is nothing to say. */
export function StatusLine({ children }: { children: ReactNode }) {
  return (
    <Typography.Paragraph role="status" type="secondary" style={STYLE}>
      {children}
    </Typography.Paragraph>
  )
}
