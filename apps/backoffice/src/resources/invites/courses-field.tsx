import { Form } from 'antd'
import { useId } from 'react'
import type { useRead } from '../../app/use-read'
import { CourseChoice } from '../../people/course-choice'

interface CoursesFieldProps {
  legend: string
  titles: ReturnType<typeof useRead<'courses/titles'>>
  /** Ids of those that are to be given. */
  selected: ReadonlySet<string>
  onSwitch: (id: string, on: boolean) => void
}

const BARE = { minWidth: 0, margin: 0, padding: 0, border: 0 }

/** Courses that an invite gives, out of all of them. */
export function CoursesField({ legend, titles, selected, onSwitch }: CoursesFieldProps) {
  const id = useId()
  return (
    <Form.Item label={<span id={id}>{legend}</span>}>
      <fieldset aria-labelledby={id} style={BARE}>
        <CourseChoice
          query={titles}
          courses={titles.data}
          selected={selected}
          onSwitch={onSwitch}
        />
      </fieldset>
    </Form.Item>
  )
}
