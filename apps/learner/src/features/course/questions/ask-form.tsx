import { AUDIENCES, audienceLabel, STATE_LABELS } from '@rookies/data/questions/question'
import { questionFailure, questionMessages } from '@rookies/data/questions/question-acts'
import { likeQuery } from '@rookies/data/questions/question-queries'
import { useSettled } from '@rookies/ui/timing/use-settled'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useData } from '../../../shared/data-context'
import { currentMoment, type Moment, placeName, placeText } from './moment-place'
import { type Choosing, QuestionForm } from './question-form'
import styles from './questions.module.css'
import type { LessonQuestionsProps } from './questions-section'
import { useSendPost } from './use-send-post'

/** Milliseconds without typing after which questions are looked up. */
const PAUSE_MS = 300

interface AskFormProps extends Pick<LessonQuestionsProps, 'lesson'> {
  /** The title of the cohort that can be an audience. */
  cohort: string | null
  onClose: () => void
}

/** The form for a new question. It stores the place in the lesson at which the person asks. */
export function AskForm({ lesson, cohort, onClose }: AskFormProps) {
  const sendPost = useSendPost()
  const { slug = '' } = useParams()
  const [initial] = useState(() => ({
    ...{ title: '', body: '', audience: 'EVERYONE' as const },
    ...currentMoment(),
  }))
  return (
    <QuestionForm
      label="Ask a question"
      place={`question:${lesson.id}`}
      initial={initial}
      send="Send question"
      sending="Sending..."
      failure={(thrown) => questionFailure(questionMessages.askFailed, thrown)}
      onSend={({ id: operationId, ...input }) =>
        sendPost(
          { kind: 'question', lessonId: lesson.id, slug, words: input, operationId },
          'Question sent',
        )
      }
      onClose={onClose}
      belowTitle={(title) => <LikeThis lessonId={lesson.id} title={title} />}
    >
      {(choosing) => <Choices {...choosing} cohort={cohort} />}
    </QuestionForm>
  )
}

const NOWHERE: Moment = { at_seconds: null, at_heading: null }

/** The place of the question, and who sees it. */
export function Choices({ typed, write, busy, cohort }: Choosing & Pick<AskFormProps, 'cohort'>) {
  const id = useId()
  const chosen = placeText(typed) !== null
  // The place is read once, when the form opens, so that a draft keeps the place at which it was begun.
  const [offered] = useState<Moment>(() => {
    const { at_seconds, at_heading } = chosen ? typed : currentMoment()
    return { at_seconds, at_heading }
  })
  const place = placeName(offered)
  return (
    <>
      {place !== null && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={chosen}
            onChange={() => write(chosen ? NOWHERE : offered)}
            disabled={busy}
          />
          <span>{`Ask about this place: ${place}`}</span>
        </label>
      )}
      <fieldset className={styles.audiences} disabled={busy}>
        <legend>Who sees it?</legend>
        {AUDIENCES.filter((one) => one !== 'COHORT' || cohort !== null).map((one) => (
          <label key={one} className={styles.check}>
            <input
              type="radio"
              name={`${id}-audience`}
              checked={typed.audience === one}
              onChange={() => write({ audience: one })}
            />
            <span>{audienceLabel(one, cohort)}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** Shows questions of the course that are similar to the title. If they cannot be read, nothing is shown. */
function LikeThis({ lessonId, title }: { lessonId: string; title: string }) {
  const words = useSettled(title.trim(), PAUSE_MS)
  const { data } = useQuery({
    ...likeQuery(useData(), lessonId, words),
    placeholderData: (earlier) => earlier,
  })
  if (words.length < 3 || !data || data.length === 0) return null
  return (
    <aside className={styles.like} aria-label="Questions like this">
      <p>Was this asked before?</p>
      <ul>
        {data.map((like) => (
          <li key={like.id}>
            <Link
              to={{ pathname: `../${like.lesson_id}`, search: `?question=${like.id}` }}
              relative="path"
              dir="auto"
            >
              {like.title}
            </Link>
            <span className={styles.muted}>
              {` · ${STATE_LABELS[like.state]}`}
              {like.lesson_id !== lessonId && ` · ${like.lesson}`}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
