import { lazy, Suspense, useCallback, useState } from 'react'

/** The form is fetched when it is first wanted: the catalogue itself shows no field. */
const CreateCourse = lazy(async () => ({
  default: (await import('./create-course')).CreateCourse,
}))

/** The Create New Course dialog of a screen: how to open it, and where it stands. */
export function useCreateCourse() {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)

  const create = useCallback(() => {
    setWanted(true)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])

  const dialog = wanted && (
    <Suspense>
      <CreateCourse open={open} onClose={close} />
    </Suspense>
  )
  return { create, dialog }
}
