/** Sentences of the viewer and the library, to the letter (rules/interface#messages). */
export const courseMessages = {
  courseNotFound: 'Course not found. Please check the URL and try again.',
  courseFailed: 'Failed to load course. Please try again later.',
  courseDenied:
    "You don't have access to this course. Please contact support or your administrator.",
  lessonDenied:
    "You don't have access to this lesson. Please contact support or your administrator.",
  noModules: 'This course has no content yet. Please check back later or contact support.',
  noLessons: 'This course has no lessons yet. Please check back later or contact support.',
  libraryFailed: 'Failed to load courses. Please try again later.',
} as const
