import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../database'
import { type Act, SECRET_NAME } from './act'
import { code, exercises, json } from './exercises'

/** Returns, for each function that changes exercises or hands in runs, an action that calls it on a new exercise. */
export function actsOnExercises(db: TestDatabase): Record<string, () => Promise<Act>> {
  const { exercise, group } = exercises(db)
  return {
    hand_in_run: async () => {
      const { lesson, ...made } = await exercise()
      const mia = await db.person({ name: SECRET_NAME })
      await group({ lesson, ...made }, [mia])
      return {
        who: mia,
        args: { lesson_id: lesson, operation_id: randomUUID(), files: json(code(SECRET_NAME)) },
        names: [lesson],
        records: ['exercise_run.hand_in'],
      }
    },
    save_exercise: async () => {
      const { lesson, author } = await exercise()
      const fields = { tests: SECRET_NAME, hidden: SECRET_NAME, solution: code(SECRET_NAME) }
      return {
        who: author,
        args: { lesson_id: lesson, expected_version: 2, exercise: json(fields) },
        names: [lesson],
        records: ['exercise.update'],
      }
    },
  }
}
