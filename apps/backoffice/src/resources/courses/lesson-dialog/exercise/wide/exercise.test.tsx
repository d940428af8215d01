import type { RunInput } from '@rookies/exercise-engine/run'
import * as runner from '@rookies/exercise-engine/runner'
import * as editor from '@rookies/ui/code/code-editor'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findDialog, type } from '../../../../../test/interact'
import { ALL_RIGHTS, openPart, preparePage } from '../../../../../test/open-panel'
import { PlainEditor } from '../../../../../test/plain-editor'
import { stubResizeObserver } from '../../../../../test/resize-observer'
import { bootAnswer, type WireAnswer } from '../../../../../test/wire'
import { LessonDialogHost } from '../../lesson-dialog-host'

preparePage()

const runs: RunInput[] = []
let reachable = true
/** If set, every run of the tests waits for this promise. */
let slow: Promise<void> | undefined
/** Replaces the runner of code: a test passes if the code contains the word that the test names. */
const createRunner = (): runner.Runner => ({
  run: async (input) => {
    runs.push(input)
    await slow
    if (!reachable) return { verdict: 'UNREACHABLE' }
    const text = input.files.map((file) => file.text).join('\n')
    const tests = input.tests.split('\n').map((name, at) => {
      const ok = text.includes(name)
      const place = { path: 'tests.js', line: at + 1 }
      const problem = { message: `wants ${name}`, expected: '3', actual: '4', ...place }
      return { name, ok, ...(!ok && { problem }) }
    })
    const verdict = tests.every(({ ok }) => ok) ? 'PASS' : 'FAIL'
    const differing = text.includes('ko-KR') && [{ what: 'times in ko-KR', test: input.tests }]
    return { verdict, tests, ...(differing && { differing }), ms: 3 }
  },
  close: () => {},
})

const LESSON = '1e000000-0000-4000-8000-000000000001'
const MODULE = '1e000000-0000-4000-8000-000000000002'
const stored = {
  language: 'JS',
  files: [
    { path: 'main.js', text: 'start' },
    { path: 'lib.js', text: 'help' },
  ],
  tests: 'adds',
  hidden: 'negative',
  solution: [{ path: 'main.js', text: 'adds negative' }],
  time_ms: 400,
  hints: [{ after: 2, text: 'Use +.' }],
  solution_after: 5,
  practice: false,
}
const lesson = {
  id: LESSON,
  title: 'Return a value',
  description: null,
  duration_sec: 0,
  free_preview: false,
  content_type: 'EXERCISE',
  ...{ video_provider: 'NONE', video_asset_id: null, video_start_sec: 0, external_url: null },
  content: 'Return the sum.',
  ...{ file_key: null, file_name: null, file_size: null },
  updated_at: '2026-11-05T10:00:00+00:00',
  lesson_attachments: [],
  lesson_files: [],
  assignments: null,
  exercises: { version: 0 },
}

beforeEach(() => {
  runs.length = 0
  reachable = true
  slow = undefined
  vi.spyOn(runner, 'createRunner').mockImplementation(createRunner)
  vi.spyOn(editor, 'CodeEditor').mockImplementation(PlainEditor)
  stubResizeObserver()
})

// The panel loads with the dialog, which takes long. Loading it here keeps it out of the timeouts of the tests.
beforeAll(() => Promise.all([import('../../lesson-dialog'), import('../exercise-panel')]), 60_000)

interface Answers {
  save?: () => WireAnswer
  proof?: { state: string; problems: object[] }
  /** The answer of the edge function; by default, the exercise passes the check. */
  verified?: { state: string; problems: object[] }
  proved?: number | null
  /** An answer that replaces the lesson when it is read. */
  read?: () => WireAnswer | null
  /** The edge function answers after this promise. */
  verifying?: Promise<void>
}

