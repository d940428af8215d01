/** A toast: the title above, the sentence below; a toast of one line has no title. */
export interface Toast {
  title?: string
  text: string
}

const failure = (text: string): Toast => ({ title: 'Error', text })
const success = (text: string): Toast => ({ title: 'Success', text })

/** Instead of what failed, when it failed because the session is over. */
export const NOT_AUTHENTICATED = failure('Not authenticated')

/** Texts of the catalogue and of the course editor (rules/interface#messages). */
export const COURSE_TOASTS = {
  listFailed: failure('Failed to load courses'),
  statusFailed: failure('Failed to update course status'),
  published: success('Course published'),
  unpublished: success('Course unpublished'),
  created: success('Course created successfully'),
  createFailed: failure('Failed to create course'),
  notFound: failure('Course not found'),
  loadFailed: failure('Failed to load course data'),
  saved: success('Course updated successfully'),
  saveFailed: failure('Failed to update course'),
  publishFailed: failure('Failed to publish course'),
  unpublishFailed: failure('Failed to unpublish course'),
  editorPublished: {
    title: 'Course Published!',
    text: 'Your course is now live and visible to users',
  },
  editorUnpublished: { text: 'Course Unpublished' },
  deleted: success('Course deleted'),
  deleteFailed: failure('Failed to delete course'),
  restored: success('Course restored'),
  restoreFailed: failure('Failed to restore course'),
  moduleCreated: success('Module created successfully'),
  moduleCreateFailed: failure('Failed to create module'),
  moduleUpdated: success('Module updated successfully'),
  moduleUpdateFailed: failure('Failed to update module'),
  moduleStale: failure('Someone else has changed this module. Look at its title and save again.'),
  moduleDeleted: success('Module deleted successfully'),
  moduleDeleteFailed: failure('Failed to delete module'),
  moduleRestored: success('Module restored'),
  moduleRestoreFailed: failure('Failed to restore module'),
  lessonSaveFailed: failure('Failed to save lesson'),
  lessonCreated: success('Lesson created successfully'),
  lessonCreateFailed: failure('Failed to create lesson'),
  lessonUpdated: success('Lesson updated successfully'),
  lessonUpdateFailed: failure('Failed to update lesson'),
  lessonDeleted: success('Lesson deleted successfully'),
  lessonDeleteFailed: failure('Failed to delete lesson'),
  lessonRestored: success('Lesson restored'),
  lessonRestoreFailed: failure('Failed to restore lesson'),
  orderFailed: failure('Failed to save the new order'),
  orderStale: failure(
    'Someone else has changed this course. Look at its new order and move again.',
  ),
  binFailed: failure('Failed to load what was deleted'),
} as const satisfies Record<string, Toast>
