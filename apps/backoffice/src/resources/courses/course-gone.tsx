import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import { Alert, Button, Flex } from 'antd'
import { RotateCcw } from 'lucide-react'
import { useMay } from '../../app/may'
import { LinkButton } from '../../ui/link-button'
import { useContentActions } from './use-content-actions'

interface CourseGoneProps {
  course: EditorCourse
  /** Whether there are unsaved changes. */
  edited: boolean
}

/** Says that the open course was deleted, and offers to restore it. */
export function CourseGone({ course, edited }: CourseGoneProps) {
  const mayRestore = useMay('courses', 'restore', course)
  const { restore } = useContentActions()
  return (
    <Alert
      type="warning"
      style={BELOW}
      message={<h2>This course was deleted</h2>}
      description={
        <Flex vertical gap="middle">
          <p>
            {edited
              ? 'Your changes are still here. You can save them once the course is restored.'
              : 'You can restore it for 30 days, with everything in it.'}
          </p>
          <Flex wrap gap="small">
            {mayRestore && (
              <Button
                icon={<RotateCcw aria-hidden="true" />}
                loading={restore.isPending}
                onClick={() => restore.mutate({ kind: 'course', id: course.id })}
              >
                Restore Course
              </Button>
            )}
            <LinkButton to="/admin/courses">Back to Courses</LinkButton>
          </Flex>
        </Flex>
      }
    />
  )
}

const BELOW = { marginBlockEnd: 'var(--space-6)' }
