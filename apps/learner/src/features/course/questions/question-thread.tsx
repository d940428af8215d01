import { DataError } from '@rookies/data/errors'
import {
  type Answer,
  askerName,
  audienceLabel,
  type Question,
  STATE_LABELS,
} from '@rookies/data/questions/question'
import {
  editAnswer,
  editQuestion,
  questionFailure,
  questionMessages,
  type Subject,
} from '@rookies/data/questions/question-acts'
import {
  type Moderation,
  questionKeys,
  type Thread,
  threadQuery,
} from '@rookies/data/questions/question-queries'
import { localMoment } from '@rookies/data/time/moment-text'
import MarkdownView from '@rookies/ui/markdown/markdown-view'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Bell, BellRing, CircleCheck, MapPin } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom'
import { Composer } from '../../../shared/composer'
import { useData } from '../../../shared/data-context'
import { recordWhenSeen } from '../../../shared/seen-answers'
import { ShowMore } from '../../../shared/show-more'
import { Button } from '../../../ui/button'
import { showError } from '../../../ui/toast-store'
import { MergeDialog } from './merge-dialog'
import { goToMoment, placeText } from './moment-place'
import { QuestionForm } from './question-form'
import { QuestionPostMenu } from './question-post-menu'
import styles from './questions.module.css'
import { useQuestionActions } from './use-question-actions'
import { useSendPost } from './use-send-post'
import { WaitingAnswers } from './waiting-posts'

/** Shows one question with its answers instead of the list. */
export function QuestionThread({ id }: { id: string }) {
  const read = useInfiniteQuery(threadQuery(useData(), id))
  // After an error the query still has its earlier data, so a deleted question is recognised by the error.
  const gone = isGone(read.error)
  const known = gone ? undefined : read.data
  const back = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (gone) back.current?.focus()
  }, [gone])
  const sought = useSearchParams()[0].get('answer')
  if (known && 'merged_into' in known) {
    // The answers of a merged question belong to the other question, where the linked answer is shown.
    const answer = sought === null ? '' : `&answer=${sought}`
    return <Navigate to={{ search: `?question=${known.merged_into}${answer}` }} replace />
  }
  return (
    <div className={styles.questions}>
      <p>
        <Link ref={back} to={{ search: '' }} preventScrollReset className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          All questions of this lesson
        </Link>
      </p>
      {known ? (
        <Shown
          thread={known}
          sought={sought}
          more={
            <ShowMore
              query={read}
              shown={known.answers.length}
              wanted={isOnLaterPage(sought, known)}
              label="Show more answers"
              failure={(thrown) => questionFailure(questionMessages.answersFailed, thrown)}
            />
          }
        />
      ) : read.isError ? (
        <p role="alert" className={styles.muted}>
          {questionFailure(questionMessages.threadFailed, read.error)}{' '}
          {!gone && (
            <Button small onClick={() => read.refetch()} disabled={read.isFetching}>
              Try Again
            </Button>
          )}
        </p>
      ) : (
        <p className={styles.muted}>Loading question...</p>
      )}
      {read.isError && !known && <WaitingAnswers questionId={id} closed />}
    </div>
  )
}

const isGone = (thrown: unknown) => thrown instanceof DataError && thrown.code === 'PT404'

function isOnLaterPage(sought: string | null, thread: Thread): boolean {
  if (sought === null) return false
  return [thread.accepted, ...thread.answers].every((answer) => answer?.id !== sought)
}

interface ShownProps {
  thread: Thread
  /** The answer that the address names. */
  sought: string | null
  /** The button that loads more answers. */
  more: ReactNode
}

function Shown({ thread, sought, more }: ShownProps) {
  const { question, accepted, answers, moderation } = thread
  // The accepted answer is shown first, so it is left out of the others.
  const others = answers.filter(({ id }) => id !== accepted?.id)
  return (
    <>
      {question.gone ? (
        <p className={styles.muted}>This question was deleted. Its answers stay.</p>
      ) : (
        <QuestionItem question={question} moderation={moderation} />
      )}
      {[...(accepted ? [accepted] : []), ...others].map((answer) => (
        <AnswerItem
          key={answer.id}
          answer={answer}
          sought={answer.id === sought}
          question={question.gone ? null : question}
          moderation={moderation}
        />
      ))}
      {more}
      <WaitingAnswers
        questionId={question.id}
        closed={question.gone || question.state === 'CLOSED'}
      />
      {!question.gone && <Reply question={question} />}
    </>
  )
}

