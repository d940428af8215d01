import { CODE_DRAFTS } from '@rookies/data/exercises/my-keys'
import { anExercise, aRun, shownExercise } from '@rookies/data/testing/exercises'
import { prepareEditors } from '@rookies/ui/testing/code-editor'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as shared from '../../../../testing/open-exercise'
import {
  answered,
  button,
  editor,
  exerciseCourse,
  leaveExercise,
  pass,
  press,
  runner,
  standing,
} from '../../../../testing/open-exercise'

let portal: ReturnType<typeof shared.visitExercise>
beforeAll(prepareEditors)
afterEach(() => {
  portal.leave()
  leaveExercise()
})

function visitExercise(...visit: Parameters<typeof shared.visitExercise>) {
  portal = shared.visitExercise(...visit)
}
const sent = (name: string) => portal.asked(name).map(({ body }) => body)
/** Types into the editor that is shown. */
const write = async (text: string) => {
  const { type } = await editor()
  act(() => type(text))
}
const dialog = () =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('dialog[open]')
    if (!found) throw new Error('There is no dialog.')
    return found
  })

describe('handing in', () => {
  it('runs the tests here first, sends the code once, and asks for the verdict', async () => {
    runner.run.mockResolvedValue(pass)
    visitExercise()
    await write('export const sum = (a, b) => a + b')
    const handIn = await button('Hand in')
    // Both clicks happen before the page is rendered again.
    act(() => {
      handIn.click()
      handIn.click()
    })
    await waitFor(() => expect(portal.asked('hand_in_run')).toHaveLength(1))
    expect(sent('hand_in_run')[0]).toMatchObject({
      lesson_id: 'a',
      files: [{ path: 'main.js', text: 'export const sum = (a, b) => a + b' }],
      claimed: 'PASS',
      as_user: 'u1',
    })
    await waitFor(() => expect(sent('verify-run')).toContainEqual({ run_id: 'new' }))
    expect(runner.run).toHaveBeenCalledTimes(1)
  })

  it('says Passed here, and then Confirmed, and completes the lesson', async () => {
    let settle = () => {}
    const settled = new Promise<void>((resolve) => {
      settle = resolve
    })
    visitExercise(
      { runs: [aRun()] },
      {
        'verify-run': async () => {
          await settled
          return { body: {} }
        },
      },
    )
    expect(await (await standing()).findByText(/^Passed here/)).toBeTruthy()
    portal.answer(
      'exercise_of',
      answered(
        anExercise({
          runs: [aRun({ verdict: 'PASS', results: [] })],
          passed_at: '2026-11-20T10:00:02Z',
        }),
      ),
    )
    portal.answer('course_outline', exerciseCourse({ done: true }))
    settle()
    expect(await screen.findByText(/^Confirmed: you passed/)).toBeTruthy()
    await waitFor(() => expect(document.querySelector('aside')?.textContent).toMatch(/completed/i))
  })

  it('shows which tests failed on the server, the hidden ones by their title alone', async () => {
    visitExercise({
      runs: [
        aRun({
          verdict: 'FAIL',
          results: [
            { name: 'adds', ok: true, hidden: false, problem: null },
            { name: 'large numbers', ok: false, hidden: true, problem: null },
          ],
        }),
      ],
      failed_runs: 1,
    })
    const shown = await standing()
    expect(
      await shown.findByText('Passed here, and not confirmed: on the server, 1 of 2 tests failed.'),
    ).toBeTruthy()
    const failed = shown.getByLabelText('Failed tests')
    expect(failed.textContent).toBe('Failed: large numbers Hidden test')
    expect(failed.querySelector('details')).toBeNull()
    // The passed run in this browser does not contradict the verdict.
    runner.run.mockResolvedValue(pass)
    await press('Run tests')
    const here = within(await screen.findByLabelText('Test results'))
    expect(await here.findAllByText('The shown test passed here.')).not.toHaveLength(0)
    expect(here.queryByText('The test passed.')).toBeNull()
  })

  it('says that the server could not run the code', async () => {
    visitExercise({ runs: [aRun({ verdict: 'ERROR', claimed: null })] })
    expect(await (await standing()).findByText(/^The server could not run this code/)).toBeTruthy()
  })

  it('keeps the code until it is connected, and says so', async () => {
    runner.run.mockResolvedValue(pass)
    visitExercise()
    await button('Hand in')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    await press('Hand in')
    expect(
      await screen.findByText(
        'Passed here. Handed in on this device. Saves when you are back online.',
      ),
    ).toBeTruthy()
    expect(portal.asked('hand_in_run')).toHaveLength(0)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(portal.asked('hand_in_run')).toHaveLength(1))
  })

  it('claims nothing if the tests could not run here', async () => {
    runner.run.mockResolvedValue({ verdict: 'UNREACHABLE' })
    visitExercise()
    await press('Hand in')
    await waitFor(() => expect(portal.asked('hand_in_run')).toHaveLength(1))
    expect(sent('hand_in_run')[0]).not.toHaveProperty('claimed')
  })

  it('says before it sends anything that there is too much code', async () => {
    visitExercise()
    await write('x'.repeat(204_801))
    await press('Hand in')
    expect(await screen.findByText('This was not handed in')).toBeTruthy()
    expect(screen.getByText('The files must be less than 200 kB in all')).toBeTruthy()
    expect(portal.asked('hand_in_run')).toHaveLength(0)
    expect(runner.run).not.toHaveBeenCalled()
    await write('less')
    expect(screen.queryByText('This was not handed in')).toBeNull()
  })

  it('is not blamed for a draft that was refused', async () => {
    visitExercise(
      {},
      {
        save_exercise_draft: () => ({
          status: 422,
          body: { code: 'PT422', message: 'The files are too large.' },
        }),
      },
    )
    await write('much')
    expect(await screen.findByText('The files are too large.', {}, { timeout: 5000 })).toBeTruthy()
    expect(screen.getByText('This was not accepted')).toBeTruthy()
    expect(screen.queryByText('This was not handed in')).toBeNull()
  })

  it('does not wait for tests that do not end here', async () => {
    runner.run.mockReturnValue(new Promise(() => undefined))
    visitExercise()
    await write('export const sum = 3')
    await press('Hand in')
    await waitFor(() => expect(portal.asked('hand_in_run')).toHaveLength(1), { timeout: 8_000 })
    expect(sent('hand_in_run')[0]).not.toHaveProperty('claimed')
  })

  it('says of refused code why, until the code is handed in again', async () => {
    runner.run.mockResolvedValue(pass)
    const draft = {
      files: [{ path: 'main.js', text: 'mine' }],
      ...{ revision: 'd1', updated_at: '2026-11-20T10:00:00Z', kept: [] },
    }
    visitExercise(
      { draft },
      { hand_in_run: () => ({ status: 409, body: { code: 'PT409', message: 'In preparation.' } }) },
    )
    await press('Hand in')
    expect(await screen.findByText('This was not accepted')).toBeTruthy()
    portal.answer('hand_in_run', () => ({ body: aRun({ id: 'new' }) }))
    await press('Hand in')
    await waitFor(() => expect(portal.asked('hand_in_run')).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText('This was not accepted')).toBeNull())
  })

  it('is not possible in a preview, which keeps nothing, or without access to the course', async () => {
    visitExercise(
      { can_hand_in: false },
      { course_outline: exerciseCourse({}, { can_preview: true, entitled: false }) },
    )
    expect(await screen.findByText(/^In a preview, nothing is handed in/)).toBeTruthy()
    await write('tried')
    expect((await editor()).text()).toBe('tried')
    expect(screen.queryByText('Hand in')).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
  })

  it('is explained to those who read a free preview', async () => {
    visitExercise({ can_hand_in: false })
    expect(await screen.findByText(/^You are reading a free preview/)).toBeTruthy()
  })
})

