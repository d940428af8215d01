import type { CatalogueCourse } from '@rookies/data/course-editing/course-list'
import { dayText } from '@rookies/data/time/moment-text'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { Flex } from 'antd'
import { CalendarDays, Link2, Pencil } from 'lucide-react'
import { useMay } from '../../app/may'
import { LinkButton } from '../../ui/link-button'
import { StatusBadge } from '../../ui/status-badge'
import { CourseCardMenu } from './course-card-menu'
import styles from './course-grid.module.css'
import typography from './typography.module.css'

const RAISED = { background: 'var(--color-surface-raised)', boxShadow: 'var(--shadow-1)' }
const SLUG = {
  overflow: 'hidden',
  fontFamily: 'var(--font-mono)',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

/** One course in the catalogue. */
export function CourseCard({ course }: { course: CatalogueCourse }) {
  const mayUpdate = useMay('courses', 'update', course)
  const published = course.status === 'PUBLISHED'
  const headingId = `course-${course.id}`

  return (
    <li style={{ display: 'grid', minWidth: 0 }}>
      <article aria-labelledby={headingId} className={styles.card} style={RAISED}>
        <div className={styles.cover}>
          <Thumbnail title={course.title} src={course.thumbnail_url} />
        </div>
        <Flex align="center" justify="space-between">
          <StatusBadge
            tone={published ? 'live' : 'draft'}
            label={published ? 'Published' : 'Draft'}
          />
          <CourseCardMenu course={course} />
        </Flex>
        <h2 id={headingId} className={`${typography.heading} ${typography.breaks}`}>
          {course.title}
        </h2>
        <Flex align="center" gap="small" className={typography.muted}>
          <CalendarDays aria-hidden="true" />
          <span>
            Updated <time dateTime={course.updated_at}>{dayText(course.updated_at)}</time>
          </span>
        </Flex>
        <Flex flex={1} align="flex-start">
          <p className={`${typography.clamped} ${course.description ? '' : typography.muted}`}>
            {course.description || 'No description provided'}
          </p>
        </Flex>
        <Flex align="center" gap="small" className={typography.muted}>
          <Link2 aria-hidden="true" />
          <span style={SLUG}>{`/courses/${course.slug}`}</span>
        </Flex>
        {mayUpdate && (
          <LinkButton
            block
            to={`/admin/courses/${course.id}`}
            icon={<Pencil aria-hidden="true" />}
            aria-label={`Edit Course: ${course.title}`}
          >
            Edit Course
          </LinkButton>
        )}
      </article>
    </li>
  )
}
