import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { findDialog, type } from '../../../test/interact'
import { ALL_RIGHTS, openPart, preparePage } from '../../../test/open-panel'
import { stubResizeObserver } from '../../../test/resize-observer'
import { bootAnswer } from '../../../test/wire'
import { LessonDialogHost } from './lesson-dialog-host'

preparePage()

const LESSON = '1e000000-0000-4000-8000-000000000001'
const lesson = {
  id: LESSON,
  title: 'Tea on the web',
  description: null,
  duration_sec: 0,
  free_preview: false,
  content_type: 'EXTERNAL_LINK',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  external_url: null,
  content: null,
  file_key: null,
  file_name: null,
  file_size: null,
  updated_at: '2026-11-05T10:00:00+00:00',
  lesson_attachments: [{ id: 'a1', title: 'Code', url: 'https://example.org/code' }],
  lesson_files: [],
  assignments: null,
}

beforeEach(stubResizeObserver)

// The dialog takes long to load. Loading it here keeps it out of the timeouts of the tests.
beforeAll(() => import('./lesson-dialog'), 60_000)

it('completes and shows links that an author types without a scheme (rules/courses#typed-links)', async () => {
  const { sent } = openPart(
    <LessonDialogHost slug="git" />,
    `/admin/courses?lesson=${LESSON}`,
    bootAnswer(ALL_RIGHTS),
    ({ path, params }) => {
      // A refused save leaves the dialog open.
      if (path === 'rpc/save_lesson') return { status: 500 }
      return path === 'lessons' && params.get('id') === `eq.${LESSON}` ? { body: [lesson] } : null
    },
  )
  const page = await screen.findByLabelText('External URL')
  const dialog = within(await findDialog('Edit Lesson'))
  const attached = dialog.getByLabelText('Attachment URL')
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save Lesson' }))
  const saves = () => sent.filter(({ path }) => path === 'rpc/save_lesson')

  type(page, 'localhost:3000')
  type(attached, 'https://tea-1.github.dev/')
  save()
  expect(await dialog.findByText(/^Only your own computer can open this address/)).toBeDefined()
  expect(dialog.getByText(/^This is the address of your editor/)).toBeDefined()
  expect(saves()).toEqual([])

  type(page, 'my-site.example/tea. ')
  type(attached, 'git@github.com:mia/tea.git')
  fireEvent.click(dialog.getByRole('tab', { name: 'Video' }))
  type(await dialog.findByLabelText('Video URL'), 'youtu.be/dQw4w9WgXcQ.')
  fireEvent.click(dialog.getByRole('tab', { name: 'Link' }))
  save()
  await waitFor(() => expect(saves()).not.toEqual([]))
  expect(saves()[0]?.body).toMatchObject({
    lesson: { external_url: 'https://my-site.example/tea', video_asset_id: 'dQw4w9WgXcQ' },
    attachments: [{ url: 'https://github.com/mia/tea' }],
  })
  expect(dialog.getByLabelText('External URL')).toHaveProperty(
    'value',
    'https://my-site.example/tea',
  )
  expect(attached).toHaveProperty('value', 'https://github.com/mia/tea')
})
