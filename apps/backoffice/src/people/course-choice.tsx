import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import type { GrantableCourse } from '@rookies/data/members/member-access'
import type { ReactNode } from 'react'
import { useRead } from '../app/use-read'
import { ReadFailed } from '../ui/read-failed'
import { Waiting } from '../ui/waiting'
import { CourseSwitches } from './course-switches'

interface CourseChoiceProps {
  /** The reading of the courses. */
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Undefined until they are known. */
  courses: readonly GrantableCourse[] | undefined
  /** Ids of those that are to be open. */
  selected: { has: (id: string) => boolean }
  onSwitch: (id: string, on: boolean) => void
  /** What else is said of a course that is to be open. */
  more?: ((course: GrantableCourse) => ReactNode) | undefined
}

/** The courses to switch; until they are there, that they are on their way, or that they could not be read. */
export function CourseChoice({ query, courses, ...switches }: CourseChoiceProps) {
  if (courses) return <CourseSwitches courses={courses} {...switches} />
  if (!query.isError) return <Waiting rows={5} />
  return (
    <ReadFailed
      title={COURSE_TOASTS.listFailed.text}
      retrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  )
}

interface CoursesControlProps {
  /** By what the form holds those that are chosen. */
  by?: 'id' | 'slug'
  /** These come from the form's item. */
  value?: readonly string[]
  onChange?: (value: string[]) => void
}

/** Some of all courses, as a control of a form. */
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
