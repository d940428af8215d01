import type { InboxRow, RowOf } from '@rookies/data/inbox/inbox'
import { INBOX_TOASTS, questionPath } from '@rookies/data/inbox/inbox-words'
import { QUESTION_LIMITS } from '@rookies/data/questions/question'
import { formatCount } from '@rookies/data/wording'
import { Form, Input, Typography } from 'antd'
import { FormDialog } from '../../kit/form-dialog'
import { needed } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { Subject } from '../../ui/subject'

interface AnswerDialogProps {
  row: RowOf<'QUESTION'>
  onAnswered: (row: InboxRow) => unknown
  onClose: () => void
}

interface Values {
  body: string
}

const EMPTY: Values = { body: '' }
const READERS: Record<RowOf<'QUESTION'>['facts']['audience'], string> = {
  EVERYONE: 'for everyone in the course',
  COHORT: 'for the cohort',
  STAFF: 'for staff only',
}
const AS_TYPED = { whiteSpace: 'pre-wrap' } as const

/** Answers a question that waits in the inbox (rules/questions#answering). */
export function AnswerDialog({ row, onAnswered, onClose }: AnswerDialogProps) {
  const { title, person, facts } = row
  const saved = useActForm({
    draftOf: `inbox/answer:${row.subject_id}`,
    act: ({ body }: Values, operationId) => ({
      name: 'inbox/answer',
      input: { questionId: row.subject_id, body, operationId },
    }),
    done: INBOX_TOASTS.answered,
    failed: INBOX_TOASTS.answerFailed,
    onSaved: () => onAnswered(row),
    leave: onClose,
  })
  return (
    <FormDialog
      title="Answer"
      size="form"
      saved={saved}
      initial={EMPTY}
      submit="Answer"
      submitting="Answering..."
      above={
        <>
          <Subject
            name={title}
            more={[person?.name, `on “${facts.lesson}”`, READERS[facts.audience]]
              .filter(Boolean)
              .join(', ')}
          />
          {facts.body && (
            <Typography.Paragraph style={AS_TYPED} dir="auto">
              {facts.cut ? `${facts.body}…` : facts.body}
            </Typography.Paragraph>
          )}
          <a href={questionPath(row)} target="_blank" rel="noopener">
            {facts.answers === 0
              ? 'Open the question in the portal'
              : `Open the question and its ${formatCount(facts.answers, 'answer')} in the portal`}
          </a>
        </>
      }
      onClose={onClose}
    >
      <Form.Item
        name="body"
        label="Answer"
        rules={[needed('Answer', 'Please write an answer')]}
        extra="Markdown, as in the lesson. Everybody who may read the question reads it."
      >
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 16 }}
          maxLength={QUESTION_LIMITS.body}
          dir="auto"
        />
      </Form.Item>
    </FormDialog>
  )
}
