/** The lesson whose dialog is open, in the address. */
export const LESSON_PARAM = 'lesson'
/** The module that a new lesson is being written for, in the address. */
export const NEW_LESSON_PARAM = 'new-lesson'

/** The dialog's name, for a lesson that is there and for a new one of a module. */
export const LESSON_TITLES = { lesson: 'Edit Lesson', module: 'Create New Lesson' } as const
