/** Query keys of notes: what is saved or deleted invalidates `all`. */
export const noteKeys = {
  all: ['notes'] as const,
  lessons: () => [...noteKeys.all, 'lesson'] as const,
  ofLesson: (lessonId: string) => [...noteKeys.lessons(), lessonId] as const,
  lists: () => [...noteKeys.all, 'list'] as const,
  list: (query: string) => [...noteKeys.lists(), query] as const,
  found: (query: string) => [...noteKeys.all, 'found', query] as const,
}
