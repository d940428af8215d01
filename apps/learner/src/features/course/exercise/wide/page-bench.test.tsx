import { anExercise, shownExercise } from '@rookies/data/testing/exercises'
import * as page from '@rookies/exercise-engine/page'
import type { ExerciseFile } from '@rookies/exercise-engine/run'
import { prepareEditors } from '@rookies/ui/testing/code-editor'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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
  summary,
  visitExercise,
} from '../../../../testing/open-exercise'

const place = {
  show: vi.fn<page.PagePlace['show']>(),
  check: vi.fn<page.PagePlace['check']>(),
  close: vi.fn(),
}
const opened = { on: {} as page.PageEvents, title: '' }

const files: ExerciseFile[] = [
  { path: 'index.html', text: '<h1></h1>\n' },
  { path: 'style.css', text: 'h1 {}\n' },
]
const shown = { ...shownExercise, language: 'PAGE' as const, files, solution_after: null }
const draft = {
  files: [{ path: 'index.html', text: 'mine' }],
  revision: 'd1',
  updated_at: '2026-11-20T10:00:00Z',
  kept: [],
}
const SHOW = 'Show the page'

let portal: ReturnType<typeof visitExercise>
beforeAll(prepareEditors)
beforeEach(() => {
  place.check.mockResolvedValue(pass)
  vi.spyOn(page, 'openPage').mockImplementation((_, title, on = {}) => {
    Object.assign(opened, { on, title })
    return place
  })
})
afterEach(() => {
  portal.leave()
  leaveExercise()
  vi.resetAllMocks()
})

/** Opens a page exercise; `done` says whether the lesson is complete. */
function visit(exercise: object = {}, done = false) {
  portal = visitExercise(
    { shown, can_hand_in: false, ...exercise },
    {
      course_outline: exerciseCourse({ page: true, done }),
      lesson_completions: () => ({ status: 201, body: null }),
    },
  )
}
const tell = (act_: (on: page.PageEvents) => void) => act(() => act_(opened.on))

