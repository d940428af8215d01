/** The router state with which a new course's editor opens. */
export const JUST_CREATED = { justCreated: true }

/** Parameter in the editor's address that opens the check of the course. */
export const CHECK_PARAM = 'check'

/** Opens a course's editor with its check. */
export const checkAddress = (courseId: string) => `/admin/courses/${courseId}?${CHECK_PARAM}=1`

/** Parameter in the editor's address that filters the course's files. */
export const FILES_PARAM = 'files'
