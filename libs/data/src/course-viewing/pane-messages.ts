/** Messages that are shown instead of a lesson (rules/interface#messages). */
export const paneMessages = {
  courseDenied:
    "You don't have access to this course. Please contact support or your administrator.",
  lessonDenied:
    "You don't have access to this lesson. Please contact support or your administrator.",
  noModules: 'This course has no content yet. Please check back later or contact support.',
  noLessons: 'This course has no lessons yet. Please check back later or contact support.',
} as const
