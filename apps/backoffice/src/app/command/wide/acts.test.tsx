import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type } from '../../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../../test/open-panel'
import { ROLE_RIGHTS } from '../../../test/role-rights'
import { course } from '../../../test/rows'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../../test/wire'
import { DIALOG_ACTS } from '../acts'

preparePage()

/** The answers to searches that find nothing. */
const NOBODY: Record<string, WireAnswer> = {
  'rpc/members': { body: { total: 0, members: [] } },
  'rpc/cohort_list': { body: { total: 0, cohorts: [] } },
}

type Answer = (request: WireRequest) => WireAnswer | Promise<WireAnswer> | null

async function openPalette(
  permissions: object[],
  answer: Answer = () => null,
  { at = '/admin/courses', heading = 'Courses', account = {} } = {},
) {
  const panel = openPanel(
    at,
    bootAnswer(permissions, account),
    (request) => answer(request) ?? NOBODY[request.path] ?? null,
  )
  await screen.findByRole('heading', { level: 1, name: heading })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const palette = await screen.findByRole('dialog', { name: 'Search and commands' })
  const field = await within(palette).findByRole('combobox')
  const find = async (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    await within(palette).findAllByRole('option')
    return within(palette)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  }
  return { ...panel, palette, field, find }
}

const EXPORTED = [
  'Members',
  'Invites',
  'Cohorts',
  'Reviews',
  'Analytics',
  'Notifications',
  'Purchases',
  'Audit logs',
]

it('the palette has every command that has a button', async () => {
  const { find } = await openPalette(ALL_RIGHTS)
  const all = (await find('')).join('\n')
  for (const act of [
    'Create New Course',
    'Import Course',
    'Create Community',
    'Create Invite',
    'Invite Many',
    'Record Purchase',
    'Send Notification',
    ...EXPORTED.map((list) => `Export ${list}`),
  ]) {
    expect(all).toContain(act)
  }
})

it('the palette has only commands that the person has the right to use', async () => {
  const mine = ALL_RIGHTS.filter(
    ({ resource, action }) => action !== 'create' && resource !== 'purchases',
  )
  const { find } = await openPalette(mine)
  const all = (await find('')).join('\n')
  expect(all).not.toMatch(/Create|Import|Invite Many|Record Purchase|Send|Export Purchases/)
  expect(all).toContain('Export Members')
})

it.each(DIALOG_ACTS.map(({ id, to }) => [id, to]))(
  'the command %s opens a dialog',
  async (_, to) => {
    openPanel(to, bootAnswer(ALL_RIGHTS), ({ path }) => NOBODY[path] ?? null)
    expect(await screen.findByRole('dialog')).toBeDefined()
  },
)

it('the command Record Purchase opens the form of a purchase', async () => {
  const { field, find } = await openPalette(ALL_RIGHTS)
  expect((await find('record'))[0]).toContain('Record Purchase')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByRole('dialog', { name: 'Record Purchase' })).toBeDefined()
})

it('the command to export a list begins one export', async () => {
  const { field, find, sent, router } = await openPalette(ALL_RIGHTS)
  expect((await find('export purch'))[0]).toContain('Export Purchases')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(sent.filter(({ path }) => path === 'rpc/begin_export')).toHaveLength(1),
  )
  expect(router.state.location).toMatchObject({ pathname: '/admin/purchases', state: null })
})

/** Returns the text that a request searches among courses; null for another request. */
const searchFor = ({ path, params }: WireRequest) =>
  path === 'courses' ? (params.get('title')?.replaceAll(/^ilike\.\W+|\W+$/g, '') ?? null) : null

const named = (title: string): WireAnswer => ({
  body: [{ ...course, title }],
  range: '0-0/1',
})
const NONE: WireAnswer = { body: [], range: '*/0' }

it('the palette never shows a late answer for another text', async () => {
  let tell = (_: WireAnswer) => {}
  const late = new Promise<WireAnswer>((resolve) => {
    tell = resolve
  })
  const { palette, field, find } = await openPalette(ALL_RIGHTS, (request) => {
    const text = searchFor(request)
    if (text === null) return null
    if (text === 'Slow') return late
    return text === 'Quick' ? named('Quick course') : NONE
  })
  const shown = within(palette)
  type(field, 'xylophone')
  await shown.findByText(/^Nothing found for/)
  type(field, 'Slow')
  await waitFor(() => expect(shown.queryByText(/^Nothing found for/)).toBeNull())
  expect(await find('Quick')).toEqual(['Quick coursePublished'])
  tell(named('Slow course'))
  await late
  expect(await find('Quick')).toEqual(['Quick coursePublished'])
})

it('Enter waits for the answer to the text for which it was pressed', async () => {
  const held: ((answer: WireAnswer) => void)[] = []
  const { field, palette, router } = await openPalette(ALL_RIGHTS, (request) => {
    if (searchFor(request) !== 'Slow') return null
    return new Promise((resolve) => {
      held.push(resolve)
    })
  })
  type(field, 'xylophone')
  await within(palette).findByText(/^Nothing found for/)
  type(field, 'Slow')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(held).toHaveLength(1))
  expect(router.state.location.pathname).toBe('/admin/courses')
  held[0]?.(named('Slow course'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/courses/${course.id}`))
})

it('a failed search for courses can be repeated, and commands work meanwhile', async () => {
  let down = true
  const { palette, field, find } = await openPalette(ALL_RIGHTS, (request) => {
    const text = searchFor(request)
    if (text === null) return null
    if (down) return { status: 400, body: { code: 'XX000', message: 'refused' } }
    return text === 'dash' ? named('Dashing through Git') : NONE
  })
  expect(await find('dash')).toEqual(['Dashboard'])
  expect(await within(palette).findByText('Failed to load courses')).toBeDefined()
  down = false
  fireEvent.click(within(palette).getByRole('button', { name: 'Try Again' }))
  await within(palette).findByRole('option', { name: /^Dashing through Git/ })
  type(field, 'xylophone')
  expect(await within(palette).findByText('Nothing found for “xylophone”')).toBeDefined()
})

it('the palette asks before a command leaves unsaved changes', async () => {
  const { field, find, router } = await openPalette(
    ALL_RIGHTS,
    ({ path }) => (path === 'courses' ? { body: [course] } : null),
    { at: `/admin/courses/${course.id}?tab=details`, heading: course.title },
  )
  type(await screen.findByLabelText('Title'), 'Not saved yet')
  await find('dashboard')
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('button', { name: 'Stay on This Page' }))
  expect(router.state.location.pathname).toBe(`/admin/courses/${course.id}`)
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Not saved yet')
})

it('a moderator finds a person by a part of their name', async () => {
  const quentin = {
    id: 'dd000000-0000-4000-8000-000000000107',
    name: 'Quentin Osei',
    email: 'quentin@example.org',
    role: 'MEMBER',
    created_at: '2026-09-10T08:00:00Z',
    disabled_at: null,
    courses: 0,
  }
  const { palette, field, router, sent } = await openPalette(
    ROLE_RIGHTS.MODERATOR,
    ({ path }) => (path === 'rpc/members' ? { body: { total: 1, members: [quentin] } } : null),
    { at: '/moderator/members', heading: 'Members', account: { role: 'MODERATOR' } },
  )
  type(field, 'quentin')
  const option = await within(palette).findByRole('option', { name: /^Quentin Osei/ })
  expect(option.textContent).toContain('quentin@example.org')
  expect(sent.filter(({ path }) => path === 'rpc/members').at(-1)?.body).toMatchObject({
    query: 'quentin',
  })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/moderator/members/${quentin.id}`),
  )
})
