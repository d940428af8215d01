import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import {
  MESSAGE_LIMITS,
  type MessageDraft,
  type MessageReach,
  messageErrors,
  reachText,
} from '@rookies/data/cohorts/sent-messages'
import { textLength } from '@rookies/data/notifications/admin-draft'
import { formatCount } from '@rookies/data/wording'
import { Form, Input } from 'antd'
import { UNCACHED, useRead } from '../app/use-read'
import { FormDialog } from '../kit/form-dialog'
import { judgedBy } from '../kit/rules'
import { useActForm } from '../kit/saved-form'

interface WriteMessageProps {
  cohort: { id: string; title: string }
  /** The recipient, if the message goes to one person; missing for a message to everybody in the cohort. */
  person?: { id: string; name: string }
  onClose: () => void
}

const EMPTY: MessageDraft = { title: '', message: '' }

const counted = (max: number) => ({
  count: { show: true, max, strategy: textLength },
  autoComplete: 'off',
})

/**
 * Writes a message to the people of a cohort or to one of them. The dialog shows the number of recipients before it
 * sends.
 */
export function WriteMessage({ cohort, person, onClose }: WriteMessageProps) {
  const to = { id: cohort.id, ...(person && { personId: person.id }) }
  const reach = useRead('cohort_messages/count', { input: to, ...UNCACHED })
  const saved = useActForm({
    draftOf: `cohort_messages:${cohort.id}${person ? `:${person.id}` : ''}`,
    act: ({ title, message }: MessageDraft, operationId) => ({
      name: 'cohort_messages/send',
      input: { ...to, title: title.trim(), message: message.trim(), operationId },
    }),
    done: (sent) => ({ text: `Sent to ${person ? person.name : reachText(sent)}` }),
    failed: COHORT_MESSAGES.sendFailed,
    leave: onClose,
  })
  const people = reach.data?.people
  return (
    <FormDialog
      title={`Write to ${person ? person.name : cohort.title}`}
      saved={saved}
      initial={EMPTY}
      submit={people && !person ? `Send to ${formatCount(people, 'Person', 'People')}` : 'Send'}
      submitting="Sending..."
      blocked={reach.isPending || people === 0}
      needsChange
      validateTrigger="onBlur"
      note={reachNote(reach.data, reach.isError, person?.name)}
      onClose={onClose}
    >
      <Form.Item name="title" label="Title" rules={[judgedBy(messageErrors, 'title')]}>
        <Input {...counted(MESSAGE_LIMITS.title)} required />
      </Form.Item>
      <Form.Item
        name="message"
        label="Message"
        rules={[judgedBy(messageErrors, 'message')]}
        extra="Plain text. Line breaks stay, and addresses become links."
      >
        <Input.TextArea
          {...counted(MESSAGE_LIMITS.message)}
          required
          autoSize={{ minRows: 5, maxRows: 14 }}
        />
      </Form.Item>
    </FormDialog>
  )
}

/** Says whom the message will reach, or that the recipients could not be counted. */
function reachNote(reach: MessageReach | undefined, failed: boolean, name?: string): string {
  if (!reach) {
    return failed
      ? "We couldn't count whom it goes to. You can still send it."
      : 'Counting whom it goes to...'
  }
  if (reach.people === 0) {
    return name ? 'This person is not in the cohort any more.' : 'Nobody is in this cohort yet.'
  }
  const recipientText = name
    ? `${name}${reach.mails > 0 ? ', by email, too' : ''}`
    : reachText(reach)
  return `It goes to ${recipientText}. It cannot be taken back.`
}
