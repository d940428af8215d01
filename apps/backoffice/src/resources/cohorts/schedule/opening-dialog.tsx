import { END_OF_DAY } from '@rookies/data/cohorts/dues'
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
import { Question } from '../../../kit/question'
import { DateField } from '../../../ui/date-field'
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

/** Sets the day and time at which the given items open or are due. */
export function OpeningDialog({ items, schedule, onChange, onClose }: OpeningDialogProps) {
  const { starts_on, time_zone } = schedule
  const [first] = items
  const [form] = Form.useForm<Values>()
  const day = Form.useWatch('day', form)
  const time = Form.useWatch('time', form)
  if (!first) return null
  const send = (release: (kind: StripItem['kind']) => Release | null) => {
    onChange(items.map(({ kind, id }) => ({ kind, id, release: release(kind) })))
    onClose()
  }
  const { title, on, follow } = LABELS[kindOf(items)]
  const wanted = day ? daysBetween(starts_on, day) : first.day
  const at = (kind: StripItem['kind']): Release => ({
    day: wanted,
    at_time: time || (kind === 'due' ? END_OF_DAY : '00:00'),
  })
  const note = openingNote(schedule, { ...at(first.kind), kind: first.kind })
  const one = items.length === 1
  return (
    <Question
      title={title}
      confirm="Save"
      others={
        items.some(({ own }) => own) && <Button onClick={() => send(() => null)}>{follow}</Button>
      }
      onConfirm={form.submit}
      onClose={onClose}
    >
      <Subject
        name={one ? first.title : formatCount(items.length, 'item')}
        more={one ? first.of : items.map(({ title }) => title).join(', ')}
      />
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          day: addDays(starts_on, first.day),
          time: first.at_time === END_OF_DAY ? '' : first.at_time,
        }}
        onFinish={() => send(at)}
      >
        <Flex wrap gap="middle">
          <Form.Item name="day" label={on} rules={[notBefore(starts_on)]}>
            <DateField earliest={starts_on} />
          </Form.Item>
          <Form.Item name="time" label={`At, in ${zoneName(time_zone)}`}>
            <TimeField />
          </Form.Item>
        </Flex>
      </Form>
      <p aria-live="polite">{[`Day ${wanted} of the cohort.`, note].filter(Boolean).join(' ')}</p>
    </Question>
  )
}

type ItemKinds = 'lessons' | 'openings' | 'dues' | 'mixed'

/** The labels of the dialog by kind of item. `follow` labels the button that removes the items' own days. */
const LABELS: Record<ItemKinds, { title: string; on: string; follow: string }> = {
  lessons: { title: 'Change Opening', on: 'Opens on', follow: 'Open with Module' },
  openings: { title: 'Change Opening', on: 'Opens on', follow: 'Open on First Day' },
  dues: { title: 'Change Due Date', on: 'Due on', follow: 'As the Assignment Says' },
  mixed: { title: 'Change Days', on: 'On', follow: 'Without Own Days' },
}

function kindOf(items: readonly StripItem[]): ItemKinds {
  const dues = items.filter(({ kind }) => kind === 'due').length
  if (dues === items.length) return 'dues'
  if (dues > 0) return 'mixed'
  return items.every(({ kind }) => kind === 'lesson') ? 'lessons' : 'openings'
}

const notBefore = (first: string) => ({
  validator: async (_rule: unknown, value: unknown) => {
    if (typeof value !== 'string' || value === '') throw new Error('Enter a day')
    if (value < first) throw new Error('Nothing opens or is due before the first day')
  },
})
