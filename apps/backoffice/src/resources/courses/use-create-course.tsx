import { useCallback } from 'react'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'
import { lazyDialog } from '../../kit/lazy-dialog'
import { NEW_COURSE_PARAM } from './course-address'

/** The form loads when it is first opened, because the catalogue itself needs no form. */
const CreateCourse = lazyDialog(
  () => import('./create'),
  (module) => module.CreateCourse,
  { title: 'Create New Course', size: 'form' },
)

/**
 * Returns the Create New Course dialog, and a function that opens it. The address stores whether it is open, so that
 * links and commands can open it.
 */
export function useCreateCourse() {
  const mayCreate = useMay('courses', 'create')
  const { params, change } = useAddressState()
  const open = params.has(NEW_COURSE_PARAM) && mayCreate

  const create = useCallback(() => change({ [NEW_COURSE_PARAM]: 'course' }), [change])
  const close = useCallback(() => change({ [NEW_COURSE_PARAM]: null }, { replace: true }), [change])

  return { create, dialog: <CreateCourse open={open} onClose={close} /> }
}
