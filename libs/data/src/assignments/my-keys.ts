/** The keys of drafts of work in the browser's storage begin with this. */
export const WORK_DRAFTS = 'rookies-work-draft:'

/** Query keys of assignments as their learners see them. */
export const assignmentKeys = {
  all: ['assignments'] as const,
  mine: (lessonId: string) => [...assignmentKeys.all, 'mine', lessonId] as const,
}
