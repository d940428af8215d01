import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Card, Flex } from 'antd'
import { CloudOff, SearchX } from 'lucide-react'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { PageTitle } from '../../ui/page-title'
import { Waiting } from '../../ui/waiting'

/** Shown if there is no such course, or the person may not see it. */
export function CourseNotFound() {
  return (
    <>
      <PageHeader title={COURSE_MESSAGES.notFound.text} />
      <EmptyState
        icon={<SearchX />}
        title="There is no such course"
        actions={<LinkButton to="/admin/courses">Back to Courses</LinkButton>}
      >
        <p>It was deleted for good, or its address is wrong.</p>
      </EmptyState>
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
        title={COURSE_MESSAGES.loadFailed.text}
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
      <Flex vertical gap="large">
        <Waiting rows={2} />
        <Card loading aria-hidden="true" />
      </Flex>
    </>
  )
}
