import type { MyExercise } from '@rookies/data/exercises/my-exercise'
import { anExercise, aRun } from '@rookies/data/testing/exercises'
import { aLesson, anOutline } from '@rookies/data/testing/outline'
import type { RunInput } from '@rookies/exercise-engine/run'
import * as code from '@rookies/exercise-engine/runner'
import { type EditorInTest, editorIn } from '@rookies/ui/testing/code-editor'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { vi } from 'vitest'
import { aBody } from './fixtures'
import { visitCourse } from './open-course'

/** Fakes the document that runs code. */
export const runner = {
  run: vi.fn<(input: RunInput) => Promise<code.BrowserResult>>(),
  close: vi.fn(),
}

const body = aBody('a', { content_type: 'EXERCISE', content: 'Return **a sum**.' })
export const exerciseCourse = (change: object = {}, outline: object = {}) =>
  anOutline({
    modules: [
      {
        id: 'm',
        title: 'M',
        lessons: [aLesson('a', { type: 'EXERCISE', ...change }), aLesson('b')],
      },
    ],
    ...outline,
  })

export const pass: code.BrowserResult = {
  verdict: 'PASS',
  tests: [{ name: 'adds', ok: true }],
  ms: 3,
}
export const fail: code.BrowserResult = {
  verdict: 'FAIL',
  tests: [
    { name: 'sum > starts', ok: true, console: ['hello'] },
    {
      name: 'sum > adds',
      ok: false,
      problem: {
        message: 'Expected 3, but got 4',
        expected: '3',
        actual: '4',
        path: 'main.js',
        line: 1,
      },
      console: ['adding 1', 'adding 2'],
    },
    { name: 'sum > subtracts', ok: false, problem: { message: 'Not a number' } },
  ],
  ms: 3,
}

/** The answer of `exercise_of()`. */
export const answered = ({ shown, ...known }: MyExercise) => ({
  ...known,
  ...(shown ?? { version: null, files: null, tests: null }),
})

/** Opens an exercise. Drafts and runs that are sent are accepted, and the run waits for its verdict. */
export function visitExercise(exercise: Partial<MyExercise> = {}, answers: object = {}) {
  vi.spyOn(code, 'createRunner').mockReturnValue(runner)
  return visitCourse('/app/courses/git/lesson/a', {
    course_outline: exerciseCourse(),
    lessons: [body],
    exercise_of: answered(anExercise(exercise)),
    save_exercise_draft: ({ body: asked }: { body: { revision: string } }) => ({
      body: { revision: asked.revision, kept: [] },
    }),
    hand_in_run: ({ body: asked }: { body: { claimed?: 'PASS' } }) => ({
      body: aRun({ id: 'new', claimed: asked.claimed ?? null }),
    }),
    'verify-run': () => ({ body: {} }),
    ...answers,
  })
}

/** Clears what a test left in the browser's storage and in memory. */
export function leaveExercise(): void {
  // A browser fires this event when another tab clears the storage. It makes the page drop the drafts that it has in
  // memory.
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  vi.restoreAllMocks()
  runner.run.mockReset()
}

/** Returns the button with this text. The query is not by role, which is slow in a page of this size. */
export const button = async (name: string): Promise<HTMLElement> => {
  const [found] = await screen.findAllByText(name, { selector: 'button' })
  if (!found) throw new Error(`There is no button ${name}.`)
  return found
}
export const press = async (name: string) => fireEvent.click(await button(name))
const region = async (name: string | RegExp) => within(await screen.findByLabelText(name))
export const results = () => region(/^(Test|Check) results$/)
export const standing = () => region('Where you stand')

/** Returns what the page says about the last run. */
export async function summary(): Promise<string> {
  await results()
  return waitFor(() => {
    const text = document.querySelector('[data-verdict]')?.textContent
    if (!text) throw new Error('No run has ended.')
    return text
  })
}

/** Returns the editor that is shown. */
export function editor(): Promise<EditorInTest> {
  return waitFor(() => {
    const panel = document.querySelector('[role="tabpanel"]:not([hidden])')
    if (!panel) throw new Error('There is no file.')
    return editorIn(panel)
  })
}
