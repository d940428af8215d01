/** The prefix of the keys under which the browser stores drafts of code. */
export const CODE_DRAFTS = 'rookies-code-draft:'

/** Query keys of exercises. */
export const exerciseKeys = {
  all: ['exercises'] as const,
  mine: (lessonId: string) => [...exerciseKeys.all, 'mine', lessonId] as const,
  run: (runId: string) => [...exerciseKeys.all, 'run', runId] as const,
  verdict: (runId: string) => [...exerciseKeys.all, 'verdict', runId] as const,
}
