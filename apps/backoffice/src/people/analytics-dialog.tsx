import { useOne } from '@refinedev/core'
import {
  type CourseProgress,
  type MemberAnalytics,
  overallProgress,
} from '@rookies/data/members/member-analytics'
import { type Member, memberName } from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { GraduationCap } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { toast } from '../app/notification-provider'
import { Ago } from '../ui/ago'
import { Modal } from '../ui/modal'
import { StatusBadge } from '../ui/status-badge'
import { SwitchesSkeleton } from './access-dialog'
import styles from './analytics.module.css'
import { ProgressLine } from './progress-line'

interface AnalyticsDialogProps {
  member: Pick<Member, 'id' | 'name' | 'email'>
  onClose: () => void
}

/** Member Analytics: how far one person has come in each of their courses. */
export function AnalyticsDialog({ member, onClose }: AnalyticsDialogProps) {
  const { query: progress, result } = useOne<MemberAnalytics>({
    resource: 'analytics',
    id: member.id,
    // They may be studying at this moment.
    queryOptions: { staleTime: 0 },
    errorNotification: toast(MEMBER_TOASTS.analyticsFailed, 'error'),
  })
  const courses = result?.courses
  const overall = overallProgress(courses ?? [])
  return (
    <Modal
      open
      size="form"
      title="Member Analytics"
      onClose={onClose}
      actions={
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className={styles.subject}>
        <strong>{memberName(member)}</strong> <span>{member.email}</span>
      </p>
      {progress.isPending && <SwitchesSkeleton />}
      {progress.isError && !courses && (
        <p role="alert" className={styles.failed}>
          {MEMBER_TOASTS.analyticsFailed.text}{' '}
          <Button size="small" loading={progress.isFetching} onClick={() => progress.refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {courses?.length === 0 && (
        <p className={styles.nothing}>
          <GraduationCap aria-hidden="true" />
          No courses assigned
        </p>
      )}
      {courses && courses.length > 0 && (
        <>
          {overall.courses > 1 && (
            <div className={styles.overall}>
              <p>{`All ${overall.courses} courses`}</p>
              <ProgressLine label="Progress in all courses" {...overall} />
            </div>
          )}
          <ul className={styles.courses}>
            {courses.map((course) => (
              <CourseLine key={course.id} course={course} onFollow={onClose} />
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

interface CourseLineProps {
  course: CourseProgress
  /** The way to everybody in the course was taken. */
  onFollow: () => void
}

function CourseLine({ course, onFollow }: CourseLineProps) {
  const { id, title, completed, total, last_at } = course
  const panel = useLocation().pathname.startsWith('/admin') ? '/admin' : '/moderator'
  return (
    <li className={styles.course}>
      <div className={styles.heading}>
        <h3 className={styles.title}>
          <Link
            to={`${panel}/analytics?course=${id}`}
            title="Everybody in this course"
            onClick={onFollow}
          >
            {title}
          </Link>
        </h3>
        <Standing course={course} />
      </div>
      <ProgressLine label={`Progress in ${title}`} completed={completed} total={total} />
      <p className={styles.activity}>
        {last_at ? (
          <>
            {'Last activity '}
            <Ago at={last_at} />
          </>
        ) : (
          'Not started'
        )}
        {course.access === 'OPEN' && course.expires_at && (
          <span>{`Access until ${day(course.expires_at)}`}</span>
        )}
      </p>
    </li>
  )
}

/** What stands between the person and the course, where something does. */
function Standing({ course: { access, expires_at, published } }: { course: CourseProgress }) {
  if (access === 'REVOKED') return <StatusBadge tone="plain" label="Access revoked" />
  if (access === 'ENDED') {
    return (
      <StatusBadge
        tone="plain"
        label={expires_at ? `Access ended ${day(expires_at)}` : 'Access ended'}
      />
    )
  }
  return published ? null : <StatusBadge tone="draft" label="Not published" />
}

const day = (at: string) => dayjs(at).format('MMM D, YYYY')
