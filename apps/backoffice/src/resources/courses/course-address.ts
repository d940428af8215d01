/** Parameter in the catalogue's address that opens the Create New Course dialog. */
export const NEW_COURSE_PARAM = 'new'

/** Opens the catalogue with the dialog. */
export const NEW_COURSE_ADDRESS = `/admin/courses?${NEW_COURSE_PARAM}=course`

/** The router state with which a new course's editor opens. */
export const JUST_CREATED = { justCreated: true }

/** Parameter in the editor's address that opens the check of the course. */
export const CHECK_PARAM = 'check'

/** Opens a course's editor with its check. */
export const checkAddress = (courseId: string) => `/admin/courses/${courseId}?${CHECK_PARAM}=1`

/** Parameter in the editor's address that filters the course's files. */
export const FILES_PARAM = 'files'
