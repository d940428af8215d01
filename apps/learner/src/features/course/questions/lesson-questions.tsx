import { isTransient, toDataError } from '@rookies/data/errors'
import {
  type AnyQuestion,
  askerName,
  audienceLabel,
  STATE_LABELS,
} from '@rookies/data/questions/question'
import { questionFailure, questionMessages } from '@rookies/data/questions/question-acts'
import { lessonQuestionsQuery } from '@rookies/data/questions/question-queries'
import { localMoment } from '@rookies/data/time/moment-text'
import { formatCount } from '@rookies/data/wording'
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, MessageCircleQuestion } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useData } from '../../../shared/data-context'
import { ShowMore } from '../../../shared/show-more'
import { useOwnChanges } from '../../../shared/use-own-changes'
import { Button } from '../../../ui/button'
import { AskForm } from './ask-form'
import { placeText } from './moment-place'
import { QuestionThread } from './question-thread'
import styles from './questions.module.css'
import type { LessonQuestionsProps } from './questions-section'
import { WaitingQuestions } from './waiting-posts'

/** The questions of a lesson, or the one that the address names. */
export default function LessonQuestions({ lesson, asking: begins = false }: LessonQuestionsProps) {
  // Whether the form is open. This state is here because the list is mounted again when a person returns from a
  // question.
  const [isAsking, setIsAsking] = useState(begins)
  const chosen = useSearchParams()[0].get('question')
  useOwnChanges('question')
  return chosen === null ? (
    <QuestionList lesson={lesson} isAsking={isAsking} setAsking={setIsAsking} />
  ) : (
    <QuestionThread key={chosen} id={chosen} />
  )
}

interface QuestionListProps {
  lesson: LessonQuestionsProps['lesson']
  isAsking: boolean
  setAsking: (isAsking: boolean) => void
}

function QuestionList({ lesson, isAsking, setAsking }: QuestionListProps) {
  const read = useInfiniteQuery(lessonQuestionsQuery(useData(), lesson.id))
  const ask = useRef<HTMLButtonElement>(null)
  const known = read.data

  const waiting = <WaitingQuestions lessonId={lesson.id} cohort={known?.cohort ?? null} />
  // If the list cannot be read, a person can still ask; the server checks their rights when the question is sent.
  const unread = read.isError && !known
  const closed = unread && !isTransient(toDataError(read.error))
  if (!known && (!unread || closed)) {
    return (
      <div className={styles.questions}>
        {closed ? <ListFailed read={read} /> : <p className={styles.muted}>Loading questions...</p>}
        {waiting}
      </div>
    )
  }
  if (known?.banned) {
    return (
      <div className={styles.questions}>
        <p className={styles.muted}>
          You may not read or write questions here any more. Please ask the people who run this
          course.
        </p>
        {waiting}
      </div>
    )
  }
  const { can_ask: canAsk = true, cohort = null, questions = [] } = known ?? {}
  const close = () => {
    setAsking(false)
    // The button is rendered again in the next frame, and then takes the focus.
    requestAnimationFrame(() => ask.current?.focus())
  }
  return (
    <div className={styles.questions}>
      {unread && <ListFailed read={read} />}
      {known && questions.length === 0 && !isAsking && (
        <p className={styles.muted}>Nobody has asked about this lesson yet.</p>
      )}
      {isAsking && canAsk ? (
        <AskForm lesson={lesson} cohort={cohort} onClose={close} />
      ) : (
        canAsk && (
          <div>
            <Button ref={ask} onClick={() => setAsking(true)}>
              <MessageCircleQuestion aria-hidden="true" />
              Ask a question
            </Button>
          </div>
        )
      )}
      {waiting}
      {questions.length > 0 && (
        <ul className={styles.list}>
          {questions.map((question) => (
            <li key={question.id}>
              <QuestionRow question={question} cohort={cohort} />
            </li>
          ))}
        </ul>
      )}
      {known && (
        <ShowMore
          query={read}
          shown={questions.length}
          label="Show older questions"
          failure={(thrown) => questionFailure(questionMessages.listFailed, thrown)}
        />
      )}
    </div>
  )
}

/** Says that the list could not be read, and offers to retry. */
function ListFailed({ read }: { read: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  return (
    <p role="alert" className={styles.muted}>
      {questionFailure(questionMessages.listFailed, read.error)}{' '}
      <Button small onClick={() => read.refetch()} disabled={read.isFetching}>
        Try Again
      </Button>
    </p>
  )
}

function QuestionRow({ question, cohort }: { question: AnyQuestion; cohort: string | null }) {
  const answers = formatCount(question.answers, 'answer')
  const to = { search: `?question=${question.id}` }
  if (question.gone) {
    return (
      <p className={styles.muted}>
        <Link to={to} preventScrollReset>
          Deleted question
        </Link>
        {` · ${answers}`}
      </p>
    )
  }
  return (
    <>
      <p className={styles.rowTitle}>
        <Link to={to} dir="auto" preventScrollReset>
          {question.title}
        </Link>
        <span className={styles.badge} data-state={question.state}>
          {question.accepted !== null && <CircleCheck aria-hidden="true" />}
          {STATE_LABELS[question.state]}
        </span>
      </p>
      <p className={styles.muted}>
        {[placeText(question), answers].filter(Boolean).join(' · ')}
        {' · '}
        <bdi>{askerName(question)}</bdi>
        {' · '}
        <time dateTime={question.created_at}>{localMoment(question.created_at)}</time>
        {question.audience !== 'EVERYONE' && ` · ${audienceLabel(question.audience, cohort)}`}
        {question.reasons.length > 0 && ' · Reported'}
      </p>
    </>
  )
}
