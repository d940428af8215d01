import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import { coursePath } from '@rookies/data/course-viewing/paths'
import { Button } from 'antd'
import { ArrowLeft, Download, ExternalLink, EyeOff, Globe, RefreshCw, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../app/may'
import { LeaveGuard } from '../../ui/leave-guard'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { CourseDetails } from './course-details'
import { CourseGone } from './course-gone'
import CourseStatusDialog from './course-status-dialog'
import styles from './course-workspace.module.css'
import { useCourseForm } from './use-course-form'
import { EDITOR_STATUS_TOASTS, useCourseStatus } from './use-course-status'
import { useExportCourse } from './use-export-course'

interface CourseWorkspaceProps {
  course: EditorCourse
  /** Deleted while it was open here. What was typed is still here, and so is the way back. */
  gone: boolean
  /** Reads the course again; fails when that fails. */
  refetch: () => Promise<void>
  refreshing: boolean
  onRefresh: () => void
  /** The course's content. */
  children: ReactNode
}

const FORM_ID = 'course-form'
/** The editor of a course that is there: what can be done with it, its details, its content. */
export function CourseWorkspace(props: CourseWorkspaceProps) {
  const { course, gone, refetch, refreshing, onRefresh, children } = props
  const mayPublish = useMay('courses', 'publish', course)
  const form = useCourseForm(course, refetch)
  const status = useCourseStatus(EDITOR_STATUS_TOASTS)
  const exporting = useExportCourse()
  const draft = course.status === 'DRAFT'

  return (
    <>
      <PageHeader
        title={course.title}
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
            {!gone && (
              <Button
                href={coursePath(course.slug)}
                target="_blank"
                rel="noopener"
                icon={<ExternalLink aria-hidden="true" />}
              >
                Preview
              </Button>
            )}
            {!gone && (
              <Button
                icon={<Download aria-hidden="true" />}
                loading={exporting.busy}
                onClick={() => exporting.start(course.id)}
              >
                Export
              </Button>
            )}
            {!gone && mayPublish && (
              <Button
                icon={draft ? <Globe aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
                onClick={() => status.ask(course)}
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
              disabled={!form.dirty || form.conflict !== null || gone}
            >
              Save Course
            </Button>
          </>
        }
      />
      {gone && <CourseGone course={course} edited={form.dirty} />}
      <div className={styles.columns}>
        <CourseDetails id={FORM_ID} course={course} form={form} />
        {children}
      </div>
      <CourseStatusDialog acts={status} />
      <LeaveGuard when={form.dirty} />
    </>
  )
}
