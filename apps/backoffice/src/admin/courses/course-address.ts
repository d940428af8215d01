/** Whether the Create New Course dialog is open, in the address of the catalogue. */
export const NEW_COURSE_PARAM = 'new'

/** Leads to the catalogue with the dialog open. */
export const NEW_COURSE_ADDRESS = `/admin/courses?${NEW_COURSE_PARAM}=course`
