import { isRowId } from '@rookies/data/records/row-id'
import { useCallback, useState } from 'react'
import { useAddressState } from '../../../app/use-address-state'
import { lazyDialog } from '../../../kit/lazy-dialog'
import { LESSON_PARAM, LESSON_TITLES, NEW_LESSON_PARAM } from './lesson-address'

/** The dialog with its previews and libraries loads when it is first opened. */
const LessonDialog = lazyDialog(
  () => import('./lesson-dialog'),
  (module) => module.LessonDialog,
  ({ kind }) => ({ title: LESSON_TITLES[kind], size: 'editor' }),
)

/**
 * Shows the lesson dialog while the address asks for it, so that a link can open it. `slug` is the slug of the
 * course.
 */
export function LessonDialogHost({ slug }: { slug: string }) {
  const { params, change } = useAddressState()
  const lessonId = params.get(LESSON_PARAM) ?? ''
  const moduleId = params.get(NEW_LESSON_PARAM) ?? ''
  const onClose = useCallback(
    () => change({ [LESSON_PARAM]: null, [NEW_LESSON_PARAM]: null }, { replace: true }),
    [change],
  )
  const [created, setCreated] = useState<string | null>(null)
  const onCreated = useCallback(
    (made: string) => {
      setCreated(made)
      change({ [LESSON_PARAM]: made, [NEW_LESSON_PARAM]: null }, { replace: true })
    },
    [change],
  )
  const id = isRowId(lessonId) ? lessonId : moduleId
  if (!isRowId(id)) return null
  const kind = id === lessonId ? 'lesson' : 'module'
  return (
    <LessonDialog
      key={id}
      kind={kind}
      id={id}
      slug={slug}
      wasCreated={id === created}
      onClose={onClose}
      onCreated={onCreated}
    />
  )
}
