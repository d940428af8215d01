/** Query keys of courses as learners read them. */
export const courseKeys = {
  all: ['courses'] as const,
  outlines: () => [...courseKeys.all, 'outline'] as const,
  outline: (slug: string) => [...courseKeys.outlines(), slug] as const,
  lessons: () => [...courseKeys.all, 'lesson'] as const,
  lesson: (lessonId: string) => [...courseKeys.lessons(), lessonId] as const,
}
