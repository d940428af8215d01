import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Skeleton } from 'antd'

interface WaitingProps {
  /** How many lines are on their way. */
  rows: number
  text?: string
}

/** Lines in place of a part that is on its way. */
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
