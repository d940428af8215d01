import { anExercise, aRun, shownExercise } from '@rookies/data/testing/exercises'
import { prepareEditors } from '@rookies/ui/testing/code-editor'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as shared from '../../../testing/open-exercise'
import {
  answered,
  button,
  editor,
  exerciseCourse,
  fail,
  leaveExercise,
  pass,
  press,
  results,
  runner,
  summary,
} from '../../../testing/open-exercise'

let portal: ReturnType<typeof shared.visitExercise>
beforeAll(prepareEditors)
afterEach(() => {
  portal.leave()
  leaveExercise()
})

function visitExercise(...visit: Parameters<typeof shared.visitExercise>) {
  portal = shared.visitExercise(...visit)
}
const tab = (path: string) => {
  const found = screen.getByText(path, { selector: '[role="tab"] *' }).closest('button')
  if (!found) throw new Error(`There is no tab ${path}.`)
  return found
}

describe('an exercise', () => {
  it('shows its brief, its files and tests, and no button that completes it', async () => {
    visitExercise()
    expect((await editor()).text()).toBe(shownExercise.files[0]?.text)
    expect(await screen.findByText('a sum')).toBeTruthy()
    expect([...document.querySelectorAll('[role="tab"]')].map((one) => one.textContent)).toEqual([
      'main.js',
      'tests.js, cannot be changed',
    ])
    fireEvent.click(tab('tests.js'))
    const tests = await editor()
    expect(tests.text()).toBe(shownExercise.tests)
    expect(tests.isReadOnly()).toBe(true)
    expect(screen.queryByText('Mark As Complete')).toBeNull()
    expect(screen.queryByText('Complete and continue')).toBeNull()
    expect(screen.queryByText('Lesson Notes')).toBeNull()
  })

  it('moves among its files by arrow keys', async () => {
    visitExercise()
    await editor()
    const first = tab('main.js')
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowLeft' })
    const last = tab('tests.js')
    expect(document.activeElement).toBe(last)
    expect(last.getAttribute('aria-selected')).toBe('true')
    fireEvent.keyDown(last, { key: 'Home' })
    expect(document.activeElement).toBe(first)
  })

  it('says that the code may pass already if it is practice (rules/exercises#practice)', async () => {
    visitExercise({ shown: { ...shownExercise, practice: true } })
    expect(
      await screen.findByText(
        'The code you start with may pass already: improve it without breaking a test.',
      ),
    ).toBeTruthy()
  })

  it('says that it is in preparation, and shows the brief', async () => {
    visitExercise({ shown: null, in_preparation: true, can_hand_in: false })
    expect(await screen.findByText('This exercise is in preparation')).toBeTruthy()
    expect(await screen.findByText('a sum')).toBeTruthy()
    expect(screen.queryByText('Run tests')).toBeNull()
  })

  it('says that it closed while it was on screen, and keeps what was handed in', async () => {
    visitExercise({ shown: null, open: false, can_hand_in: false, runs: [aRun()] })
    expect(await screen.findByText('This lesson is no longer open to you')).toBeTruthy()
    expect(screen.queryByText('This exercise is in preparation')).toBeNull()
    expect(screen.getByLabelText('Earlier runs')).toBeTruthy()
  })

  it('shows what was handed in below the message that the lesson is closed', async () => {
    const run = aRun({ verdict: 'PASS' })
    visitExercise(
      { shown: null, open: false, can_hand_in: false, runs: [run] },
      {
        course_outline: exerciseCourse({ open: false }),
        exercise_run: {
          ...run,
          ...{ lesson_id: 'a', user_id: 'u1', files: [{ path: 'main.js', text: 'then' }] },
        },
      },
    )
    expect(await screen.findByText('Access required')).toBeTruthy()
    const runs = within(await screen.findByLabelText('Earlier runs'))
    const details = runs.getByText('Passed').closest('details')
    details?.toggleAttribute('open', true)
    act(() => void details?.dispatchEvent(new Event('toggle')))
    expect(await runs.findByText('then')).toBeTruthy()
    expect(runs.queryByText('Use this code')).toBeNull()
  })

  it('says why the files are missing, and reads them again', async () => {
    visitExercise(
      {},
      { exercise_of: () => ({ status: 400, body: { code: 'XX000', message: 'refused' } }) },
    )
    expect(await screen.findByText('The files and tests could not be loaded')).toBeTruthy()
    portal.answer('exercise_of', answered(anExercise()))
    await press('Try Again')
    expect(await button('Run tests')).toBeTruthy()
  })
})

