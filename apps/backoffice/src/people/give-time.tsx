import {
  EXTENSION_MESSAGES,
  type Extension,
  extendedBy,
  type MoreTime,
} from '@rookies/data/assignments/extension-list'
import type { RequestError } from '@rookies/data/refine/request-error'
import { agreedText } from '@rookies/data/time/agreed-text'
import { formatCount } from '@rookies/data/wording'
import { Form, Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useToasts } from '../app/toasts'
import { FormDialog } from '../kit/form-dialog'
import { MomentControl } from '../kit/moment-control'
import { useActForm } from '../kit/saved-form'
import { Optional } from '../ui/optional'
import { Subject } from '../ui/subject'

/** A person and an assignment. `due` and `request` are missing if the screen has not loaded them. */
type TimeSubject = Pick<Extension, 'person' | 'lesson'> &
  Partial<Pick<Extension, 'due' | 'request'>>

interface GiveTimeProps {
  extension: TimeSubject
  /** A field for choosing another assignment. */
  choice?: ReactNode
  /** Whether this answers a request. The server then refuses if the request has an answer already. */
  answering?: boolean
  /** Called once the answer is saved, before lists that show the request are read again. */
  onGiven?: () => void
  onClose: () => void
}

type Amount = `${number}` | 'until'

interface Values {
  amount: Amount
  until: string | null
  reason: string
}

const DAYS = [1, 3, 7]

const SPACED = { marginBlockEnd: 'var(--space-3)' } as const

/** Gives a person more time, by a number of days or until a moment (rules/assignments#extension). */
export function GiveTime(props: GiveTimeProps) {
  const { extension, choice, answering = false, onGiven, onClose } = props
  const { person, lesson, due, request } = extension
  const toasts = useToasts()
  const asked = request?.days ?? 3
  const dayChoices = [...new Set([...DAYS, asked])].sort((a, b) => a - b)
  // Without a due date, no days can be added to it, so the form asks for a moment.
  const initial: Values = { amount: due === null ? 'until' : `${asked}`, until: null, reason: '' }
  const saved = useActForm({
    draftOf: `extensions:${person.id}:${lesson.id}`,
    act: ({ reason, ...values }: Values) => ({
      name: 'extensions/give',
      input: { personId: person.id, lessonId: lesson.id, time: timeOf(values), reason, answering },
    }),
    failed: EXTENSION_MESSAGES.giveFailed,
    fieldErrors: ({ errors }) => toFormErrors(errors),
    onSaved: ({ due_at, zone }) => {
      const until = agreedText(due_at, zone, Date.now()).text
      toasts.succeeded({ text: `${person.name} has time until ${until}` })
      onGiven?.()
    },
    leave: onClose,
  })
  const amount = Form.useWatch('amount', saved.form) ?? initial.amount
  const then = due && amount !== 'until' ? extendedBy(due, Number(amount)) : null
  return (
    <FormDialog
      title="Give More Time"
      size="question"
      saved={saved}
      initial={initial}
      submit="Give"
      submitting="Giving..."
      above={
        <>
          <Subject
            name={person.name}
            more={[lesson.title, request?.note && `“${request.note}”`].filter(Boolean).join(' · ')}
          />
          {choice && <div style={SPACED}>{choice}</div>}
        </>
      }
      note={
        then && due
          ? `Then it is due ${agreedText(then, due.zone, Date.now()).text}.`
          : 'What was late stays late.'
      }
      onClose={onClose}
    >
      <Form.Item name="amount" label="How much">
        <Radio.Group>
          {due !== null &&
            dayChoices.map((days) => (
              <Radio key={days} value={`${days}`}>
                {formatCount(days, 'day')}
              </Radio>
            ))}
          <Radio value="until">Until…</Radio>
        </Radio.Group>
      </Form.Item>
      {amount === 'until' && (
        <Form.Item name="until" label="Until" rules={[CHOSEN]}>
          <MomentControl />
        </Form.Item>
      )}
      <Form.Item name="reason" label={<Optional>Reason</Optional>}>
        <Input maxLength={500} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}

/** Renames the fields in the database's errors to the fields of this form. */
function toFormErrors(errors: RequestError['errors']): RequestError['errors'] {
  return (
    errors && {
      ...(errors.due_at && { until: errors.due_at }),
      ...(errors.days && { amount: errors.days }),
      ...(errors.reason && { reason: errors.reason }),
    }
  )
}

const CHOSEN = { required: true, message: 'Choose until when' }

function timeOf({ amount, until }: Omit<Values, 'reason'>): MoreTime {
  return amount === 'until' ? { until: until ?? '' } : { days: Number(amount) }
}