describe('a page', () => {
  it('shows its files, nothing that hands in, and the button that completes it', async () => {
    visit()
    expect((await editor()).text()).toBe('<h1></h1>\n')
    expect([...document.querySelectorAll('[role="tab"]')].map((one) => one.textContent)).toEqual([
      'index.html',
      'style.css',
      'tests.js, cannot be changed',
    ])
    expect(screen.queryByText('Hand in')).toBeNull()
    expect(screen.queryByLabelText('Where you stand')).toBeNull()
    expect(
      screen.getByText(/^Pages are practice: the checks run in this browser only/),
    ).toBeTruthy()
    expect(await button('Mark As Complete')).toBeTruthy()
  })

  it('has a bar that covers none of its buttons', async () => {
    visit()
    const onward = await button('Complete and continue')
    expect(onward.closest('div[class*="still"]')).not.toBeNull()
    expect(document.querySelector('[data-edge="bar"]')).toBeNull()
  })

  it('that was saved is shown only when the person asks for it', async () => {
    visit({ draft })
    expect((await editor()).text()).toBe('mine')
    expect(screen.getByText(/^Your page appears here/)).toBeTruthy()
    expect(place.show).not.toHaveBeenCalled()
    await press(SHOW)
    await waitFor(() =>
      expect(place.show.mock.calls).toEqual([[[{ path: 'index.html', text: 'mine' }, files[1]]]]),
    )
    tell((on) => on.shown?.())
    expect(opened.title).toBe('Your page')
    expect(screen.queryByText(SHOW)).toBeNull()
  })

  it('follows what the person types, after a pause', async () => {
    visit()
    const index = await editor()
    await act(async () => index.type('<h1>A</h1>'))
    await act(async () => index.type('<h1>AB</h1>'))
    expect(place.show).not.toHaveBeenCalled()
    await waitFor(() => expect(place.show).toHaveBeenCalledOnce(), { timeout: 3_000 })
    expect(place.show.mock.calls[0]?.[0][0]?.text).toBe('<h1>AB</h1>')
  })

  it('tells what it printed and what went wrong, with the line', async () => {
    visit()
    await press(SHOW)
    await waitFor(() => expect(place.show).toHaveBeenCalled())
    const problem = { message: 'Error: no', path: 'style.css', line: 1 }
    tell((on) => {
      on.shown?.()
      on.printed?.(['hello'])
      for (const one of [problem, problem]) on.failed?.(one)
    })
    expect(screen.getByText('hello')).toBeTruthy()
    expect(screen.getAllByText('Error: no')).toHaveLength(1)
    fireEvent.click(screen.getByText('h1 {}', { selector: 'code' }))
    expect((await editor()).text()).toBe('h1 {}\n')
  })

  it('shows its dialogs one after another, and runs again with each answer', async () => {
    visit()
    await press(SHOW)
    await waitFor(() => expect(place.show).toHaveBeenCalledOnce())
    const replay = { seed: 1, answers: ['Ada'], acts: [], alerts: 1 }
    tell((on) => {
      on.shown?.()
      on.stored?.()
      on.said?.('Welcome')
      on.asked?.({ kind: 'prompt', text: 'Your town?', initial: 'Bern', replay })
    })
    expect(screen.getByText('What your page stores is forgotten when it runs again.')).toBeTruthy()
    expect(screen.getByText('Welcome')).toBeTruthy()
    await press('OK')
    expect(place.show).toHaveBeenCalledOnce()
    fireEvent.change(screen.getByLabelText('Your town?'), { target: { value: 'Basel' } })
    await press('OK')
    expect(place.show.mock.lastCall).toEqual([files, { ...replay, answers: ['Ada', 'Basel'] }])
    expect(screen.queryByText('Your town?')).toBeNull()
    expect(screen.queryByText(/^What your page stores/)).toBeNull()
    tell((on) => on.said?.('Late'))
    tell((on) => on.ended?.('SILENT'))
    expect(screen.queryByText('Late')).toBeNull()
  })

  it.each([
    ['SILENT', /^Your page stopped answering/],
    ['UNREACHABLE', /could not be loaded\. Your code is kept\./],
  ] as const)('that ended as %s says so, and can be shown again', async (end, words) => {
    visit()
    await press(SHOW)
    await waitFor(() => expect(place.show).toHaveBeenCalledOnce())
    tell((on) => on.ended?.(end))
    expect(screen.getByText(words).closest('[role="alert"]')).toBeTruthy()
    await press(SHOW)
    expect(place.show).toHaveBeenCalledTimes(2)
  })
})

describe('checking a page', () => {
  it('shows the results, and a hint after a failed check', async () => {
    place.check.mockResolvedValue(fail)
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    visit()
    await press('Check')
    expect(await summary()).toBe('2 of 3 checks failed.')
    expect(scrolled.mock.contexts).toContain(screen.getByLabelText('Check results'))
    expect(place.check).toHaveBeenCalledWith(files, shown.tests, shown.time_ms)
    expect(await screen.findByText('Hint')).toBeTruthy()
    expect(place.show).not.toHaveBeenCalled()
  })

  it('is what Ctrl+Enter does', async () => {
    visit()
    await editor()
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    expect(await summary()).toBe('The check passed.')
  })

  it('says where it cannot run, without a word of handing in', async () => {
    place.check.mockResolvedValue({ verdict: 'UNREACHABLE' })
    visit()
    await press('Check')
    await summary()
    const shownResults = await results()
    expect(shownResults.getByText(/^The part of this page.*Check again when/)).toBeTruthy()
    expect(shownResults.queryByText(/hand in/)).toBeNull()
  })
})

describe('completing a page', () => {
  it('opens the solution once the server has the completion', async () => {
    visit()
    expect(
      await screen.findByText('The solution opens once you have marked this lesson as complete.'),
    ).toBeTruthy()
    portal.answer(
      'exercise_of',
      answered(anExercise({ shown, can_hand_in: false, solution_open: true })),
    )
    await press('Mark As Complete')
    expect(await button('Show the solution')).toBeTruthy()
    expect(screen.queryByText(/staff see/)).toBeNull()
  })

  it('is not offered where nothing is kept', async () => {
    visit({ can_write: false })
    await editor()
    expect(screen.queryByText(/^Pages are practice/)).toBeNull()
    expect(screen.getByText(/^You are reading a free preview/)).toBeTruthy()
  })
})
