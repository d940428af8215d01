import { filterCourses, type GrantableCourse } from '@rookies/data/members/member-access'
import { List, Switch, Typography } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useId, useState } from 'react'
import { SearchField } from '../../ui/search-field'
import { StatusBadge } from '../../ui/status-badge'
import styles from './course-switches.module.css'

interface CourseSwitchesProps {
  courses: readonly GrantableCourse[]
  /** Ids of those that are to be open. */
  wished: { has: (id: string) => boolean }
  onSwitch: (id: string, on: boolean) => void
  /** What else is said of a course that is to be open. */
  more?: ((course: GrantableCourse) => ReactNode) | undefined
}

const WRAPPED = { flexWrap: 'wrap' } as const
const WHOLE_LINE = { flexBasis: '100%' } as const

/** Every course with a switch; a search narrows down which are shown, and loses none that was switched. */
export function CourseSwitches({ courses, wished, onSwitch, more }: CourseSwitchesProps) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const found = filterCourses(courses, typed)
  return (
    <>
      <SearchField label="Search courses..." value={typed} onSearch={setTyped} />
      <List
        size="small"
        rowKey="id"
        dataSource={found}
        locale={{ emptyText: 'No courses found' }}
        renderItem={(course) => (
          <List.Item className={styles.course ?? ''} style={WRAPPED}>
            <label htmlFor={`${id}-${course.id}`}>
              {course.title}
              <Typography.Text type="secondary">
                {[`/${course.slug}`, facts(course)].join(' ')}
              </Typography.Text>
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
            {more && wished.has(course.id) && <div style={WHOLE_LINE}>{more(course)}</div>}
          </List.Item>
        )}
      />
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
