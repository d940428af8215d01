import type { EditorCourse } from '@rookies/data/catalogue/course-edit'
import { Button } from 'antd'
import { ArrowLeft, EyeOff, Globe, RefreshCw, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../app/person'
import { LeaveGuard } from '../../ui/leave-guard'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { CourseDetails } from './course-details'
import styles from './course-workspace.module.css'
import { useCourseForm } from './use-course-form'
import { EDITOR_STATUS_TOASTS, useCourseStatus } from './use-course-status'

interface CourseWorkspaceProps {
  course: EditorCourse
  refreshing: boolean
  onRefresh: () => void
  /** The course's content. */
  children: ReactNode
}

const FORM_ID = 'course-form'
const ABOVE = [{ label: 'Courses', to: '/admin/courses' }]

/** The editor of a course that is there: what can be done with it, its details, its content. */
export function CourseWorkspace({ course, refreshing, onRefresh, children }: CourseWorkspaceProps) {
  const may = useMay()
  const form = useCourseForm(course)
  const { toggle, busy } = useCourseStatus(EDITOR_STATUS_TOASTS)
  const draft = course.status === 'DRAFT'

  return (
    <>
      <PageHeader
        title={course.title}
        above={ABOVE}
        actions={
          <>
            <LinkButton to="/admin/courses" icon={<ArrowLeft aria-hidden="true" />}>
              Back
            </LinkButton>
            <Button
              icon={<RefreshCw aria-hidden="true" />}
              loading={refreshing}
              onClick={onRefresh}
            >
              Refresh
            </Button>
            {may('courses', 'publish', course) && (
              <Button
                icon={draft ? <Globe aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
                loading={busy}
                onClick={() => toggle(course)}
              >
                {draft ? 'Publish Course' : 'Unpublish Course'}
              </Button>
            )}
            <Button
              type="primary"
              htmlType="submit"
              form={FORM_ID}
              icon={<Save aria-hidden="true" />}
              loading={form.saving}
              disabled={!form.dirty || form.conflict !== null}
            >
              Save Course
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <CourseDetails id={FORM_ID} course={course} form={form} />
        {children}
      </div>
      <LeaveGuard when={form.dirty} />
    </>
  )
}
