/** Parameter for the lesson whose dialog is open. */
export const LESSON_PARAM = 'lesson'
/** Parameter for the module of a new lesson. */
export const NEW_LESSON_PARAM = 'new-lesson'

/** The dialog's titles for an existing lesson and for a new lesson of a module. */
export const LESSON_TITLES = { lesson: 'Edit Lesson', module: 'Create New Lesson' } as const
