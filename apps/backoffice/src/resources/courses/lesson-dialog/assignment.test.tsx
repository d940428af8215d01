import { EMPTY_TESTS, testPart } from '@rookies/data/assignments/edit-tests'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDialog, type } from '../../../test/interact'
import { ALL_RIGHTS, openPart, preparePage } from '../../../test/open-panel'
import { stubResizeObserver } from '../../../test/resize-observer'
import { bootAnswer, type WireAnswer } from '../../../test/wire'
import { LessonDialogHost } from './lesson-dialog-host'

preparePage()

const LESSON = '1e000000-0000-4000-8000-000000000001'
const levels = [
  { title: 'Not yet', points: 0, meaning: 'Something is missing.' },
  { title: 'Met', points: 2, meaning: null },
]
const lesson = {
  id: LESSON,
  title: 'A page about tea',
  description: null,
  duration_sec: 0,
  free_preview: false,
  content_type: 'ASSIGNMENT',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  external_url: null,
  content: 'Build a page.',
  file_key: null,
  file_name: null,
  file_size: null,
  updated_at: '2026-11-05T10:00:00+00:00',
  lesson_attachments: [],
  lesson_files: [],
  assignments: {
    accepts: ['TEXT', 'LINK'],
    due_day: 7,
    due_time: '18:00:00',
    late: 'MARKED',
    cutoff_days: null,
    blind: false,
    ...testPart(EMPTY_TESTS),
    rubric_criteria: [
      { id: 'c2', position: 1, title: 'Reads well', essential: false, levels },
      { id: 'c1', position: 0, title: 'Works', essential: true, levels },
    ],
  },
}

const MOVED = 'b'.repeat(40)
const TESTS = {
  ...{ grader_new_sha: null, grader_seen_at: null, line: 'rookies: rk_1', repository: null },
  ...{ trial: null, connected: 2, judged: 5 },
}
const TRIAL = {
  ...{ id: 't1', verdict: 'PASS', sha: MOVED, commit_url: 'https://github.com/a/b/commit/b' },
  ...{
    suite: 'rotate-node',
    tests: 2,
    failed: 0,
    missing: [],
    received_at: '2026-11-05T10:00:00Z',
  },
  ...{ pushed_at: null, run_url: 'https://github.com/a/b/actions/runs/1' },
  results: ['turns', 'stops'].map((name) => ({ name, ok: true })),
}

beforeEach(stubResizeObserver)

// The panel loads with the dialog, which takes long. Loading it here keeps it out of the timeouts of the tests.
beforeAll(() => import('./lesson-dialog'), 60_000)

async function openAssignment(
  saved: () => WireAnswer = () => ({ body: { id: LESSON } }),
  tests: object = {},
  shown: () => object = () => lesson,
) {
  const { sent } = openPart(
    <LessonDialogHost slug="git" />,
    `/admin/courses?lesson=${LESSON}`,
    bootAnswer(ALL_RIGHTS),
    ({ path, params }) => {
      if (path === 'rpc/save_lesson') return saved()
      if (path === 'rpc/take_grader_commit') return { body: null }
      if (path === 'rpc/assignment_tests') return { body: { ...TESTS, ...tests } }
      return path === 'lessons' && params.get('id') === `eq.${LESSON}` ? { body: [shown()] } : null
    },
  )
  await screen.findByRole('textbox', { name: 'Brief' })
  const dialog = within(await findDialog('Edit Lesson'))
  const assignments = () =>
    sent
      .filter(({ path }) => path === 'rpc/save_lesson')
      .map(({ body }) => (body as { lesson: { assignment: unknown } }).lesson.assignment)
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save Lesson' }))
  const titles = () =>
    dialog
      .getAllByRole('textbox', { name: /^Title of (?!level)/ })
      .map((field) => (field as HTMLInputElement).value)
  return { dialog, assignments, save, sent, titles }
}

const describing = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))

