import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyDialog } from '../../ui/lazy-dialog'
import { NEW_COURSE_PARAM } from './course-address'

/** The form is fetched when it is first wanted: the catalogue itself shows no field. */
const CreateCourse = lazyComponent(
  () => import('./create-course'),
  (module) => module.CreateCourse,
)

/**
 * The Create New Course dialog: how to open it, and where it stands. Whether it is open is in the
 * address, so that a link, or a command from another screen, leads to it.
 */
export function useCreateCourse() {
  const mayCreate = useMay('courses', 'create')
  const { params, change } = useAddressState()
  const open = params.has(NEW_COURSE_PARAM) && mayCreate
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)

  const create = useCallback(() => change({ [NEW_COURSE_PARAM]: 'course' }), [change])
  const close = useCallback(() => change({ [NEW_COURSE_PARAM]: null }, { replace: true }), [change])

  const dialog = wanted && (
    <LazyDialog open={open} title="Create New Course" size="form" onClose={close}>
      <CreateCourse open={open} onClose={close} />
    </LazyDialog>
  )
  return { create, dialog }
}
