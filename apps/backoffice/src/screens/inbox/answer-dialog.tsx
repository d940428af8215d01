import type { InboxRow, RowOf } from '@rookies/data/inbox/inbox'
import { INBOX_MESSAGES } from '@rookies/data/inbox/inbox-messages'
import { askerName, QUESTION_LIMITS } from '@rookies/data/questions/question'
import type { Merged, Thread } from '@rookies/data/questions/question-queries'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { useLiveReads } from '../../app/use-live'
import { UNCACHED, useRead } from '../../app/use-read'
import { FormDialog } from '../../kit/form-dialog'
import { needed } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { InSight } from '../../ui/in-sight'
import { MarkdownField } from '../../ui/markdown-field'
import { AskedQuestion } from './asked-question'

interface AnswerDialogProps {
  row: RowOf<'QUESTION'>
  onAnswered: (row: InboxRow) => void
  /** Called when the question is answered and the dialog can show the next row. */
  onNext: () => void
  onClose: () => void
}

interface Values {
  body: string
}

const EMPTY: Values = { body: '' }

/**
 * Answers a question from the inbox (rules/inbox#answering). If other answers arrived since the person read the
 * question, they are shown before the answer can be sent.
 */
export function AnswerDialog({ row, onAnswered, onNext, onClose }: AnswerDialogProps) {
  const read = useRead('questions/thread', {
    input: { id: row.subject_id, after: null },
    ...UNCACHED,
  })
  const { latest, refetch } = read
  // Only a question that was read is read again after live changes, so a deleted one is not requested again and
  // again.
  useLiveReads(['questions'], ['questions/thread'], ({ state }) => state.status === 'success')
  const thread = threadOf(read.data)
  const [opened, setOpened] = useState<Thread | null>(null)
  if (opened === null && thread) setOpened(thread)
  const meanwhile = opened && thread ? answeredSince(opened, thread) : null
  const [checking, setChecking] = useState(false)
  const saved = useActForm({
    draftOf: `inbox/answer:${row.subject_id}`,
    onDevice: true,
    act: ({ body }: Values, operationId) => ({
      name: 'inbox/answer',
      input: { questionId: row.subject_id, body, operationId },
    }),
    done: INBOX_MESSAGES.answered,
    failed: INBOX_MESSAGES.answerFailed,
    onSaved: () => onAnswered(row),
    leave: onNext,
  })
  const send = async (values: Values) => {
    if (checking || saved.saving) return
    setChecking(true)
    try {
      const now = threadOf(await latest())
      // New answers by other people appear in the dialog first. A second press sends the answer.
      if (!(now && thread && answeredSince(thread, now))) saved.save(values)
    } finally {
      setChecking(false)
    }
  }
  return (
    <FormDialog
      title="Answer"
      size="form"
      saved={saved}
      initial={EMPTY}
      submit="Answer"
      submitting="Answering..."
      keepsInput
      blocked={checking}
      above={
        <AskedQuestion
          row={row}
          thread={thread}
          failed={read.isError}
          retrying={read.isFetching}
          onRetry={refetch}
        />
      }
      below={
        meanwhile && (
          <InSight>
            <Alert
              role="alert"
              type="warning"
              message={meanwhile}
              description="Read it above. Press Answer to send yours as well."
            />
          </InSight>
        )
      }
      onSubmit={send}
      onClose={onClose}
    >
      <Form.Item
        name="body"
        label="Answer"
        rules={[needed('Answer', 'Please write an answer')]}
        extra="Markdown works here. Everybody who may read the question reads it. Ctrl+Enter sends it and opens the next question."
      >
        <MarkdownField autoSize={{ minRows: 4, maxRows: 16 }} maxLength={QUESTION_LIMITS.body} />
      </Form.Item>
    </FormDialog>
  )
}

/**
 * Returns the thread of a question. Undefined for a question that was merged into another one, which has the answers.
 */
const threadOf = (read: Thread | Merged | undefined): Thread | undefined =>
  read && 'answers' in read ? read : undefined

/** Names who answered between two reads of a question; null if nobody else answered. */
function answeredSince(before: Thread, now: Thread): string | null {
  const known = new Set(before.answers.map(({ id }) => id))
  const fresh = now.answers.filter(({ id }) => !known.has(id))
  const names = fresh.filter(({ mine }) => !mine).map(askerName)
  if (names.length > 0) return `${[...new Set(names)].join(', ')} answered meanwhile.`
  // Only the first page of answers is compared, so the names of people on later pages are missing.
  const unread = now.question.answers - before.question.answers - fresh.length
  return unread > 0 ? 'Somebody answered meanwhile.' : null
}