describe('running the tests', () => {
  it('does not happen by itself', async () => {
    visitExercise({
      draft: {
        files: [{ path: 'main.js', text: 'mine' }],
        revision: 'd1',
        updated_at: '2026-11-20T10:00:00Z',
        kept: [],
      },
    })
    expect((await editor()).text()).toBe('mine')
    expect(runner.run).not.toHaveBeenCalled()
  })

  it('shows what failed first, with the difference, the line and the console, and announces it', async () => {
    runner.run.mockResolvedValue(fail)
    visitExercise()
    await press('Run tests')
    expect(await summary()).toBe('2 of 3 tests failed.')
    const shown = await results()
    expect(shown.getByText(/First:/).textContent).toBe(
      '2 of 3 tests failed. First: sum, adds. Expected 3, got 4. main.js, line 1.',
    )
    expect(runner.run).toHaveBeenCalledWith({
      language: 'JS',
      files: shownExercise.files,
      tests: shownExercise.tests,
      time_ms: 500,
    })
    const [first, second] = shown.getByLabelText('Failed tests').children
    expect(first?.textContent).toContain('Failed: sum › adds')
    expect(first?.querySelector('details')?.open).toBe(true)
    expect(first?.querySelector('dl')?.textContent).toBe('Expected3Got4')
    // The difference of the values already says this.
    expect(shown.queryByText('Expected 3, but got 4')).toBeNull()
    expect(first?.textContent).toContain('adding 1\nadding 2')
    expect(second?.querySelector('details')?.open).toBe(false)
    expect(shown.getByText('1 test passed').closest('details')?.open).toBe(false)
  })

  it('leads to the line of the code, which is marked', async () => {
    runner.run.mockResolvedValue(fail)
    visitExercise()
    await editor()
    fireEvent.click(tab('tests.js'))
    await press('Run tests')
    await summary()
    fireEvent.click((await results()).getByText(/^Go to/))
    expect(tab('main.js').getAttribute('aria-selected')).toBe('true')
    const { hasFocus, marked } = await editor()
    expect(hasFocus()).toBe(true)
    expect(marked()).toEqual(['export function sum(a, b) {}'])
  })

  it('happens on Ctrl+Enter, in the editor and beside it', async () => {
    runner.run.mockResolvedValue(pass)
    visitExercise()
    const { content } = await editor()
    const enter = { key: 'Enter', ctrlKey: true, keyCode: 13 }
    fireEvent.keyDown(content, { ...enter, bubbles: true, composed: true })
    expect(await summary()).toBe('The test passed.')
    expect(runner.run).toHaveBeenCalledTimes(1)
    fireEvent.keyDown(document.body, enter)
    await waitFor(() => expect(runner.run).toHaveBeenCalledTimes(2))
    expect((await editor()).text()).toBe(shownExercise.files[0]?.text)
  })

  it('says what stopped the run', async () => {
    const problem = { message: 'Your code did not finish within 500 ms.', path: 'main.js', line: 1 }
    const tests = [
      { name: 'adds', ok: false, problem: { message: problem.message }, console: ['here'] },
    ]
    runner.run.mockResolvedValue({ verdict: 'ERROR', tests, problem, ms: 500 })
    visitExercise()
    await press('Run tests')
    const shown = await results()
    // The message is not repeated for each test.
    expect(await shown.findByText(problem.message)).toBeTruthy()
    expect(await summary()).toBe('Your code could not be tested.')
    expect(shown.getByText(/^Go to/).textContent).toBe('Go to main.js, line 1')
    const stopped = within(shown.getByRole('list', { name: 'Failed tests' }))
    expect(stopped.getByText('adds')).toBeTruthy()
    expect(stopped.getByText('here')).toBeTruthy()
  })

  it('says that the part which runs code is out of reach, and that nothing is lost', async () => {
    runner.run.mockResolvedValue({ verdict: 'UNREACHABLE' })
    visitExercise()
    await press('Run tests')
    expect(await (await results()).findByText(/^The part of this page that runs code/)).toBeTruthy()
    expect(await button('Hand in')).toBeTruthy()
  })

  it('says that the code has changed since', async () => {
    runner.run.mockResolvedValue(pass)
    visitExercise()
    await press('Run tests')
    expect(await summary()).toBe('The test passed.')
    const { type } = await editor()
    act(() => type('export const sum = 1'))
    expect(await summary()).toBe('The test passed. You have changed your code since.')
  })

  it('brings hints after as many failed runs as the author says', async () => {
    runner.run.mockResolvedValue(fail)
    const shown = {
      ...shownExercise,
      hints: [
        { after: 1, text: 'Return *a value*.' },
        { after: 3, text: 'Use +.' },
      ],
    }
    visitExercise({ shown })
    await button('Run tests')
    expect(screen.queryByText('Hint 1')).toBeNull()
    await press('Run tests')
    expect(await screen.findByText('Hint 1')).toBeTruthy()
    expect(screen.getByText('Another hint appears after 2 more failed runs.')).toBeTruthy()
    expect(screen.queryByText('Hint 2')).toBeNull()
  })

  it('counts failed runs that were handed in from another device', async () => {
    visitExercise({ failed_runs: 1 })
    expect(await screen.findByText('Hint')).toBeTruthy()
  })

  it('promises no further hint to a person who passed', async () => {
    const hints = [1, 3].map((after) => ({ after, text: 'Use +.' }))
    const passed_at = '2026-11-20T10:00:00Z'
    visitExercise({ shown: { ...shownExercise, hints }, failed_runs: 1, passed_at })
    expect(await screen.findByText('Hint 1')).toBeTruthy()
    expect(screen.queryByText(/^Another hint/)).toBeNull()
  })
})
