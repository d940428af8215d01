import type { ImportedLesson } from '@rookies/data/course-import/payload'
import { EMPTY_EXERCISE, type ExercisePart } from '@rookies/data/exercises/exercise-part'
import { runExercise } from '@rookies/exercise-engine/run'
import { expect, it } from 'vitest'
import { proveExercises } from './prove-exercises'

const TESTS = "import { two } from './main.js'\ntest('two', () => expect(two).toBe(2))\n"
const main = (text: string) => [{ path: 'main.js', text }]

function lesson(name: string, part: Partial<ExercisePart>): ImportedLesson {
  const exercise: ExercisePart = {
    ...EMPTY_EXERCISE,
    files: main('export const two = 1'),
    tests: TESTS,
    solution: main('export const two = 2'),
    ...part,
  }
  return { source_path: `${name}.md`, exercise } as ImportedLesson
}

it('proves each exercise with code, and says by kind what the others need (rules/courses#exercise-projects)', async () => {
  const seen: number[] = []
  const report = await proveExercises(
    {
      modules: [
        {
          source_path: 'a',
          title: 'A',
          lessons: [
            lesson('good', {}),
            { source_path: 'text.md' } as ImportedLesson,
            lesson('page', { language: 'PAGE' }),
            lesson('wrong', { solution: main('export const two = 3') }),
            lesson('refactoring', { files: main('export const two = 2'), practice: true }),
            lesson('done', { files: main('export const two = 2') }),
            lesson('slow', { solution: main('export const two = 2\nfor (;;);') }),
            lesson('broken', { solution: main('export const one = 1') }),
          ],
        },
      ],
    },
    runExercise,
    { onProgress: ({ done }) => seen.push(done) },
  )
  expect(seen).toEqual([0, 1, 2, 3, 4, 5])
  expect(report).toEqual({
    proved: 2,
    total: 6,
    issues: [
      {
        path: 'wrong.md',
        message: 'The solution fails a test.',
        about: expect.stringContaining('tests.js:2 “two” fails: Expected 2'),
      },
      {
        path: 'done.md',
        message:
          'What learners begin with passes all tests already. If they are to improve code that works, turn on Practice.',
      },
      {
        path: 'slow.md',
        message: 'The solution takes longer than the time limit.',
        about: expect.stringContaining('solution/main.js:2 '),
      },
      {
        path: 'broken.md',
        message: 'The tests or the solution do not run.',
        about: expect.stringContaining('solution/main.js'),
      },
    ],
  })
})

it('ends between two exercises when it is aborted', async () => {
  const abort = new AbortController()
  const proving = proveExercises(
    {
      modules: [{ source_path: 'a', title: 'A', lessons: [lesson('one', {}), lesson('two', {})] }],
    },
    runExercise,
    { signal: abort.signal, onProgress: () => abort.abort(new Error('Closed')) },
  )
  await expect(proving).rejects.toThrow('Closed')
})
