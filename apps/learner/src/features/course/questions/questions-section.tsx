import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LazyPart } from '../../../shared/lazy-part'
import { OptionalPart } from '../../../shared/optional-section'
import { Button } from '../../../ui/button'
import styles from './questions-section.module.css'

export interface LessonQuestionsProps {
  lesson: LessonBody
  /** Whether the person pressed the button that asks. */
  asking?: boolean
}

const lessonQuestions = new LazyPart<LessonQuestionsProps>(() => import('./lesson-questions'))

/** The questions of a lesson (rules/questions#asking). Nothing loads before the person opens them. */
export function QuestionsSection({ lesson }: Pick<LessonQuestionsProps, 'lesson'>) {
  const [opened, setOpened] = useState<'list' | 'form' | null>(null)
  const linked = useSearchParams()[0].has('question')
  return (
    <section>
      <h2>Questions</h2>
      {opened !== null || linked ? (
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
