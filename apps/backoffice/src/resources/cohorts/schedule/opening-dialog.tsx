import {
  openingNote,
  type Release,
  type ReleaseChange,
  type Schedule,
  type StripItem,
} from '@rookies/data/cohorts/schedule'
import { addDays, daysBetween } from '@rookies/data/time/days'
import { zoneName } from '@rookies/data/time/zones'
import { formatCount } from '@rookies/data/wording'
import { Button, Flex, Form } from 'antd'
import { DateField } from '../../../ui/date-field'
import { Modal } from '../../../ui/modal'
import { Subject } from '../../../ui/subject'
import { TimeField } from '../../../ui/time-field'

interface OpeningDialogProps {
  items: readonly StripItem[]
  schedule: Schedule
  onChange: (changes: ReleaseChange[]) => void
  onClose: () => void
}

interface Values {
  day: string
  time: string
}

/** Sets one day and time at which all the items open. */
export function OpeningDialog({ items, schedule, onChange, onClose }: OpeningDialogProps) {
  const { starts_on, time_zone } = schedule
  const [first] = items
  const [form] = Form.useForm<Values>()
  const day = Form.useWatch('day', form)
  const time = Form.useWatch('time', form)
  if (!first) return null
  const send = (release: Release | null) => {
    onChange(items.map(({ kind, id }) => ({ kind, id, release })))
    onClose()
  }
  const wanted = { day: day ? daysBetween(starts_on, day) : first.day, at_time: time || '00:00' }
  const note = openingNote(schedule, wanted)
  const one = items.length === 1
  return (
    <Modal
      open
      title="Change Opening"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {items.some(({ own }) => own) && (
            <Button onClick={() => send(null)}>{withoutOwn(items)}</Button>
          )}
          <Button type="primary" data-writes onClick={form.submit}>
            Save
          </Button>
        </>
      }
    >
      <Subject
        name={one ? first.title : formatCount(items.length, 'item')}
        more={one ? first.of : items.map(({ title }) => title).join(', ')}
      />
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ day: addDays(starts_on, first.day), time: first.at_time }}
        onFinish={() => send(wanted)}
      >
        <Flex wrap gap="middle">
          <Form.Item name="day" label="Opens on" rules={[notBefore(starts_on)]}>
            <DateField earliest={starts_on} />
          </Form.Item>
          <Form.Item name="time" label={`At, in ${zoneName(time_zone)}`}>
            <TimeField />
          </Form.Item>
        </Flex>
      </Form>
      <p aria-live="polite">
        {[`Day ${wanted.day} of the cohort.`, note].filter(Boolean).join(' ')}
      </p>
    </Modal>
  )
}

/** The label of the button that removes the items' own openings. */
const withoutOwn = (items: readonly StripItem[]) =>
  items.every(({ kind }) => kind === 'lesson') ? 'Open with Module' : 'Open on First Day'

const notBefore = (first: string) => ({
  validator: async (_rule: unknown, value: unknown) => {
    if (typeof value !== 'string' || value === '') throw new Error('Enter a day')
    if (value < first) throw new Error('Nothing opens before the first day')
  },
})