interface QuestionItemProps {
  question: Question
  moderation: Moderation | null
}

function QuestionItem({ question, moderation }: QuestionItemProps) {
  const acts = useQuestionActions()
  const [editing, setEditing] = useState(false)
  const [merging, setMerging] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const place = placeText(question)
  useEffect(() => {
    title.current?.scrollIntoView({ block: 'center' })
    title.current?.focus({ preventScroll: true })
  }, [])
  const { id, following } = question
  const goToPlace = () => {
    if (!goToMoment(question)) showError('This place is no longer in the lesson.')
  }
  return (
    <article className={styles.question} aria-labelledby={`question-${id}`}>
      <header className={styles.head}>
        <h3 ref={title} id={`question-${id}`} tabIndex={-1} dir="auto">
          {question.title}
        </h3>
        <QuestionPostMenu
          what="question"
          post={question}
          subject={{ questionId: id, answerId: null }}
          moderates={question.moderates}
          moderation={moderation}
          onMerge={moderation ? () => setMerging(true) : undefined}
          onEdit={() => setEditing(true)}
        />
        {merging && <MergeDialog question={question} onClose={() => setMerging(false)} />}
      </header>
      <Byline post={question} moderation={moderation}>
        <span className={styles.badge} data-state={question.state}>
          {question.accepted !== null && <CircleCheck aria-hidden="true" />}
          {STATE_LABELS[question.state]}
        </span>
        {question.audience !== 'EVERYONE' && <span>{audienceLabel(question.audience, null)}</span>}
      </Byline>
      {editing ? (
        <EditQuestion
          question={question}
          onDone={() => {
            setEditing(false)
            // The form is removed, and the focus would be lost with it.
            title.current?.focus({ preventScroll: true })
          }}
        />
      ) : (
        question.body !== '' && <MarkdownView source={question.body} headingOffset={3} htmlAsText />
      )}
      <div className={styles.actions}>
        {place && (
          <Button small variant="quiet" onClick={goToPlace}>
            <MapPin aria-hidden="true" />
            {place}
          </Button>
        )}
        <Button
          small
          variant="quiet"
          writes
          aria-pressed={following}
          onClick={() => acts.follow(id, !following)}
          disabled={acts.busy}
        >
          {following ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
          {following ? 'Following' : 'Follow'}
        </Button>
        {question.state !== 'OPEN' && (question.mine || question.moderates) && (
          <Button small writes onClick={() => acts.reopen(id)} disabled={acts.busy}>
            Reopen
          </Button>
        )}
      </div>
      <Reported post={question} subject={{ questionId: id, answerId: null }} />
    </article>
  )
}

function EditQuestion({ question, onDone }: { question: Question; onDone: () => void }) {
  const client = useData()
  const queries = useQueryClient()
  return (
    <QuestionForm
      label="Edit your question"
      place={`edit-question:${question.id}`}
      initial={question}
      change
      send="Save"
      sending="Saving..."
      failure={(thrown) => questionFailure(questionMessages.editFailed, thrown)}
      onSend={async ({ title, body }) => {
        await editQuestion(client, question.id, title, body)
        await queries.invalidateQueries({ queryKey: questionKeys.all })
      }}
      onClose={onDone}
    />
  )
}

interface AnswerItemProps {
  answer: Answer
  /** Whether the address names this answer. */
  sought: boolean
  /** Null if it was deleted. */
  question: Question | null
  moderation: Moderation | null
}

function AnswerItem({ answer, sought, question, moderation }: AnswerItemProps) {
  const client = useData()
  const queries = useQueryClient()
  const acts = useQuestionActions()
  const [editing, setEditing] = useState(false)
  const article = useRef<HTMLElement>(null)
  const name = askerName(answer)
  useEffect(() => {
    if (!sought) return
    article.current?.scrollIntoView({ block: 'center' })
    article.current?.focus({ preventScroll: true })
  }, [sought])
  useEffect(
    () => (article.current ? recordWhenSeen(article.current, answer.id) : undefined),
    [answer.id],
  )
  const stopEditing = () => {
    setEditing(false)
    // The form is removed, and the focus would be lost with it.
    article.current?.focus({ preventScroll: true })
  }
  const accepts = question !== null && (question.mine || question.moderates)
  return (
    <article
      ref={article}
      tabIndex={-1}
      className={styles.answer}
      aria-label={`Answer by ${name}`}
      data-accepted={answer.accepted || undefined}
    >
      <header className={styles.head}>
        <Byline post={answer} moderation={moderation}>
          {answer.staff && <span className={styles.badge}>Staff</span>}
          {/* People who may accept an answer have a button instead, which says that it is accepted. */}
          {answer.accepted && !accepts && (
            <span className={styles.badge} data-state="ANSWERED">
              <CircleCheck aria-hidden="true" />
              Accepted
            </span>
          )}
        </Byline>
        <QuestionPostMenu
          what="answer"
          post={answer}
          subject={{ questionId: answer.question_id, answerId: answer.id }}
          moderates={question?.moderates ?? false}
          moderation={moderation}
          onEdit={() => setEditing(true)}
        />
      </header>
      {editing ? (
        <Composer
          label="Edit your answer"
          place={`edit-answer:${answer.id}`}
          initial={answer.body}
          send="Save"
          sending="Saving..."
          failure={(thrown) => questionFailure(questionMessages.editFailed, thrown)}
          onSend={async ({ text }) => {
            await editAnswer(client, answer.id, text)
            await queries.invalidateQueries({ queryKey: questionKeys.all })
          }}
          onDone={stopEditing}
          onCancel={stopEditing}
          markdown
          focused
        />
      ) : (
        <MarkdownView source={answer.body} headingOffset={3} htmlAsText />
      )}
      {accepts && (
        <div className={styles.actions}>
          <Button
            small
            writes
            aria-pressed={answer.accepted}
            onClick={() => acts.accept(question.id, answer.accepted ? null : answer.id)}
            disabled={acts.busy}
          >
            <CircleCheck aria-hidden="true" />
            {answer.accepted ? 'Accepted' : 'Accept'}
          </Button>
        </div>
      )}
      <Reported post={answer} subject={{ questionId: answer.question_id, answerId: answer.id }} />
    </article>
  )
}

function Reply({ question }: { question: Question }) {
  const sendPost = useSendPost()
  const { slug = '' } = useParams()
  if (question.state === 'CLOSED') {
    return (
      <p className={styles.muted}>
        This question is closed.
        {question.mine || question.moderates ? ' Reopen it to go on.' : ' You can ask a new one.'}
      </p>
    )
  }
  return (
    <Composer
      label="Your answer"
      place={`answer:${question.id}`}
      send="Send answer"
      sending="Sending..."
      failure={(thrown) => questionFailure(questionMessages.answerFailed, thrown)}
      onSend={({ id: operationId, text: body }) => {
        const { id: questionId, lesson_id: lessonId } = question
        return sendPost(
          { kind: 'answer', lessonId, slug, questionId, body, operationId },
          'Answer sent',
        )
      }}
      markdown
    />
  )
}

type ShownPost = Pick<
  Question | Answer,
  'author' | 'author_id' | 'former' | 'created_at' | 'edited' | 'reported' | 'reasons'
>

interface BylineProps {
  post: ShownPost
  moderation: Moderation | null
  children?: ReactNode
}

function Byline({ post, moderation, children }: BylineProps) {
  return (
    <p className={styles.byline}>
      <bdi className={styles.name}>{askerName(post)}</bdi>
      <span className={styles.muted}>
        <time dateTime={post.created_at}>{localMoment(post.created_at)}</time>
        {post.edited && ' · Edited'}
      </span>
      {moderation?.writers[post.author_id ?? ''] && <span className={styles.badge}>Banned</span>}
      {children}
    </p>
  )
}

interface ReportedProps {
  post: ShownPost
  subject: Subject
}

/** Shows the open reports to people who may dismiss them, and to others whether they have reported the post. */
function Reported({ post: { reported, reasons }, subject }: ReportedProps) {
  const acts = useQuestionActions()
  if (reasons.length === 0) return reported && <p className={styles.muted}>You reported this.</p>
  const given = reasons.filter((reason) => reason !== '')
  return (
    <div className={styles.reported}>
      <p>
        {reasons.length === 1 ? 'Reported by one person' : `Reported by ${reasons.length} people`}
      </p>
      {given.length > 0 && (
        <ul>
          {Array.from(given, (reason, at) => ({ reason, at })).map(({ reason, at }) => (
            <li key={at} dir="auto">
              {reason}
            </li>
          ))}
        </ul>
      )}
      <Button small writes onClick={() => acts.dismiss(subject)} disabled={acts.busy}>
        Dismiss reports
      </Button>
    </div>
  )
}
