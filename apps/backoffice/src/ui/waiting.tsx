import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Skeleton } from 'antd'

interface WaitingProps {
  /** Number of placeholder lines. */
  rows: number
  text?: string
}

/** Placeholder lines for a part of a screen that is loading. */
export function Waiting({ rows, text = 'Loading...' }: WaitingProps) {
  return (
    <div role="status">
      <VisuallyHidden>{text}</VisuallyHidden>
      <div aria-hidden="true">
        <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
      </div>
    </div>
  )
}
