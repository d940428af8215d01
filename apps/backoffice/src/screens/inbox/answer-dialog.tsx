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
  /** Called when the dialog is done with the row. */
  onNext: () => void
  onClose: () => void
}

interface Values {
  body: string
}

const EMPTY: Values = { body: '' }

/**
 * Answers a question that waits in the inbox (rules/inbox#answering). Answers that came in since the person read the
 * question are shown before theirs is sent.
 */
export function AnswerDialog({ row, onAnswered, onNext, onClose }: AnswerDialogProps) {
  const read = useRead('questions/thread', {
    input: { id: row.subject_id, after: null },
    ...UNCACHED,
  })
  const { latest, refetch } = read
  // A question that is gone is not asked for again with each change of others.
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
      // What came in only now appears in the dialog, and the next press sends.
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

/** Returns the thread; undefined for a merged question, whose answers are in another one. */
const threadOf = (read: Thread | Merged | undefined): Thread | undefined =>
  read && 'answers' in read ? read : undefined

/** Returns who answered between two readings of a question; null if nobody else did. */
function answeredSince(before: Thread, now: Thread): string | null {
  const known = new Set(before.answers.map(({ id }) => id))
  const fresh = now.answers.filter(({ id }) => !known.has(id))
  const names = fresh.filter(({ mine }) => !mine).map(askerName)
  if (names.length > 0) return `${[...new Set(names)].join(', ')} answered meanwhile.`
  // The first page of answers is compared, so later answers have no names here.
  const unread = now.question.answers - before.question.answers - fresh.length
  return unread > 0 ? 'Somebody answered meanwhile.' : null
}