async function openExercise(at: string, answers: Answers = {}) {
  let proof = answers.proof ?? { state: 'NONE', problems: [] as object[] }
  let proved = answers.proved ?? null
  let version = 2
  const facts = () => ({ version, proved_version: proved, proof })
  const { sent, router } = openPart(
    <LessonDialogHost slug="git" />,
    `/admin/courses?${at}`,
    bootAnswer(ALL_RIGHTS),
    ({ path, params }) => {
      if (path === 'rpc/save_lesson') {
        version += 1
        return answers.save?.() ?? { body: { id: LESSON } }
      }
      if (path === 'rpc/exercise_to_edit') return { body: { ...stored, ...facts() } }
      if (path === 'rpc/prove_exercise') {
        proof = { state: 'PENDING', problems: [] }
        return { body: facts() }
      }
      if (path === '/functions/v1/verify-run') {
        const settle = () => {
          proof = answers.verified ?? { state: 'PROVED', problems: [] }
          if (proof.state === 'PROVED') proved = version
          return { body: facts() }
        }
        return answers.verifying?.then(settle) ?? settle()
      }
      if (path !== 'lessons' || params.get('id') !== `eq.${LESSON}`) return null
      return answers.read?.() ?? { body: [lesson] }
    },
  )
  const isNew = !at.startsWith('lesson')
  if (isNew) fireEvent.click(await screen.findByRole('tab', { name: /Exercise/ }))
  // The dialog first shows a loading state, so the test waits for the editor.
  await screen.findByLabelText('main.js of Solution')
  const dialog = within(await findDialog(isNew ? 'Create New Lesson' : 'Edit Lesson'))
  const saved = () =>
    sent
      .filter(({ path }) => path === 'rpc/save_lesson')
      .map(
        ({ body }) => (body as { lesson: { exercise: unknown; exercise_version: unknown } }).lesson,
      )
  const code = (name: string) => dialog.getByLabelText(name)
  const results = () => within(dialog.getByRole('region', { name: 'Test results' }))
  const press = (name: string | RegExp) => fireEvent.click(dialog.getByRole('button', { name }))
  const save = () => press('Save Lesson')
  return { dialog, saved, code, results, press, save, sent, router }
}

const EDIT = `lesson=${LESSON}`

