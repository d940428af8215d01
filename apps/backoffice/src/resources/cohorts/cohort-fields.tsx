import {
  COHORT_LIMITS,
  type CohortFormValues,
  cohortFormErrors,
} from '@rookies/data/cohorts/cohort-form'
import { Checkbox, Flex, Form } from 'antd'
import { NumberControl } from '../../kit/number-control'
import { judgedBy } from '../../kit/rules'
import { DateField } from '../../ui/date-field'
import { ZoneControl } from '../../ui/zone-control'
import { CoursesInOrder } from './courses-control'
import { NameFields } from './name-fields'

const rules = (field: keyof CohortFormValues) => [judgedBy(cohortFormErrors, field)]

/** Two fields share a row, and wrap on a narrow screen. */
const HALF = { flex: '1 1 12rem', minWidth: 0 } as const
const SIDE_BY_SIDE = { columnGap: 'var(--space-4)' } as const

/**
 * The fields of a cohort. For an existing cohort, the first day and the courses are left out: they have dialogs of
 * their own.
 */
export function CohortFields({ isNew }: { isNew: boolean }) {
  const form = Form.useFormInstance<CohortFormValues>()
  // A form without the field for the first day still needs its value, which `preserve` keeps.
  const startsOn = Form.useWatch('starts_on', { form, preserve: true })
  return (
    <>
      <NameFields />
      <Form.Item
        name="time_zone"
        label="Time zone"
        rules={rules('time_zone')}
        extra="All days and times of the cohort are meant there."
      >
        <ZoneControl />
      </Form.Item>
      <Flex wrap style={SIDE_BY_SIDE}>
        {isNew && (
          <Form.Item name="starts_on" label="First day" rules={rules('starts_on')} style={HALF}>
            <DateField />
          </Form.Item>
        )}
        <Form.Item name="ends_on" label="Last day" rules={rules('ends_on')} style={HALF}>
          <DateField {...(startsOn && { earliest: startsOn })} />
        </Form.Item>
      </Flex>
      <Flex wrap style={SIDE_BY_SIDE}>
        <Form.Item
          name="access_ends_on"
          label="Access ends on (optional)"
          rules={rules('access_ends_on')}
          style={HALF}
        >
          <DateField placeholder="No end" {...(startsOn && { earliest: startsOn })} />
        </Form.Item>
        <Form.Item name="seats" label="Seats (optional)" rules={rules('seats')} style={HALF}>
          <NumberControl min={0} max={COHORT_LIMITS.seats} placeholder="Any" />
        </Form.Item>
      </Flex>
      {isNew && (
        <Form.Item name="course_ids" label="Courses (optional)">
          <CoursesInOrder />
        </Form.Item>
      )}
      <Flex vertical gap="small">
        <Form.Item name="draft" valuePropName="checked" noStyle>
          <Checkbox>Draft: grants nothing, and its people do not see it</Checkbox>
        </Form.Item>
        {isNew && (
          <Form.Item name="with_community" valuePropName="checked" noStyle>
            <Checkbox>With a community of its own</Checkbox>
          </Form.Item>
        )}
      </Flex>
    </>
  )
}
