import { EXTENSION_MESSAGES, type Extension } from '@rookies/data/assignments/extension-list'
import { Form, Input } from 'antd'
import { FormDialog } from '../kit/form-dialog'
import { needed } from '../kit/rules'
import { useActForm } from '../kit/saved-form'
import { Subject } from '../ui/subject'

interface DeclineTimeProps {
  asked: Pick<Extension, 'person' | 'lesson' | 'request'>
  /** Called once the answer is saved, before lists that show the request are read again. */
  onDeclined?: () => void
  onClose: () => void
}

interface Values {
  reason: string
}

const EMPTY: Values = { reason: '' }

/** Declines a request for more time, with a sentence for the person (rules/assignments#extension). */
export function DeclineTime({ asked, onDeclined, onClose }: DeclineTimeProps) {
  const { person, lesson, request } = asked
  const saved = useActForm({
    draftOf: `extensions/decline:${person.id}:${lesson.id}`,
    act: ({ reason }: Values) => ({
      name: 'extensions/decline',
      input: { personId: person.id, lessonId: lesson.id, reason },
    }),
    done: EXTENSION_MESSAGES.declined,
    failed: EXTENSION_MESSAGES.declineFailed,
    onSaved: () => onDeclined?.(),
    leave: onClose,
  })
  return (
    <FormDialog
      title="Decline More Time"
      size="question"
      saved={saved}
      initial={EMPTY}
      submit="Decline"
      submitting="Declining..."
      above={
        <Subject
          name={person.name}
          more={[lesson.title, request?.note && `“${request.note}”`].filter(Boolean).join(' · ')}
        />
      }
      note="They read this in the bell and on the page of the assignment."
      onClose={onClose}
    >
      <Form.Item name="reason" label="Why" rules={[needed('Why', 'Please say why')]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </Form.Item>
    </FormDialog>
  )
}