describe('assignment in the lesson dialog (rules/courses#lesson-form)', () => {
  it('the assignment form shows the stored assignment, with the rubric in order and as learners see it', async () => {
    const { dialog, titles } = await openAssignment()
    expect(titles()).toEqual(['Works', 'Reads well'])
    const preview = within(dialog.getByRole('region', { name: 'Rubric as learners see it' }))
    expect(preview.getByText('Work at the level “Not yet” does not pass.')).toBeDefined()
    expect(dialog.getByLabelText('Due on day')).toHaveProperty('value', '7')
    expect(dialog.getByLabelText('At')).toHaveProperty('value', '18:00')
    expect(dialog.getByRole('checkbox', { name: 'Link' })).toHaveProperty('checked', true)
  })

  it('the assignment form adds a criterion with the levels of the one before, and another one when Enter is pressed', async () => {
    const { dialog, assignments, save, titles } = await openAssignment()
    fireEvent.click(dialog.getByRole('button', { name: 'Add Criterion' }))
    const third = dialog.getByRole('textbox', { name: 'Title of criterion 3' })
    expect(document.activeElement).toBe(third)
    type(third, 'Is tested')
    fireEvent.keyDown(dialog.getByRole('textbox', { name: 'Title of Is tested' }), { key: 'Enter' })
    expect(document.activeElement).toBe(
      dialog.getByRole('textbox', { name: 'Title of criterion 4' }),
    )
    expect(titles()).toEqual(['Works', 'Reads well', 'Is tested', ''])
    save()
    await waitFor(() => expect(assignments()).toHaveLength(1))
    const plain = levels.map((level) => ({ ...level, meaning: level.meaning ?? '' }))
    // The empty criterion is not stored.
    expect(assignments()).toEqual([
      {
        accepts: ['TEXT', 'LINK'],
        due_day: 7,
        due_time: '18:00',
        late: 'MARKED',
        cutoff_days: null,
        blind: false,
        ...testPart(EMPTY_TESTS),
        rubric: [
          { id: 'c1', title: 'Works', essential: true, levels: plain },
          { id: 'c2', title: 'Reads well', essential: false, levels: plain },
          {
            title: 'Is tested',
            essential: false,
            levels: levels.map((level) => ({ ...level, meaning: '' })),
          },
        ],
      },
    ])
  })

  it('the assignment form orders criteria by keyboard; Escape restores the order and leaves the dialog open', async () => {
    const { dialog, titles } = await openAssignment()
    const handle = () => dialog.getByRole('button', { name: 'Move Works' })
    fireEvent.keyDown(handle(), { key: ' ' })
    fireEvent.keyDown(handle(), { key: 'ArrowDown' })
    expect(titles()).toEqual(['Reads well', 'Works'])
    expect(dialog.getByText('Works, place 2 of 2.')).toBeDefined()
    expect(document.activeElement).toBe(handle())
    fireEvent.keyDown(handle(), { key: 'Escape' })
    expect(titles()).toEqual(['Works', 'Reads well'])
    fireEvent.keyDown(handle(), { key: ' ' })
    fireEvent.keyDown(handle(), { key: 'ArrowDown' })
    fireEvent.keyDown(handle(), { key: ' ' })
    expect(handle().getAttribute('aria-pressed')).toBe('false')
    expect(titles()).toEqual(['Reads well', 'Works'])
  })

  it('the assignment form says why a blind assignment accepts no link, and stores none', async () => {
    const { dialog, assignments, save } = await openAssignment()
    const blind = dialog.getByRole('checkbox', { name: 'Blind' })
    fireEvent.click(blind)
    const link = dialog.getByRole('checkbox', { name: 'Link' })
    expect(link).toHaveProperty('checked', false)
    expect(link).toHaveProperty('disabled', true)
    const [why] = describing(blind)
    expect(why?.textContent).toContain('because they name their owner')
    save()
    await waitFor(() => expect(assignments()).toMatchObject([{ blind: true, accepts: ['TEXT'] }]))
  })

  it('the assignment form explains the refusal when an author changes whether the assignment is blind', async () => {
    const sentence =
      'Work waits for a review. Whether the assignment is blind changes only when none does.'
    const { dialog, save } = await openAssignment(() => ({
      status: 422,
      body: { code: 'PT422', hint: 'blind', message: sentence, details: null },
    }))
    const blind = dialog.getByRole('checkbox', { name: 'Blind' })
    fireEvent.click(blind)
    save()
    await dialog.findByText(sentence)
    expect(describing(blind).map((part) => part?.textContent)).toContain(sentence)
  })

  it('the dialog does not save an assignment while a level has no title, and moves the focus to that level', async () => {
    const { dialog, assignments, save } = await openAssignment()
    fireEvent.click(dialog.getByRole('button', { name: 'Add Level to Works' }))
    save()
    expect(await dialog.findByText('A level needs a title')).toBeDefined()
    const field = dialog.getByRole('textbox', { name: 'Title of level 3 of Works' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(dialog.getByRole('textbox', { name: 'Points of level 3 of Works' })).toHaveProperty(
      'value',
      '3',
    )
    expect(assignments()).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Remove level 3 of Works' }))
    save()
    await waitFor(() => expect(assignments()).toHaveLength(1))
  })

  it('the dialog sends no assignment for a lesson of another type, so that the stored assignment is kept', async () => {
    const { dialog, assignments, save } = await openAssignment()
    type(dialog.getByLabelText('Due on day'), '9')
    fireEvent.click(dialog.getByRole('tab', { name: /Text/ }))
    save()
    await waitFor(() => expect(assignments()).toEqual([undefined]))
  })
})

describe('tests of an assignment in the lesson dialog (rules/repositories#assignment)', () => {
  const openTests = async (tests: object) => {
    const opened = await openAssignment(undefined, tests)
    fireEvent.click(opened.dialog.getByRole('checkbox', { name: 'Repository' }))
    const workflow = opened.dialog.getByLabelText('Workflow')
    const value = (label: string) => opened.dialog.getByLabelText<HTMLInputElement>(label).value
    return { ...opened, workflow, value }
  }

  it('a pasted assignment.yml fills all fields, which are saved', async () => {
    const { workflow, value, save, assignments } = await openTests({})
    const file = [
      'grader: school/grading/.github/workflows/rotate.yml@v1',
      'suite: rotate-node',
      'paths: [src]',
      'expected: [turns, stops]',
      'tests: gate',
    ].join('\n')
    fireEvent.paste(workflow, { clipboardData: { getData: () => file } })
    await waitFor(() => expect(value('Suite')).toBe('rotate-node'))
    expect(value('Tests that must be there, one in each line')).toBe('turns\nstops')
    save()
    await waitFor(() => expect(assignments()).toHaveLength(1))
    expect(assignments()[0]).toMatchObject({
      ...{ accepts: ['TEXT', 'LINK', 'REPOSITORY'], suite: 'rotate-node', paths: ['src'] },
      ...{ expected: ['turns', 'stops'], tests_do: 'GATE', push_hands_in: false },
      grader: 'school/grading/.github/workflows/rotate.yml@v1',
    })
  })

  it('beside unsaved changes, one press takes the new commit of the workflow into the form, and one expects the tests of a trial', async () => {
    const { dialog, workflow, value } = await openTests({ grader_new_sha: MOVED, trial: TRIAL })
    type(workflow, 'school/grading/.github/workflows/rotate.yml@v1')
    fireEvent.click(await dialog.findByRole('button', { name: 'Accept Commit' }))
    expect(value('Commit of the workflow')).toBe(MOVED)
    expect(dialog.queryByRole('button', { name: 'Accept Commit' })).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Expect These 2 Tests' }))
    expect(value('Tests that must be there, one in each line')).toBe('turns\nstops')
    expect(dialog.queryByRole('button', { name: 'Expect These 2 Tests' })).toBeNull()
  })

  it('one press saves the new commit of the workflow if nothing else changed (rules/repositories#believe)', async () => {
    let taken: string | null = null
    const { dialog, sent } = await openAssignment(undefined, { grader_new_sha: MOVED }, () => ({
      ...lesson,
      assignments: {
        ...{ ...lesson.assignments, accepts: ['REPOSITORY'], grader_sha: taken },
        ...{ grader: 'school/grading/.github/workflows/rotate.yml@v1', suite: 'rotate-node' },
      },
    }))
    taken = MOVED
    fireEvent.click(await dialog.findByRole('button', { name: 'Accept Commit' }))
    const field = dialog.getByLabelText('Commit of the workflow')
    await waitFor(() => expect(field).toHaveProperty('value', MOVED))
    expect(sent.find(({ path }) => path === 'rpc/take_grader_commit')?.body).toEqual({
      ...{ lesson_id: LESSON, sha: MOVED },
    })
    expect(sent.some(({ path }) => path === 'rpc/save_lesson')).toBe(false)
  })
})
