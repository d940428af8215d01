import { COHORT_LIMITS } from '@rookies/data/cohorts/cohort-form'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { Button, Flex, List } from 'antd'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useRead } from '../../app/use-read'
import { ReadFailed } from '../../ui/read-failed'
import { SelectField } from '../../ui/select-field'

interface CoursesInOrderProps {
  /** The element id, passed by Form.Item. */
  id?: string
  value?: readonly string[]
  onChange?: (ids: string[]) => void
}

const TITLE = { flex: 1, minWidth: 0, overflowWrap: 'anywhere' } as const

/** An ordered list of courses, as a form control: courses are chosen one after another and moved up or down. */
export function CoursesInOrder({ id, value = [], onChange }: CoursesInOrderProps) {
  const titles = useRead('courses/titles')
  const courses = titles.data ?? []
  const titleOf = (course: string) => courses.find((known) => known.id === course)?.title ?? '…'
  const without = (course: string) => value.filter((other) => other !== course)
  const moved = (course: string, by: -1 | 1) => {
    const at = value.indexOf(course) + by
    onChange?.(without(course).toSpliced(at, 0, course))
  }
  if (titles.isError && !titles.data) {
    return <ReadFailed title={COURSE_MESSAGES.listFailed.text} read={titles} />
  }
  return (
    <Flex vertical gap="small">
      {value.length > 0 && (
        <List
          bordered
          size="small"
          dataSource={[...value]}
          rowKey={(course) => course}
          renderItem={(course, at) => (
            <List.Item>
              <span style={TITLE}>{titleOf(course)}</span>
              <Flex>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUp aria-hidden="true" />}
                  aria-label={`Move ${titleOf(course)} up`}
                  disabled={at === 0}
                  onClick={() => moved(course, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDown aria-hidden="true" />}
                  aria-label={`Move ${titleOf(course)} down`}
                  disabled={at === value.length - 1}
                  onClick={() => moved(course, 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<X aria-hidden="true" />}
                  aria-label={`Remove ${titleOf(course)}`}
                  onClick={() => onChange?.(without(course))}
                />
              </Flex>
            </List.Item>
          )}
        />
      )}
      <SelectField
        {...(id !== undefined && { id })}
        label="Add a course"
        value=""
        disabled={value.length >= COHORT_LIMITS.courses}
        options={[
          { value: '', label: firstOption(titles.isPending, value.length) },
          ...courses
            .filter((course) => !value.includes(course.id))
            .map((course) => ({ value: course.id, label: course.title })),
        ]}
        onChange={(course) => course !== '' && onChange?.([...value, course])}
      />
    </Flex>
  )
}

function firstOption(pending: boolean, chosen: number): string {
  if (pending) return 'Loading...'
  return chosen === 0 ? 'Choose a course' : 'Add another course'
}
