import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Card, Skeleton } from 'antd'

/** Placeholder lines while a list loads. */
export function ListSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">Loading...</span>
      </VisuallyHidden>
      <Card aria-hidden="true">
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </Card>
    </div>
  )
}
