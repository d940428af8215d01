import { isRowId } from '@rookies/data/refine/row-id'
import { lazy, Suspense, useCallback } from 'react'
import { useAddressState } from '../../../app/use-address-state'
import { LESSON_PARAM, NEW_LESSON_PARAM } from './lesson-address'

/** The form, the previews and what they need are fetched when they are first wanted. */
const LessonDialog = lazy(async () => ({
  default: (await import('./lesson-dialog')).LessonDialog,
}))

/** The lesson dialog where the address asks for it, so that a link leads to the very lesson. */
export function LessonDialogHost() {
  const { params, change } = useAddressState()
  const lessonId = params.get(LESSON_PARAM) ?? ''
  const moduleId = params.get(NEW_LESSON_PARAM) ?? ''
  const onClose = useCallback(
    () => change({ [LESSON_PARAM]: null, [NEW_LESSON_PARAM]: null }, { replace: true }),
    [change],
  )
  const id = isRowId(lessonId) ? lessonId : moduleId
  if (!isRowId(id)) return null
  return (
    <Suspense>
      <LessonDialog
        key={id}
        kind={id === lessonId ? 'lesson' : 'module'}
        id={id}
        onClose={onClose}
      />
    </Suspense>
  )
}
