import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { IMPORT_PAST } from '@rookies/data/course-import/undo-import'
import { momentText } from '@rookies/data/time/moment-text'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useToasts } from '../../../app/toasts'
import { useAct } from '../../../app/use-act'
import { useInvalidateRead, useRead } from '../../../app/use-read'
import { Question } from '../../../kit/question'
import { useRefreshCatalogue } from '../use-refresh-catalogue'

interface ImportUndoProps {
  courseId: string
  onUndone?: () => void
}

/** Offers to undo the latest import of a course as one act, while that is possible (rules/courses#import). */
export function ImportUndo({ courseId, onUndone }: ImportUndoProps) {
  const [asking, setAsking] = useState(false)
  const toasts = useToasts()
  const navigate = useNavigate()
  const refresh = useRefreshCatalogue()
  const invalidateRead = useInvalidateRead()
  const { data } = useRead('courses/import_to_undo', { input: { id: courseId }, staleTime: 0 })
  const readAgain = () => Promise.all([refresh(), invalidateRead('courses/history')])
  const undo = useAct({
    act: (course: { id: string; made: boolean }) => ({
      name: 'courses/undo_import',
      input: { id: course.id },
    }),
    onSuccess: async (_, { made }) => {
      setAsking(false)
      toasts.succeeded(COURSE_TOASTS.importUndone)
      if (onUndone) onUndone()
      // The course that the import created is in the bin now.
      else if (made) navigate('/admin/courses')
      await readAgain()
    },
    onError: async ({ hint }) => {
      setAsking(false)
      if (hint !== IMPORT_PAST) return toasts.failed(COURSE_TOASTS.importUndoFailed)
      toasts.failed(COURSE_TOASTS.importPast)
      // The course on screen was changed by the undo.
      await readAgain()
    },
    // If only the answer was lost, the import has been undone.
    onSettled: () => invalidateRead('courses/import_to_undo'),
  })
  // If this cannot be read, the rest of the page still works.
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
