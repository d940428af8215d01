import { filterCourses, type GrantableCourse } from '@rookies/data/members/member-access'
import { dayText } from '@rookies/data/time/moment-text'
import { Flex, List, Switch, Typography } from 'antd'
import { memo, type ReactNode, useId, useState } from 'react'
import { CohortLink } from '../app/cohort-link'
import { SearchField } from '../ui/search-field'
import { StatusBadge } from '../ui/status-badge'
import { useEventCallback } from '../ui/use-event-callback'
import styles from './course-switches.module.css'

interface CourseSwitchesProps {
  courses: readonly GrantableCourse[]
  /** Ids of the selected courses. */
  selected: { has: (id: string) => boolean }
  onSwitch: (id: string, on: boolean) => void
  /** Renders additional content for a selected course. */
  more?: ((course: GrantableCourse) => ReactNode) | undefined
}

const WRAPPED = { flexWrap: 'wrap' } as const
const WHOLE_LINE = { flexBasis: '100%' } as const

/** Every course with a switch. The search hides courses but does not change their switches. */
export function CourseSwitches({ courses, selected, onSwitch, more }: CourseSwitchesProps) {
  const [typed, setTyped] = useState('')
  const found = filterCourses(courses, typed)
  // A stable callback lets memoized lines skip rendering when only one of hundreds changes.
  const switchCourse = useEventCallback(onSwitch)
  return (
    <Flex vertical gap="small">
      <SearchField label="Search courses..." value={typed} onSearch={setTyped} />
      <List
        size="small"
        rowKey="id"
        dataSource={found}
        locale={{ emptyText: 'No courses found' }}
        renderItem={(course) => {
          const on = selected.has(course.id)
          return (
            <CourseLine
              course={course}
              on={on}
              onSwitch={switchCourse}
              more={on && more?.(course)}
            />
          )
        }}
      />
    </Flex>
  )
}

interface CourseLineProps {
  course: GrantableCourse
  on: boolean
  onSwitch: (id: string, on: boolean) => void
  more: ReactNode
}

const CourseLine = memo(function CourseLine({ course, on, onSwitch, more }: CourseLineProps) {
  const id = useId()
  // Grants through a cohort end with the membership there, so no switch revokes them (rules/cohorts#grants).
  const { cohorts = [] } = course
  return (
    <List.Item className={styles.course ?? ''} style={WRAPPED}>
      <label htmlFor={id}>
        <bdi>{course.title}</bdi>
        <Typography.Text type="secondary">
          {[`/${course.slug}`, facts(course)].join(' ')}
        </Typography.Text>
      </label>
      <StatusBadge
        tone={course.status === 'PUBLISHED' ? 'live' : 'draft'}
        label={course.status === 'PUBLISHED' ? 'Published' : 'Draft'}
      />
      <Switch id={id} checked={on} onChange={(wanted) => onSwitch(course.id, wanted)} />
      {more && <div style={WHOLE_LINE}>{more}</div>}
      {cohorts.length > 0 && (
        <Typography.Text type="secondary" style={WHOLE_LINE}>
          {'Through '}
          {cohorts.map(({ id, title, expires_at }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <CohortLink id={id}>{title}</CohortLink>
              {expires_at && ` until ${dayText(expires_at)}`}
            </span>
          ))}
        </Typography.Text>
      )}
    </List.Item>
  )
})

/** The source and the last day of a person's access, as far as they differ from the default. */
function facts({ source, granted, expires_at }: GrantableCourse): string {
  const sourceText = source === 'PURCHASE' ? 'bought' : source === 'INVITE' ? 'by invite' : ''
  const day = expires_at && dayText(expires_at)
  const end = day ? (granted ? `until ${day}` : `ended ${day}`) : ''
  return [sourceText, end].filter(Boolean).join(', ')
}
