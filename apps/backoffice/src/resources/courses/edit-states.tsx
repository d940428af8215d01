import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Card } from 'antd'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { useToasts } from '../../app/toasts'
import { LinkButton } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'
import { Waiting } from '../../ui/waiting'

/** Leads to the list with a message, if there is no such course or the person may not see it. */
export function CourseNotFound() {
  const { failed } = useToasts()
  useEffect(() => failed(COURSE_TOASTS.notFound), [failed])
  return (
    <>
      <CourseEditorSkeleton />
      <Navigate to="/admin/courses" replace />
    </>
  )
}

export function CourseEditorFailed({
  retrying,
  onRetry,
}: {
  retrying: boolean
  onRetry: () => void
}) {
  return (
    <>
      <PageTitle name="Error" />
      <ErrorState
        icon={<CloudOff />}
        level={1}
        title={COURSE_TOASTS.loadFailed.text}
        actions={
          <>
            <LinkButton to="/admin/courses">Back to Courses</LinkButton>
            <Button type="primary" loading={retrying} onClick={onRetry}>
              Try Again
            </Button>
          </>
        }
      />
    </>
  )
}

export function CourseEditorSkeleton() {
  return (
    <>
      <h1>
        <VisuallyHidden>Course</VisuallyHidden>
      </h1>
      <Waiting rows={2} />
      <Card loading aria-hidden="true" />
    </>
  )
}
