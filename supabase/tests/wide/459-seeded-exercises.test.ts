import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ExerciseFile, runExercise } from '../../../libs/exercise-engine/src/run/run'
import { useDatabase } from '../database'

const db = useDatabase()

interface Seeded {
  lesson: string
  files: ExerciseFile[]
  tests: string
  hidden: string
  solution: ExerciseFile[]
}

test('the exercises of the demo are proved: each starter fails, and each solution passes all tests', async () => {
  const text = readFileSync(new URL('../../seeds/97-exercises.sql', import.meta.url), 'utf8')
  // The rows that the seeds write. The database of these tests has no seeds.
  const query = /create temporary table seeded_exercises as\n(select[^;]*?\) as s \([^)]*\));/.exec(
    text,
  )?.[1]
  const exercises = (await db.owner(query ?? '')) as unknown as Seeded[]
  expect(exercises).toHaveLength(6)
  for (const { lesson, files, tests, hidden, solution } of exercises) {
    const run = (code: ExerciseFile[], by: string) =>
      runExercise({ language: 'JS', files: code, tests: by, time_ms: 250 })
    expect(await run(files, tests), lesson).toMatchObject({ verdict: 'FAIL' })
    for (const by of [tests, hidden]) {
      const { verdict, problem, tests: results } = await run(solution, by)
      expect({ lesson, verdict, problem, failed: results.filter(({ ok }) => !ok) }).toEqual({
        ...{ lesson, verdict: 'PASS', problem: undefined, failed: [] },
      })
    }
  }
})
