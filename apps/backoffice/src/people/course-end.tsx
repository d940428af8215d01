import { dayOf } from '@rookies/data/dates/days'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flex, Typography } from 'antd'
import { useId } from 'react'
import { DateField } from '../ui/date-field'

interface CourseEndProps {
  /** The course's title, for screen readers. */
  title: string
  /** `YYYY-MM-DD`; empty for no end. */
  day: string
  onChange: (day: string) => void
}

/** The last day on which a course is open, or no end (rules/members#entitlement-end). */
export function CourseEnd({ title, day, onChange }: CourseEndProps) {
  const id = useId()
  return (
    <Flex align="center" gap="small">
      <label htmlFor={id}>
        <VisuallyHidden>{`Last day of ${title}`}</VisuallyHidden>
        <Typography.Text type="secondary" aria-hidden="true">
          Last day
        </Typography.Text>
      </label>
      <DateField
        id={id}
        placeholder="No end date"
        earliest={dayOf(new Date().toISOString())}
        value={day}
        onChange={onChange}
      />
    </Flex>
  )
}