describe('exercise in the lesson dialog (rules/courses#lesson-form)', () => {
  it('the exercise form shows the stored exercise without running its tests', async () => {
    const { dialog, code } = await openExercise(EDIT)
    expect(code('main.js of Solution')).toHaveProperty('value', 'adds negative')
    expect(code('tests.js')).toHaveProperty('value', 'adds')
    fireEvent.click(dialog.getByRole('radio', { name: 'Hidden tests' }))
    expect(code('hidden.js')).toHaveProperty('value', 'negative')
    fireEvent.click(dialog.getByRole('radio', { name: 'Starter' }))
    expect(code('main.js of Starter')).toHaveProperty('value', 'start')
    expect(dialog.getByLabelText('Hint 1')).toHaveProperty('value', 'Use +.')
    expect(
      dialog.getByText('In preparation: learners see only the brief until it is proved.'),
    ).toBeDefined()
    await new Promise((done) => requestAnimationFrame(done))
    expect(runs).toEqual([])
  })

  it('the exercise form runs the tests against solution and starter while the author types, and goes to a failing line', async () => {
    const { dialog, code, results } = await openExercise(EDIT)
    type(code('tests.js'), 'adds\nmultiplies')
    await results().findByText('The solution fails 1 of 3 tests.')
    expect(runs.map(({ tests }) => tests)).toEqual([
      'adds\nmultiplies',
      'negative',
      'adds\nmultiplies',
      'negative',
    ])
    expect(results().getByText('The starter fails 3 of 3 tests, as it must.')).toBeDefined()
    const side = within(results().getByRole('region', { name: 'Solution' }))
    expect(side.getByText('3').closest('dl')?.textContent).toBe('Expected3Got4')
    expect(code('tests.js').dataset.marks).toBe('2')
    fireEvent.click(dialog.getByRole('radio', { name: 'Hidden tests' }))
    fireEvent.click(side.getByRole('button', { name: 'tests.js, line 2' }))
    expect(code('tests.js').dataset.line).toBe('2')
    fireEvent.click(dialog.getByRole('radio', { name: 'Hidden tests' }))
    fireEvent.click(dialog.getByRole('radio', { name: 'Shown tests' }))
    expect(code('tests.js').dataset.line).toBeUndefined()
    expect(results().queryByText(/browsers write differently/)).toBeNull()
    type(code('tests.js'), 'adds')
    type(code('main.js of Solution'), 'adds negative ko-KR')
    await results().findByText(
      '“adds” and “negative” ask for times in ko-KR, which browsers write differently.',
    )
    type(code('tests.js'), 'adds\nmultiplies')
    type(code('main.js of Solution'), 'adds multiplies negative')
    await results().findByText(
      'The solution passes all 3 tests. It takes 6 ms of at most 200 ms, half of the time limit.',
    )
  })

  it('the exercise form says when the tests cannot run in this browser, and runs them on another try', async () => {
    reachable = false
    const { results, press } = await openExercise(EDIT)
    press('Run Tests')
    await results().findAllByText(/^The tests cannot run in this browser now/)
    reachable = true
    press('Run Tests')
    await results().findByText(
      'The solution passes all 2 tests. It takes 6 ms of at most 200 ms, half of the time limit.',
    )
  })

  it('the exercise form says that tests need a time limit, and stops tests that run when the limit is removed', async () => {
    const { dialog, code, results, press } = await openExercise(EDIT)
    const limit = dialog.getByLabelText('Time limit in milliseconds')
    let settle = () => {}
    slow = new Promise((resolve) => {
      settle = resolve
    })
    type(code('tests.js'), 'adds\nmultiplies')
    await waitFor(() => expect(runs).toHaveLength(1))
    type(limit, '')
    await results().findByText('To run the tests, enter a time limit.')
    const button = results().getByRole('button', { name: /Run Tests/ })
    expect(button).toHaveProperty('disabled', true)
    await waitFor(() =>
      expect(dialog.getByRole('region', { name: 'Test results' }).ariaBusy).toBe('false'),
    )
    settle()
    slow = undefined
    type(limit, '400')
    press('Run Tests')
    await results().findByText('The solution fails 1 of 3 tests.')
  })

  it('the exercise form adds, renames, orders and removes files, and saves the exercise with the version that was read', async () => {
    const { dialog, code, press, save, saved } = await openExercise(EDIT)
    fireEvent.click(dialog.getByRole('radio', { name: 'Starter' }))
    press('Add File to Starter')
    expect(document.activeElement).toBe(dialog.getByLabelText('Name of the file in Starter'))
    type(dialog.getByLabelText('Name of the file in Starter'), 'deep/new.js')
    type(code('deep/new.js of Starter'), 'more')
    press('Move deep/new.js to the left')
    press('Move deep/new.js to the left')
    // The pressed button is disabled now and has lost the focus.
    const right = dialog.getByRole('button', { name: 'Move deep/new.js to the right' })
    expect(document.activeElement).toBe(right)
    press('Move deep/new.js to the right')
    fireEvent.click(dialog.getByRole('tab', { name: 'main.js' }))
    press('Remove main.js from Starter')
    expect(document.activeElement).toBe(dialog.getByLabelText('Name of the file in Starter'))
    press('Add Hint')
    expect(document.activeElement).toBe(dialog.getByLabelText('Hint 2'))
    type(dialog.getByLabelText('Hint 2'), 'Look again.')
    type(dialog.getByLabelText('Show the solution after failed runs'), '')
    save()
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]).toMatchObject({ exercise_version: 2 })
    expect(saved()[0]?.exercise).toEqual({
      ...stored,
      files: [
        { path: 'deep/new.js', text: 'more' },
        { path: 'lib.js', text: 'help' },
      ],
      hints: [...stored.hints, { after: 5, text: 'Look again.' }],
      solution_after: null,
    })
  })

  it('an author says that the starter may pass all tests, which the results and the saved exercise follow (rules/exercises#practice)', async () => {
    const { dialog, code, results, save, saved } = await openExercise(EDIT)
    fireEvent.click(dialog.getByRole('radio', { name: 'Starter' }))
    type(code('main.js of Starter'), 'adds negative')
    await results().findByText('The starter passes all 2 tests, so there is nothing to do.')
    expect(dialog.getByText(/the starter must fail one of them/)).toBeDefined()
    fireEvent.click(dialog.getByRole('switch', { name: 'Practice' }))
    await results().findByText('The starter passes all 2 tests, and learners improve it.')
    expect(dialog.queryByText(/must fail/)).toBeNull()
    save()
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]?.exercise).toMatchObject({ practice: true })
  })

  it('the dialog does not save an exercise while two files have the same name', async () => {
    const { dialog, save, saved } = await openExercise(EDIT)
    fireEvent.click(dialog.getByRole('radio', { name: 'Starter' }))
    const name = dialog.getByLabelText('Name of the file in Starter')
    type(name, 'lib.js')
    expect(dialog.getByText('Another file has this name.')).toBeDefined()
    save()
    await dialog.findByText('Another file has this name: lib.js')
    expect(saved()).toEqual([])
    type(name, 'main.js')
    save()
    await waitFor(() => expect(saved()).toHaveLength(1))
  })

  it('the server checks the exercise while the dialog stays open, which shows the problems by file and line', async () => {
    const { dialog, code, press, saved } = await openExercise(EDIT, {
      verified: {
        state: 'REFUSED',
        problems: [
          { file: 'solution/main.js', line: 3, message: 'adds fails.' },
          { file: null, line: null, message: 'The starter passes all tests.' },
        ],
      },
    })
    type(code('main.js of Solution'), 'adds')
    press('Save and Prove')
    await dialog.findByText('The proof was refused.')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('The proof was refused.'))
    expect(saved()).toHaveLength(1)
    const problems = within(dialog.getByRole('list', { name: 'Why the proof was refused' }))
    expect(problems.getByText('The starter passes all tests.')).toBeDefined()
    fireEvent.click(dialog.getByRole('radio', { name: 'Starter' }))
    fireEvent.click(problems.getByRole('button', { name: 'solution/main.js, line 3' }))
    expect(code('main.js of Solution').dataset.line).toBe('3')
  })

  it('the exercise form accepts no typing while it is saved and checked, because the text would be lost', async () => {
    let settle = () => {}
    const verifying = new Promise<void>((resolve) => {
      settle = resolve
    })
    const { dialog, code, press, saved } = await openExercise(EDIT, { verifying })
    type(code('main.js of Solution'), 'adds')
    press('Save and Prove')
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(code('main.js of Solution').closest('[inert]')).not.toBeNull()
    expect(code('tests.js').closest('[inert]')).not.toBeNull()
    settle()
    await dialog.findByText('Proved: learners have this version.')
    expect(code('main.js of Solution').closest('[inert]')).toBeNull()
  })

  it("the exercise form shows what was saved if it cannot be read after the server's check", async () => {
    let broken = false
    const { code, press } = await openExercise(EDIT, {
      read: () => (broken ? { status: 400, body: { code: 'P0001', message: 'not now' } } : null),
      save: () => {
        broken = true
        return { body: { id: LESSON } }
      },
    })
    type(code('tests.js'), 'adds\nmine')
    press('Save and Prove')
    await waitFor(() => expect(code('tests.js').closest('[inert]')).toBeNull())
    expect(code('tests.js')).toHaveProperty('value', 'adds\nmine')
  })

  it("the exercise form says that learners can open it once it has passed the server's check", async () => {
    const { dialog, press } = await openExercise(EDIT)
    press('Prove')
    await dialog.findByText('Proved: learners have this version.')
  })

  it('the exercise form stays open after a new lesson is saved and checked, and then edits the stored lesson', async () => {
    const { dialog, press, saved, router } = await openExercise(`new-lesson=${MODULE}`)
    type(dialog.getByLabelText('Title'), 'Sum')
    press('Save and Prove')
    await screen.findByRole('heading', { name: 'Edit Lesson' })
    expect(saved()[0]?.exercise).toMatchObject({ solution: [{ path: 'main.js' }] })
    expect(router.state.location.search).toBe(`?lesson=${LESSON}`)
    const result = 'Proved: learners have this version.'
    await screen.findByText(result)
    await waitFor(() => expect(document.activeElement?.textContent).toBe(result))
    // A person who comes back to the exercise later is not sent there again.
    fireEvent.click(screen.getByRole('tab', { name: /Text/ }))
    fireEvent.click(screen.getByRole('tab', { name: /Exercise/ }))
    await screen.findByText(result)
    expect(document.activeElement?.textContent).not.toBe(result)
  })

  it('goes to the field that keeps it from being proved', async () => {
    const { dialog, press, saved } = await openExercise(EDIT)
    const title = dialog.getByLabelText('Title')
    type(title, '')
    press('Save and Prove')
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(saved()).toEqual([])
  })

  it('the exercise form keeps what the author typed when somebody else has saved the exercise', async () => {
    let theirs = true
    const { dialog, code, save, saved } = await openExercise(EDIT, {
      save: () => {
        const refused = theirs
        theirs = false
        const body = {
          code: 'PT409',
          message: 'Someone else has saved this exercise.',
          hint: 'STALE_EXERCISE',
        }
        return refused ? { status: 409, body } : { body: { id: LESSON } }
      },
    })
    type(code('tests.js'), 'adds\nmine')
    save()
    await waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved()[1]?.exercise).toMatchObject({ tests: 'adds\nmine' })
    expect(saved()[1]?.exercise_version).toBe(3)
    expect(dialog.queryByText(/Failed to save/)).toBeNull()
  })
})
