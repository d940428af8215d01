/** A toast: the title above, the sentence below; a toast of one line has no title. */
export interface Toast {
  title?: string
  text: string
}

const failure = (text: string): Toast => ({ title: 'Error', text })
const success = (text: string): Toast => ({ title: 'Success', text })

/** Texts of the catalogue and of the course editor (product §8). */
export const COURSE_TOASTS = {
  listFailed: failure('Failed to load courses'),
  statusFailed: failure('Failed to update course status'),
  published: success('Course published'),
  unpublished: success('Course unpublished'),
  created: success('Course created successfully'),
  createFailed: failure('Failed to create course'),
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
} as const satisfies Record<string, Toast>
