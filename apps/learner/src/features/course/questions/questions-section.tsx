import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { queuedQuestions } from '@rookies/data/questions/queued-posts'
import { MessageCircleQuestion } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LazyPart } from '../../../shared/lazy-part'
import { OptionalPart } from '../../../shared/optional-section'
import { useOutboxState } from '../../../shared/use-outbox-state'
import { Button } from '../../../ui/button'
import styles from './questions-section.module.css'

export interface LessonQuestionsProps {
  lesson: Pick<LessonBody, 'id'>
  /** Whether the person opened the questions by the button that asks one. */
  asking?: boolean
}

const lessonQuestions = new LazyPart<LessonQuestionsProps>(() => import('./lesson-questions'))

interface QuestionsSectionProps extends Pick<LessonQuestionsProps, 'lesson'> {
  /** Whether the lesson is closed to the person. Its questions are then shown only if the address names one. */
  closed?: boolean
}

/** The questions of a lesson (rules/questions#asking). Nothing is requested before the person opens the section. */
export function QuestionsSection({ lesson, closed = false }: QuestionsSectionProps) {
  const [opened, setOpened] = useState<'list' | 'form' | null>(null)
  const linked = useSearchParams()[0].has('question')
  // If the address names a question, the list stays open when the person goes back from that question.
  if (linked && opened === null) setOpened('list')
  const { entries, refused } = useOutboxState()
  const unsent = queuedQuestions([...entries, ...refused], lesson.id).length > 0
  // If a question waits in the outbox, the list opens, so that the person sees whether it was sent.
  if (unsent && opened === null) setOpened('list')

  const heading = useRef<HTMLHeadingElement>(null)
  const wasLinked = useRef(linked)
  useEffect(() => {
    // The link back to the list had the focus and is removed with the question, so the heading takes the focus.
    if (wasLinked.current && !linked) heading.current?.focus()
    wasLinked.current = linked
  }, [linked])

  if (closed && opened === null) return null
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        Questions
      </h2>
      {opened !== null ? (
        <OptionalPart
          subject="The questions"
          part={lessonQuestions}
          props={{ lesson, asking: opened === 'form' }}
        />
      ) : (
        <div className={styles.actions}>
          <Button onClick={() => setOpened('list')}>Show questions</Button>
          <Button variant="quiet" onClick={() => setOpened('form')}>
            <MessageCircleQuestion aria-hidden="true" />
            Ask a question
          </Button>
        </div>
      )}
    </section>
  )
}
