import { acts } from '../records/named'

export const EXERCISE_ACTS = acts(['courses'], {
  'exercises/prove':
    () =>
    async (client, asked: { id: string }, _signal, { functions }) =>
      (await import('./edit-exercise')).proveExercise(client, functions, asked),
})
