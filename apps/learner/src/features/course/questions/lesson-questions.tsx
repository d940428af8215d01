import { localMoment } from '@rookies/data/dates/moment'
import { dataProject } from '@rookies/data/env'
import { watchOwnChanges } from '@rookies/data/live/own-changes'
import {
  type AnyQuestion,
  askerName,
  audienceLabel,
  STATE_LABELS,
} from '@rookies/data/questions/question'
import { questionFailure, questionMessages } from '@rookies/data/questions/question-acts'
import { lessonQuestionsQuery, questionKeys } from '@rookies/data/questions/question-queries'
import { currentUserId } from '@rookies/data/session/current-user'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, MessageCircleQuestion } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useData } from '../../../shared/data-context'
import { Button } from '../../../ui/button'
import { AskForm } from './ask-form'
import { placeText } from './moment-place'
import { QuestionThread } from './question-thread'
import styles from './questions.module.css'
import type { LessonQuestionsProps } from './questions-section'

/** The questions of a lesson, or the one that the address names. */
export default function LessonQuestions({ lesson, asking: begins = false }: LessonQuestionsProps) {
  // The list is mounted again when a person comes back from a question, so the state is kept here.
  const [asking, setAsking] = useState(begins)
  const chosen = useSearchParams()[0].get('question')
  const client = useData()
  const queries = useQueryClient()
  const person = currentUserId(queries)
  useEffect(() => {
    if (person === undefined) return
    const project = dataProject(import.meta.env, location.origin)
    return watchOwnChanges(client, queries, project, person, questionKeys.all)
  }, [client, queries, person])
  return chosen === null ? (
    <QuestionList lesson={lesson} asking={asking} setAsking={setAsking} />
  ) : (
    <QuestionThread key={chosen} id={chosen} />
  )
}

interface QuestionListProps {
  lesson: LessonQuestionsProps['lesson']
  asking: boolean
  setAsking: (asking: boolean) => void
}

function QuestionList({ lesson, asking, setAsking }: QuestionListProps) {
  const read = useInfiniteQuery(lessonQuestionsQuery(useData(), lesson.id))
  const ask = useRef<HTMLButtonElement>(null)
  const known = read.data

  if (read.isError && !known) {
    return (
      <p role="alert" className={styles.muted}>
        {questionFailure(questionMessages.listFailed, read.error)}{' '}
        <Button small onClick={() => read.refetch()} disabled={read.isFetching}>
          Try Again
        </Button>
      </p>
    )
  }
  if (!known) return <p className={styles.muted}>Loading questions...</p>
  if (known.banned) {
    return (
      <p className={styles.muted}>
        You may not read or write questions here any more. Please ask the people who run this
        course.
      </p>
    )
  }
  const close = () => {
    setAsking(false)
    // The button returns with the next drawing.
    requestAnimationFrame(() => ask.current?.focus())
  }
  return (
    <div className={styles.questions}>
      {known.questions.length === 0 && !asking && (
        <p className={styles.muted}>Nobody has asked about this lesson yet.</p>
      )}
      {asking && known.can_ask ? (
        <AskForm lesson={lesson} cohort={known.cohort} onClose={close} />
      ) : (
        known.can_ask && (
          <div>
            <Button ref={ask} onClick={() => setAsking(true)}>
              <MessageCircleQuestion aria-hidden="true" />
              Ask a question
            </Button>
          </div>
        )
      )}
      {known.questions.length > 0 && (
        <ul className={styles.list}>
          {known.questions.map((question) => (
            <li key={question.id}>
              <QuestionRow question={question} cohort={known.cohort} />
            </li>
          ))}
        </ul>
      )}
      {known.next !== null && (
        <div>
          <Button onClick={() => read.fetchNextPage()} disabled={read.isFetchingNextPage}>
            {read.isFetchingNextPage ? 'Loading...' : 'Show older questions'}
          </Button>
        </div>
      )}
    </div>
  )
}

function QuestionRow({ question, cohort }: { question: AnyQuestion; cohort: string | null }) {
  const answers = question.answers === 1 ? '1 answer' : `${question.answers} answers`
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
