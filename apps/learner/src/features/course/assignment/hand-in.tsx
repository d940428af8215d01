import type { MyAssignment } from '@rookies/data/assignments/my-assignment'
import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import styles from './assignment.module.css'
import { HandInForm } from './hand-in-form'
import { useWorkDraft } from './use-work-draft'

interface HandInProps {
  course: CourseOutline
  lesson: LessonBody
  assignment: MyAssignment
  /** The number of rounds that are waiting to be sent. */
  queued: number
  records: boolean
  onHandedIn: () => void
}

/** Shows the form for the next round, or why nothing can be handed in. */
export function HandIn({ course, lesson, assignment, queued, records, onHandedIn }: HandInProps) {
  const work = useWorkDraft(assignment, { slug: course.slug, lesson, queued })
  const [another, setAnother] = useState(false)
  const state = assignment.submission?.state
  const reason = whyNot(assignment, records)
  if (reason !== null) return reason && <p className={styles.muted}>{reason}</p>
  const byPush = assignment.tests?.push_hands_in === true
  if ((state === 'WAITING' || byPush) && !work.begun && !another) {
    return (
      <div>
        <Button onClick={() => setAnother(true)}>
          {byPush ? 'Hand in without a push' : 'Hand in another round'}
        </Button>
        <p className={styles.muted}>
          {byPush ? 'If you want to add a note, or cannot push.' : 'Your place in the queue stays.'}
        </p>
      </div>
    )
  }
  return (
    <HandInForm
      key={assignment.submission?.round ?? 0}
      assignment={assignment}
      work={work}
      focused={another}
      onHandedIn={() => {
        setAnother(false)
        onHandedIn()
      }}
    />
  )
}

/**
 * Returns a sentence that says why nothing can be handed in. Returns an empty text if the page says it elsewhere, and
 * null if work can be handed in.
 */
export function whyNot(
  { submission, due, open, can_hand_in }: MyAssignment,
  records: boolean,
): string | null {
  if (submission?.state === 'PASSED') return ''
  if (!records) return 'In a preview, nothing is handed in.'
  if (due?.shut)
    return 'This assignment is shut: it was due earlier, and late work is not accepted.'
  if (!open) return 'This lesson is no longer open to you. What you handed in stays here.'
  if (!can_hand_in)
    return 'You are reading a free preview. You can hand in once you have the course.'
  return null
}
