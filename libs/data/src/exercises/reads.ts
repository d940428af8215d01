import { reads } from '../records/named'

export const EXERCISE_READS = reads([], {
  'exercises/figures': async () => (await import('./exercise-figures')).readExerciseFigures,
  'exercises/in_course': async () => (await import('./exercise-figures')).readCourseExercises,
  'exercises/of_person': async () => (await import('./exercise-figures')).readPersonExercises,
  'exercises/run': async () => (await import('./exercise-run')).readRun,
  'exercises/runs_of': async () => (await import('./exercise-figures')).readRunsOf,
})
