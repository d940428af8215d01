/** Messages of the viewer and the library, with their exact text (rules/interface#messages). */
export const courseMessages = {
  courseNotFound: 'Course not found. Please check the URL and try again.',
  courseFailed: 'Failed to load course. Please try again later.',
  libraryFailed: 'Failed to load courses. Please try again later.',
} as const

/**
 * Returns the message for content that needs a connection (rules/learning#offline). `subject` begins the sentence and
 * `verb` follows. While the content is still being requested, the message does not say that it cannot be shown.
 */
export function needsConnection(
  subject: string,
  fetching = false,
  verb: 'needs' | 'need' = 'needs',
): { title: string; message: string } {
  return {
    title: `${subject} ${verb} a connection`,
    message: fetching
      ? 'Loading it now...'
      : 'Only the texts of courses that you have started are saved on this device.',
  }
}
