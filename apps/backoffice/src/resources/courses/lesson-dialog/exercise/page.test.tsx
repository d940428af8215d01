import * as page from '@rookies/exercise-engine/page'
import * as editor from '@rookies/ui/code/code-editor'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findDialog, type } from '../../../../test/interact'
import { ALL_RIGHTS, openPart, preparePage } from '../../../../test/open-panel'
import { PlainEditor } from '../../../../test/plain-editor'
import { stubResizeObserver } from '../../../../test/resize-observer'
import { bootAnswer } from '../../../../test/wire'
import { LessonDialogHost } from '../lesson-dialog-host'

preparePage()

const shownPages: string[][] = []

/** Replaces the frames that show and check a page. A check passes if a file contains the text that the check names. */
const openPage: typeof page.openPage = (_, title, on = {}) => ({
  show: (files, replay) => {
    shownPages.push([title, ...files.map(({ path }) => path)])
    if (title === 'Checks') return
    on.shown?.()
    if (replay) on.stored?.()
    else {
      const next = { seed: 1, answers: [], acts: [], alerts: 0 }
      on.asked?.({ kind: 'confirm', text: 'Bake it?', initial: '', replay: next })
    }
  },
  check: async (files, tests) => {
    const results = tests.split('\n').map((name) => {
      const ok = files.some(({ text }) => text.includes(name))
      return { name, ok, ...(!ok && { problem: { message: `no ${name}` } }) }
    })
    return { verdict: results.every(({ ok }) => ok) ? 'PASS' : 'FAIL', tests: results, ms: 3 }
  },
  close: () => {},
})

const LESSON = '1e000000-0000-4000-8000-000000000001'
const stored = {
  language: 'PAGE',
  files: [{ path: 'index.html', text: '<p>Hello</p>' }],
  tests: '<h1>',
  hidden: '',
  solution: [
    { path: 'index.html', text: '<h1>Hello</h1>' },
    { path: 'style.css', text: '' },
  ],
  time_ms: 1000,
  hints: [{ after: 2, text: 'Write a heading.' }],
  solution_after: null,
  practice: false,
}
const lesson = {
  ...{ id: LESSON, title: 'A card', description: null, duration_sec: 0, free_preview: false },
  ...{ content_type: 'EXERCISE', video_provider: 'NONE', video_asset_id: null },
  ...{ video_start_sec: 0, external_url: null, content: 'Write a heading.', file_key: null },
  ...{ file_name: null, file_size: null, updated_at: '2026-11-05T10:00:00+00:00' },
  ...{ lesson_attachments: [], lesson_files: [], assignments: null, exercises: { version: 0 } },
}

// The panel loads with the dialog, which takes long. Loading it here keeps it out of the timeouts of the tests.
beforeAll(() => Promise.all([import('../lesson-dialog'), import('./exercise-panel')]), 60_000)

beforeEach(() => {
  vi.spyOn(page, 'openPage').mockImplementation(openPage)
  vi.spyOn(editor, 'CodeEditor').mockImplementation(PlainEditor)
  stubResizeObserver()
})

it('an exercise of the language Page shows a preview, runs its checks, and is saved even if they fail, without a check by the server', async () => {
  let version = 2
  const { sent } = openPart(
    <LessonDialogHost slug="git" />,
    `/admin/courses?lesson=${LESSON}`,
    bootAnswer(ALL_RIGHTS),
    ({ path, params }) => {
      if (path === 'rpc/save_lesson') {
        version += 1
        return { body: { id: LESSON } }
      }
      if (path === 'rpc/exercise_to_edit') {
        const proof = { state: 'PROVED', problems: [] }
        return { body: { ...stored, version, proved_version: version, proof } }
      }
      return path === 'lessons' && params.get('id') === `eq.${LESSON}` ? { body: [lesson] } : null
    },
  )
  await screen.findByLabelText('index.html of Solution')
  const dialog = within(await findDialog('Edit Lesson'))
  // A stored page is not shown until the author asks for it.
  expect(shownPages).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Show Page' }))
  await waitFor(() =>
    expect(shownPages).toEqual([['Preview of Solution', 'index.html', 'style.css']]),
  )
  // Its question is answered by another run, in which it stores something.
  shownPages.pop()
  fireEvent.click(await dialog.findByRole('button', { name: 'OK' }))
  await dialog.findByText('What the page stores is forgotten when it runs again.')
  expect(shownPages).toEqual([['Preview of Solution', 'index.html', 'style.css']])
  expect(dialog.queryByText('Bake it?')).toBeNull()
  expect(dialog.getByText('Saved: learners have this version.')).toBeDefined()
  expect(dialog.queryByRole('radio', { name: 'Hidden tests' })).toBeNull()
  expect(dialog.queryByLabelText('Show the solution after failed runs')).toBeNull()
  expect(dialog.queryByRole('button', { name: /Prove|^Save$/ })).toBeNull()
  expect(dialog.getByLabelText('Failed checks before hint 1')).toBeDefined()

  type(dialog.getByLabelText('tests.js'), '<h1>\n<ul>')
  const results = within(dialog.getByRole('region', { name: 'Check results' }))
  await results.findByText('The solution fails 1 of 2 checks.')
  expect(results.getByText('The starter fails 2 of 2 checks, as it should.')).toBeDefined()
  expect(dialog.queryByText('Saved: learners have this version.')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Saved: learners have this version.')
  const saves = sent.filter(({ path }) => path === 'rpc/save_lesson')
  expect(saves).toMatchObject([
    { body: { lesson: { exercise_version: 2, exercise: { ...stored, tests: '<h1>\n<ul>' } } } },
  ])
  expect(sent.filter(({ path }) => path === 'rpc/prove_exercise')).toEqual([])

  // Changing the language keeps the code, which the server then has to check again.
  fireEvent.click(dialog.getByRole('radio', { name: 'JavaScript' }))
  expect(dialog.getByLabelText('index.html of Solution')).toBeDefined()
  expect(dialog.getByText('The last changes are not proved yet.')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Save and Prove' })).toBeDefined()
}, 60_000)
