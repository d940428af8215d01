import { can } from '@rookies/data/access/can'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { Eye, LockKeyhole, LockKeyholeOpen, Pencil } from 'lucide-react'
import { useBoot } from '../../shared/use-boot'
import styles from './preview-bar.module.css'

export interface PreviewBarProps {
  course: CourseOutline
  withAccess: boolean
  onSwitch: (withAccess: boolean) => void
}

/** A bar above a course that the person may edit. It switches between the views with and without access. */
export default function PreviewBar({ course, withAccess, onSwitch }: PreviewBarProps) {
  const boot = useBoot()
  return (
    <section className={styles.bar} aria-label="Preview">
      <p className={styles.text}>
        <Eye aria-hidden="true" />
        <strong>Preview</strong>
        <span>
          {course.status === 'PUBLISHED' ? 'Published' : 'Draft, hidden from users'}. Nothing is
          recorded.
        </span>
      </p>
      <fieldset className={styles.switch} aria-label="View the course">
        <button type="button" aria-pressed={withAccess} onClick={() => onSwitch(true)}>
          <LockKeyholeOpen aria-hidden="true" />
          With access
        </button>
        <button type="button" aria-pressed={!withAccess} onClick={() => onSwitch(false)}>
          <LockKeyhole aria-hidden="true" />
          Without access
        </button>
      </fieldset>
      {can(boot?.permissions, 'admin_panel', 'enter') && (
        <a className={styles.edit} href={`/admin/courses/${course.id}`} aria-label="Edit Course">
          <Pencil aria-hidden="true" />
          <span>Edit Course</span>
        </a>
      )}
    </section>
  )
}
