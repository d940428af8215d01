import { type CourseProgress, overallProgress } from '@rookies/data/members/member-analytics'
import { dayText } from '@rookies/data/time/moment-text'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Card, Flex, List } from 'antd'
import { GraduationCap } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { Ago } from '../ui/ago'
import cells from '../ui/cells.module.css'
import { ProgressLine } from '../ui/progress-line'
import { StatusBadge } from '../ui/status-badge'

interface MemberCoursesProps {
  courses: readonly CourseProgress[]
  /** Called when the reader follows the link to everybody in a course. */
  onFollow?: () => void
}

/** One person's progress in each of their courses. */
export function MemberCourses({ courses, onFollow }: MemberCoursesProps) {
  const overall = overallProgress(courses)
  if (courses.length === 0) {
    return <EmptyState icon={<GraduationCap />} title="No courses assigned" />
  }
  return (
    <>
      {overall.courses > 1 && (
        <Card size="small">
          <p>{`All ${overall.courses} courses`}</p>
          <ProgressLine label="Progress in all courses" {...overall} />
        </Card>
      )}
      <List
        itemLayout="vertical"
        rowKey="id"
        dataSource={[...courses]}
        renderItem={(course) => <CourseLine course={course} onFollow={onFollow} />}
      />
    </>
  )
}

interface CourseLineProps {
  course: CourseProgress
  onFollow: (() => void) | undefined
}

function CourseLine({ course, onFollow }: CourseLineProps) {
  const { id, title, completed, total, last_at } = course
  const panel = useLocation().pathname.startsWith('/admin') ? '/admin' : '/moderator'
  return (
    <List.Item>
      <Flex wrap align="center" justify="space-between" gap="small">
        <h3>
          <Link
            className={cells.name}
            to={`${panel}/analytics?course=${id}`}
            title="Everyone in this course"
            onClick={onFollow}
          >
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <Standing course={course} />
      </Flex>
      <ProgressLine label={`Progress in ${title}`} completed={completed} total={total} />
      <Flex wrap justify="space-between" gap="small" className={cells.fact}>
        <small>
          {last_at ? (
            <>
              {'Last activity '}
              <Ago at={last_at} />
            </>
          ) : (
            'Not started'
          )}
        </small>
        {course.access === 'OPEN' && course.expires_at && (
          <small>{`Access until ${dayText(course.expires_at)}`}</small>
        )}
      </Flex>
    </List.Item>
  )
}

/** Says why the person cannot open the course; renders nothing if the person can. */
function Standing({ course: { access, expires_at, published } }: { course: CourseProgress }) {
  if (access === 'REVOKED') return <StatusBadge tone="plain" label="Access revoked" />
  if (access === 'ENDED') {
    return (
      <StatusBadge
        tone="plain"
        label={expires_at ? `Access ended ${dayText(expires_at)}` : 'Access ended'}
      />
    )
  }
  return published ? null : <StatusBadge tone="draft" label="Not published" />
}
