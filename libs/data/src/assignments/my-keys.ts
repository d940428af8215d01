/** The prefix of the keys under which the browser stores drafts of work. */
export const WORK_DRAFTS = 'rookies-work-draft:'

/** Query keys of the person's own assignments. */
export const assignmentKeys = {
  all: ['assignments'] as const,
  mine: (lessonId: string) => [...assignmentKeys.all, 'mine', lessonId] as const,
}
