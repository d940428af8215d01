import { filterCourses, type GrantableCourse } from '@rookies/data/members/member-access'
import { Switch } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { SearchField } from '../ui/search-field'
import { StatusBadge } from '../ui/status-badge'
import styles from './access-dialog.module.css'

interface CourseSwitchesProps {
  courses: readonly GrantableCourse[]
  /** Ids of those that are to be open. */
  wished: ReadonlySet<string>
  onSwitch: (id: string, on: boolean) => void
}

/** Every course with a switch; a search narrows down which are shown, and loses none that was switched. */
export function CourseSwitches({ courses, wished, onSwitch }: CourseSwitchesProps) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const found = filterCourses(courses, typed)
  return (
    <>
      <div className={styles.search}>
        <SearchField label="Search courses..." value={typed} onSearch={setTyped} />
      </div>
      {found.length === 0 && <p className={styles.nothing}>No courses found</p>}
      <ul className={styles.courses}>
        {found.map((course) => (
          <li key={course.id} className={styles.course}>
            <label htmlFor={`${id}-${course.id}`} className={styles.words}>
              <span className={styles.title}>{course.title}</span>
              <span className={styles.facts}>
                <code>{`/${course.slug}`}</code>
                {facts(course)}
              </span>
            </label>
            <StatusBadge
              tone={course.status === 'PUBLISHED' ? 'live' : 'draft'}
              label={course.status === 'PUBLISHED' ? 'Published' : 'Draft'}
            />
            <Switch
              id={`${id}-${course.id}`}
              checked={wished.has(course.id)}
              onChange={(on) => onSwitch(course.id, on)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** How they came to a course, and until when, where that is not the ordinary case. */
function facts({ source, granted, expires_at }: GrantableCourse): string {
  const came = source === 'PURCHASE' ? 'bought' : source === 'INVITE' ? 'by invite' : ''
  const day = expires_at && dayjs(expires_at).format('MMM D, YYYY')
  const end = day ? (granted ? `until ${day}` : `ended ${day}`) : ''
  return [came, end].filter(Boolean).join(', ')
}
