/** Whether the Create New Course dialog is open, in the address of the catalogue. */
export const NEW_COURSE_PARAM = 'new'

/** Leads to the catalogue with the dialog open. */
export const NEW_COURSE_ADDRESS = `/admin/courses?${NEW_COURSE_PARAM}=course`

/** What the screen that has created a course tells its editor. */
export const JUST_CREATED = { justCreated: true }

/** Whether the check of a course is open, in the address of its editor. */
export const CHECK_PARAM = 'check'

/** Leads to a course's editor with its check open. */
export const checkAddress = (courseId: string) => `/admin/courses/${courseId}?${CHECK_PARAM}=1`

/** Which files of a course are shown, in the address of its editor. */
export const FILES_PARAM = 'files'
