import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Button } from 'antd'
import { BookOpen, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'

/** The catalogue could not be read. */
export function CoursesFailed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <ErrorState
      icon={<CloudOff />}
      title={COURSE_TOASTS.listFailed.text}
      actions={
        <Button type="primary" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}

/** Nothing matches, or there is nothing yet. */
export function NoCourses({ filtered, create }: { filtered: boolean; create: ReactNode }) {
  return (
    <EmptyState
      icon={<BookOpen />}
      title="No courses found"
      actions={filtered ? undefined : create}
    >
      <p>
        {filtered
          ? 'Try adjusting your search or filters'
          : 'Get started by creating your first course'}
      </p>
    </EmptyState>
  )
}
