/** The lesson whose dialog is open, in the address. */
export const LESSON_PARAM = 'lesson'
/** The module that a new lesson is being written for, in the address. */
export const NEW_LESSON_PARAM = 'new-lesson'
