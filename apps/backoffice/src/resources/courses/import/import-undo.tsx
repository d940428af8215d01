import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { IMPORT_PAST } from '@rookies/data/course-import/undo-import'
import { momentText } from '@rookies/data/time/moment-text'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useToasts } from '../../../app/toasts'
import { useAct } from '../../../app/use-act'
import { useRead } from '../../../app/use-read'
import { Question } from '../../../kit/question'

interface ImportUndoProps {
  courseId: string
  onUndone?: () => void
}

/** Offers to undo the latest import of a course in one step, while that is possible (rules/courses#import). */
export function ImportUndo({ courseId, onUndone }: ImportUndoProps) {
  const [asking, setAsking] = useState(false)
  const toasts = useToasts()
  const navigate = useNavigate()
  const { data } = useRead('courses/import_to_undo', { input: { id: courseId }, staleTime: 0 })
  const undo = useAct({
    act: (course: { id: string; made: boolean }) => ({
      name: 'courses/undo_import',
      input: { id: course.id },
    }),
    onSuccess: (_, { made }) => {
      setAsking(false)
      toasts.succeeded(COURSE_MESSAGES.importUndone)
      if (onUndone) onUndone()
      // Undoing the import has moved the course that it created to the bin.
      else if (made) navigate('/admin/courses')
    },
    onError: ({ hint }) => {
      setAsking(false)
      toasts.failed(
        hint === IMPORT_PAST ? COURSE_MESSAGES.importPast : COURSE_MESSAGES.importUndoFailed,
      )
    },
  })
  // If the latest import cannot be read, only this part is left out.
  if (!data?.latest) return null
  const { at, who, made } = data.latest
  return (
    <>
      <Alert
        type="info"
        message={`Imported ${momentText(at)}${who === null ? '' : ` by ${who}`}.`}
        description="Nothing has changed since, so you can undo the whole import."
        action={<Button onClick={() => setAsking(true)}>Undo Import</Button>}
        style={{ marginBottom: 'var(--space-4)' }}
      />
      {asking && (
        <Question
          title="Undo this import?"
          confirm="Undo Import"
          danger
          busy={undo.isPending}
          onConfirm={() => undo.mutate({ id: courseId, made })}
          onClose={() => setAsking(false)}
        >
          <p>
            {made
              ? 'The import created this course. The course moves to the bin, and you can restore it for 30 days.'
              : 'Texts, order, attachments, cover and status go back to what they were. Lessons that the import added move to the bin, lessons that it moved there come back, and no progress is lost.'}
          </p>
        </Question>
      )}
    </>
  )
}