describe('the code', () => {
  const draft = (text: string, kept: object[] = []) => ({
    files: [{ path: 'main.js', text }],
    revision: 'd1',
    updated_at: '2026-11-20T10:00:00Z',
    kept: kept as never[],
  })

  it('is stored while the person types, and sent after a pause with the revision that it replaces', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    visitExercise({ draft: draft('one') })
    await write('two')
    await write('three')
    const { content, text } = await editor()
    const shown: string[] = []
    const observer = new MutationObserver(() => shown.push(text()))
    observer.observe(content, { childList: true, characterData: true, subtree: true })
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await waitFor(() => expect(portal.asked('save_exercise_draft')).toHaveLength(1))
    expect(sent('save_exercise_draft')[0]).toMatchObject({
      files: [{ path: 'main.js', text: 'three' }],
      based_on: ['d1'],
    })
    expect(await screen.findByText('Your code is saved.')).toBeTruthy()
    observer.disconnect()
    // The content and the cursor of the editor did not change.
    expect(shown.filter((one) => one !== 'three')).toEqual([])
  })

  it('stays in the editor if another tab sends it, and the exercise is read again', async () => {
    visitExercise({ draft: draft('one') })
    await write('two')
    const [key = ''] = Object.keys(localStorage).filter((one) => one.startsWith(CODE_DRAFTS))
    const entry = JSON.parse(localStorage.getItem(key) ?? '')
    const fromOtherTab = (change: () => void) =>
      act(() => {
        change()
        dispatchEvent(new StorageEvent('storage', { key }))
      })
    portal.answer(
      'exercise_of',
      answered(anExercise({ draft: { ...draft('two'), revision: entry.id } })),
    )
    fromOtherTab(() => localStorage.setItem(key, JSON.stringify({ ...entry, sent: true })))
    fromOtherTab(() => localStorage.removeItem(key))
    expect((await editor()).text()).toBe('two')
    await waitFor(() => expect(portal.asked('exercise_of')).toHaveLength(2))
    expect((await editor()).text()).toBe('two')
  })

  it('of another device is offered beside it, and can be compared, used or dropped', async () => {
    const kept = {
      files: [{ path: 'main.js', text: 'from the phone' }],
      revision: 'k1',
      updated_at: '2026-11-20T09:00:00Z',
    }
    visitExercise({ draft: draft('from the desk', [kept]) })
    const other = within(await screen.findByLabelText('Code of other devices'))
    fireEvent.click(other.getByText('Compare'))
    expect(await other.findByText('from the phone')).toBeTruthy()
    expect(other.getByText('from the desk')).toBeTruthy()
    fireEvent.click(other.getByText('Use this one'))
    await waitFor(async () => expect((await editor()).text()).toBe('from the phone'))
    // Nothing was sent yet.
    expect(portal.asked('save_exercise_draft')).toHaveLength(0)
    expect(screen.queryByLabelText('Code of other devices')).toBeNull()
    fireEvent.click(await screen.findByText('Undo'))
    await waitFor(async () => expect((await editor()).text()).toBe('from the desk'))
  })

  it('starts over after a question', async () => {
    visitExercise({ draft: draft('mine') })
    expect((await editor()).text()).toBe('mine')
    runner.run.mockResolvedValue(pass)
    await press('Run tests')
    const results = await screen.findByLabelText('Test results')
    await waitFor(() => expect(results.textContent).toContain('The test passed.'))
    await press('Start over')
    const asked = within(await dialog())
    fireEvent.click(asked.getByText('Start over'))
    await waitFor(async () => expect((await editor()).text()).toBe(shownExercise.files[0]?.text))
    expect((await button('Start over')).getAttribute('aria-disabled')).toBe('true')
    expect(results.textContent).toBe('What the tests say appears here.')
  })

  it('of an earlier run is shown beside the present code, and can be used again', async () => {
    const run = aRun({
      verdict: 'FAIL',
      results: [{ name: 'adds', ok: false, hidden: false, problem: null }],
    })
    visitExercise(
      { draft: draft('now'), runs: [run] },
      {
        exercise_run: {
          ...run,
          lesson_id: 'a',
          user_id: 'u1',
          files: [{ path: 'main.js', text: 'then' }],
        },
      },
    )
    const runs = within(await screen.findByLabelText('Earlier runs'))
    fireEvent.click(runs.getByText('The test failed'))
    const details = runs.getByText('The test failed').closest('details')
    act(() => details?.dispatchEvent(new Event('toggle')))
    expect(await runs.findByText('then')).toBeTruthy()
    expect(runs.getByText('now')).toBeTruthy()
    fireEvent.click(await runs.findByText('Use this code'))
    await waitFor(async () => expect((await editor()).text()).toBe('then'))
    fireEvent.click(await screen.findByText('Undo'))
    await waitFor(async () => expect((await editor()).text()).toBe('now'))
  })
})

