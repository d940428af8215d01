import type { CatalogueCourse } from '@rookies/data/course-editing/course-list'
import { CalendarDays, Link2, Pencil } from 'lucide-react'
import { useMay } from '../../app/may'
import { LinkButton } from '../../ui/link-button'
import { StatusBadge } from '../../ui/status-badge'
import styles from './course-card.module.css'
import { CourseCardMenu } from './course-card-menu'

const updatedOn = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/** One course in the catalogue, with everything that is told of one at a glance. */
export function CourseCard({ course }: { course: CatalogueCourse }) {
  const mayUpdate = useMay('courses', 'update', course)
  const published = course.status === 'PUBLISHED'
  const headingId = `course-${course.id}`

  return (
    <li>
      <article className={styles.card} aria-labelledby={headingId}>
        <header className={styles.top}>
          <StatusBadge
            tone={published ? 'live' : 'draft'}
            label={published ? 'Published' : 'Draft'}
          />
          <CourseCardMenu course={course} />
        </header>
        <h2 id={headingId} className={styles.title}>
          {course.title}
        </h2>
        <p className={styles.fact}>
          <CalendarDays aria-hidden="true" />
          <span>
            Updated{' '}
            <time dateTime={course.updated_at}>
              {updatedOn.format(new Date(course.updated_at))}
            </time>
          </span>
        </p>
        <p className={course.description ? styles.description : styles.noDescription}>
          {course.description || 'No description provided'}
        </p>
        <p className={styles.fact}>
          <Link2 aria-hidden="true" />
          <span className={styles.slug}>{`/courses/${course.slug}`}</span>
        </p>
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
