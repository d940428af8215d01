import type { Queued } from '@rookies/data/outbox/kind'
import type { QuestionInput } from '@rookies/data/questions/question'
import { questionFailure, questionMessages } from '@rookies/data/questions/question-acts'
import type { AnswerChange, QuestionChange } from '@rookies/data/questions/queued-posts'
import { queuedAnswers, queuedQuestions } from '@rookies/data/questions/queued-posts'
import { ownOutbox, SAVED_WHEN_ONLINE } from '@rookies/data/sync/outbox-state'
import MarkdownView from '@rookies/ui/markdown/markdown-view'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CloudOff, Hourglass } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Composer } from '../../../shared/composer'
import { useOutboxState } from '../../../shared/use-outbox-state'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Choices } from './ask-form'
import { placeText } from './moment-place'
import { QuestionForm } from './question-form'
import styles from './questions.module.css'
import { useSendPost } from './use-send-post'

/** The questions about a lesson that wait to be sent, or that the server refused (rules/questions#offline). */
export function WaitingQuestions({
  lessonId,
  cohort,
}: {
  lessonId: string
  cohort: string | null
}) {
  const { entries, refused } = useOutboxState()
  const waiting = queuedQuestions(entries, lessonId)
  const returned = queuedQuestions(refused, lessonId)
  if (waiting.length + returned.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Questions that are not sent">
      {returned.map((entry) => (
        <li key={entry.id}>
          <ReturnedQuestion entry={entry} cohort={cohort} />
        </li>
      ))}
      {waiting.map(({ id, change }) => (
        <li key={id}>
          <ShownQuestion input={change.words} />
          <WaitingLine />
        </li>
      ))}
    </ul>
  )
}

/** The answers to a question that wait to be sent, or that the server refused. */
export function WaitingAnswers({ questionId, closed }: { questionId: string; closed: boolean }) {
  const { entries, refused } = useOutboxState()
  return (
    <>
      {queuedAnswers(entries, questionId).map(({ id, change }) => (
        <article key={id} className={styles.answer} aria-label="Your answer, not sent yet">
          <MarkdownView source={change.body} headingOffset={3} htmlAsText />
          <WaitingLine />
        </article>
      ))}
      {queuedAnswers(refused, questionId).map((entry) => (
        <ReturnedAnswer key={entry.id} entry={entry} closed={closed} />
      ))}
    </>
  )
}

function WaitingLine() {
  const { offline } = useOutboxState()
  return (
    <p className={styles.waiting} role="status">
      {offline ? <CloudOff aria-hidden="true" /> : <Hourglass aria-hidden="true" />}
      {offline ? `Not sent yet. ${SAVED_WHEN_ONLINE}.` : 'Sending...'}
    </p>
  )
}

function ShownQuestion({ input }: { input: QuestionInput }) {
  const place = placeText(input)
  return (
    <>
      <p className={styles.rowTitle}>
        <strong dir="auto">{input.title}</strong>
      </p>
      {input.body.trim() !== '' && (
        <MarkdownView source={input.body} headingOffset={3} htmlAsText />
      )}
      {place !== null && <p className={styles.muted}>{place}</p>}
    </>
  )
}

interface ReturnedQuestionProps {
  entry: Queued<QuestionChange>
  /** The title of the cohort that can be an audience. */
  cohort: string | null
}

function ReturnedQuestion({ entry, cohort }: ReturnedQuestionProps) {
  const [isEditing, setIsEditing] = useState(false)
  const send = useSendPost()
  const discard = useDiscard(entry)
  const { words: input, lessonId, slug } = entry.change
  if (isEditing) {
    return (
      <QuestionForm
        label="Send your question again"
        place={`question-again:${entry.id}`}
        initial={input}
        change
        send="Send question"
        sending="Sending..."
        failure={(thrown) => questionFailure(questionMessages.askFailed, thrown)}
        onSend={async ({ id: operationId, ...typed }) => {
          const change = { kind: 'question' as const, lessonId, slug, words: typed, operationId }
          await send(change, 'Question sent')
          discard()
        }}
        onClose={() => setIsEditing(false)}
      >
        {(choosing) => <Choices {...choosing} cohort={cohort} />}
      </QuestionForm>
    )
  }
  return (
    <>
      <ShownQuestion input={input} />
      <Returned reason={entry.refused} discard={discard} what="question">
        <Button small onClick={() => setIsEditing(true)}>
          Edit and send again
        </Button>
      </Returned>
    </>
  )
}

interface ReturnedAnswerProps {
  entry: Queued<AnswerChange>
  /** Whether the question accepts no answers now. */
  closed: boolean
}

function ReturnedAnswer({ entry, closed }: ReturnedAnswerProps) {
  const [isEditing, setIsEditing] = useState(false)
  const send = useSendPost()
  const discard = useDiscard(entry)
  const { change } = entry
  if (isEditing && !closed) {
    return (
      <Composer
        label="Your answer, once more"
        place={`answer-again:${entry.id}`}
        initial={change.body}
        send="Send answer"
        sending="Sending..."
        failure={(thrown) => questionFailure(questionMessages.answerFailed, thrown)}
        onSend={async ({ id: operationId, text }) => {
          await send({ ...change, body: text, operationId }, 'Answer sent')
          discard()
        }}
        onCancel={() => setIsEditing(false)}
        markdown
        focused
      />
    )
  }
  return (
    <article className={styles.answer} aria-label="Your answer, not sent">
      <MarkdownView source={change.body} headingOffset={3} htmlAsText />
      <Returned reason={entry.refused} discard={discard} what="answer">
        {!closed && (
          <Button small onClick={() => setIsEditing(true)}>
            Edit and send again
          </Button>
        )}
      </Returned>
    </article>
  )
}

function useDiscard(entry: Queued): () => void {
  const queries = useQueryClient()
  return () => void ownOutbox(queries)?.settle(entry)
}

interface ReturnedProps {
  reason: string | undefined
  discard: () => void
  what: 'question' | 'answer'
  children: ReactNode
}

/** Says why the server refused a post, and offers to edit or discard it. */
function Returned({ reason, discard, what, children }: ReturnedProps) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <p className={styles.waiting} data-refused>
        <CircleAlert aria-hidden="true" />
        {`Not sent. ${reason}`}
      </p>
      <div className={styles.actions}>
        {children}
        <Button small variant="quiet" onClick={() => setAsked(true)}>
          Discard
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          title={`Discard this ${what}?`}
          confirm="Discard"
          danger
          onConfirm={discard}
          onClose={() => setAsked(false)}
        >
          <p>It was not sent. The text is deleted from this device.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