describe('the solution', () => {
  const solution = [{ path: 'main.js', text: 'export const sum = (a, b) => a + b' }]

  it('says when it opens', async () => {
    visitExercise({ failed_runs: 1 })
    expect(
      await screen.findByText(
        'The solution opens once you have passed, or after 2 more failed runs that you hand in.',
      ),
    ).toBeTruthy()
    expect(screen.queryByText('Show the solution')).toBeNull()
  })

  it('asks before it marks that the person looked', async () => {
    visitExercise({ solution_open: true, failed_runs: 3 }, { exercise_solution: solution })
    await press('Show the solution')
    expect(portal.asked('exercise_solution')).toHaveLength(0)
    const asked = within(await dialog())
    portal.answer(
      'exercise_of',
      answered(
        anExercise({ solution_open: true, failed_runs: 3, looked_at: '2026-11-20T10:00:00Z' }),
      ),
    )
    fireEvent.click(asked.getByText('Show the solution'))
    expect(await screen.findByText('export const sum = (a, b) => a + b')).toBeTruthy()
    expect(await screen.findByText(/^You looked at the solution on/)).toBeTruthy()
  })

  it('is shown at once to those who have passed', async () => {
    visitExercise(
      { solution_open: true, passed_at: '2026-11-20T10:00:00Z' },
      { exercise_solution: solution, course_outline: exerciseCourse({ done: true }) },
    )
    await press('Show the solution')
    expect(await screen.findByText('export const sum = (a, b) => a + b')).toBeTruthy()
    expect(document.querySelector('dialog[open]')).toBeNull()
  })
})
