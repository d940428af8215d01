import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import type { GrantableCourse } from '@rookies/data/members/member-access'
import type { ReactNode } from 'react'
import { useRead } from '../app/use-read'
import { ReadFailed } from '../ui/read-failed'
import { Waiting } from '../ui/waiting'
import { CourseSwitches } from './course-switches'

interface CourseChoiceProps {
  /** The query for the courses. */
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Undefined while the courses load. */
  courses: readonly GrantableCourse[] | undefined
  /** Ids of the selected courses. */
  selected: { has: (id: string) => boolean }
  onSwitch: (id: string, on: boolean) => void
  /** Renders additional content for a selected course. */
  more?: ((course: GrantableCourse) => ReactNode) | undefined
}

/** The courses with switches, or a message while they load or after the read failed. */
export function CourseChoice({ query, courses, ...switches }: CourseChoiceProps) {
  if (courses) return <CourseSwitches courses={courses} {...switches} />
  if (!query.isError) return <Waiting rows={5} />
  return <ReadFailed title={COURSE_MESSAGES.listFailed.text} read={query} />
}

interface CoursesControlProps {
  /** Whether the form's value lists ids or slugs of courses. */
  by?: 'id' | 'slug'
  /** Passed by Form.Item. */
  value?: readonly string[]
  onChange?: (value: string[]) => void
}

/** Selects any number of courses, as a form control. */
export function CoursesControl({ by = 'id', value = [], onChange }: CoursesControlProps) {
  const titles = useRead('courses/titles')
  const courses = titles.data ?? []
  return (
    <div>
      <CourseChoice
        query={titles}
        courses={titles.data}
        selected={
          new Set(courses.filter((course) => value.includes(course[by])).map(({ id }) => id))
        }
        onSwitch={(id, on) => {
          const key = courses.find((course) => course.id === id)?.[by]
          if (key === undefined) return
          const others = value.filter((other) => other !== key)
          onChange?.(on ? [...others, key] : others)
        }}
      />
    </div>
  )
}
