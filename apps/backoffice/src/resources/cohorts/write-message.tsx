import { useInvalidate } from '@refinedev/core'
import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_TOASTS } from '@rookies/data/cohorts/cohort-messages'
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
import { UNCACHED, useRead } from '../../app/use-read'
import { FormDialog } from '../../kit/form-dialog'
import { judgedBy } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'

interface WriteMessageProps {
  cohort: CohortDetails
  onClose: () => void
}

const EMPTY: MessageDraft = { title: '', message: '' }

const counted = (max: number) => ({
  count: { show: true, max, strategy: textLength },
  autoComplete: 'off',
})

/** Writes to the people of a cohort. Whom it reaches is counted before it is sent. */
export function WriteMessage({ cohort, onClose }: WriteMessageProps) {
  const invalidate = useInvalidate()
  const reach = useRead('cohort_messages/count', { input: { id: cohort.id }, ...UNCACHED })
  const saved = useActForm({
    draftOf: `cohort_messages:${cohort.id}`,
    act: ({ title, message }: MessageDraft, operationId) => ({
      name: 'cohort_messages/send',
      input: { id: cohort.id, title: title.trim(), message: message.trim(), operationId },
    }),
    done: (sent) => ({ text: `Sent to ${reachText(sent)}` }),
    failed: COHORT_TOASTS.sendFailed,
    onSaved: () => invalidate({ resource: 'cohort_messages', invalidates: ['resourceAll'] }),
    leave: onClose,
  })
  const people = reach.data?.people
  return (
    <FormDialog
      title={`Write to ${cohort.title}`}
      saved={saved}
      initial={EMPTY}
      submit={people ? `Send to ${formatCount(people, 'Person', 'People')}` : 'Send'}
      submitting="Sending..."
      blocked={reach.isPending || people === 0}
      needsChange
      validateTrigger="onBlur"
      note={reachNote(reach.data, reach.isError)}
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

/** Says whom the message reaches, or that they could not be counted. */
function reachNote(reach: MessageReach | undefined, failed: boolean): string {
  if (!reach) {
    return failed
      ? "We couldn't count whom it goes to. You can still send it."
      : 'Counting whom it goes to...'
  }
  if (reach.people === 0) return 'Nobody is in this cohort yet.'
  return `It goes to ${reachText(reach)}. It cannot be taken back.`
}
