import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findDialog, type } from '../../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../../test/open-panel'
import { ROLE_RIGHTS } from '../../../test/role-rights'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../../test/wire'

preparePage()

const course = {
  id: 'c0000000-0000-4000-8000-000000000001',
  title: 'Git from the First Commit',
  slug: 'git',
  status: 'PUBLISHED',
}
const person = (name: string, n: number) => ({
  id: `dd000000-0000-4000-8000-00000000010${n}`,
  name,
  email: `${name.toLowerCase()}@example.org`,
  role: 'MEMBER',
  created_at: '2026-09-10T08:00:00Z',
  disabled_at: null,
  courses: 0,
})
const [ada, linus] = [person('Ada', 0), person('Linus', 1)]
/** The members that a search finds, by the text of the search. */
const SEARCH_RESULTS: Record<string, { total: number; members: object[] }> = {
  crowd: { total: 52, members: [ada, linus] },
  ada: { total: 1, members: [ada] },
  linus: { total: 1, members: [linus] },
}
const textOf = ({ body }: WireRequest) => (body as { query?: string }).query ?? ''

type Answers = Record<string, WireAnswer | ((request: WireRequest) => WireAnswer)>

function openMembers(path: string, answers: Answers, boot = bootAnswer(ALL_RIGHTS)) {
  const known: Answers = {
    'rpc/members': (request) => ({
      body: SEARCH_RESULTS[textOf(request)] ?? { total: 0, members: [] },
    }),
    'rpc/course_titles': { body: [course] },
    courses: { body: [course], range: '0-0/1' },
    ...answers,
  }
  return openPanel(path, boot, (request) => {
    const answer = known[request.path]
    return typeof answer === 'function' ? answer(request) : (answer ?? null)
  })
}

async function changeAccess() {
  fireEvent.click(screen.getByRole('button', { name: 'Change Course Access' }))
  // A loading state comes first, so the test waits for the text of the dialog.
  await screen.findByText(/people selected\.$/)
  return within(await findDialog('Change Course Access'))
}

const counts = (people: number): WireAnswer => ({
  body: { people, touched: people, changes: people, names: ['Ada', 'Linus'], ended: 0, keeps: 0 },
})
const bodies = (sent: readonly WireRequest[]) =>
  sent.filter(({ path }) => path === 'rpc/change_access').map(({ body }) => body)

it('staff grant a course to everybody in a search, and a retry after a failure sends the same request', async () => {
  let broken = true
  const { sent } = openMembers('/admin/members?q=crowd', {
    'rpc/count_access': counts(52),
    'rpc/change_access': () =>
      broken ? { status: 503, body: {} } : { body: { people: 52, changed: 52, last: null } },
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select this page' }))
  expect(screen.getByText('2 selected')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Select all 52' }))
  expect(await screen.findByText('52 selected')).toBeDefined()
  const dialog = await changeAccess()
  expect(dialog.getByText('Choose the courses. 52 people selected.')).toBeDefined()
  fireEvent.click(await dialog.findByRole('switch', { name: /^Git from the First Commit/ }))
  expect(await dialog.findByText(/^52 people will get 1 course\./)).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Grant Courses' }))
  expect(await dialog.findByText(/^Failed to update access/)).toBeDefined()
  broken = false
  fireEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  expect(await dialog.findByText(/^Done: 52 changes for 52 people/)).toBeDefined()
  const [first, again] = bodies(sent)
  expect(first).toMatchObject({ query: 'crowd', course_ids: [course.id] })
  expect(again).toEqual(first)
})

it('staff keep people selected through several searches, and revoke a course for all of them', async () => {
  const { sent } = openMembers(
    '/moderator/members',
    {
      'rpc/count_access': counts(2),
      'rpc/change_access': { body: { people: 2, changed: 2, last: null } },
    },
    bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' }),
  )
  const search = await screen.findByPlaceholderText('Search members...')
  for (const name of ['Ada', 'Linus']) {
    type(search, name.toLowerCase())
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
  expect(await screen.findByText('2 selected')).toBeDefined()
  const dialog = await changeAccess()
  fireEvent.click(await dialog.findByText('Revoke'))
  fireEvent.click(await dialog.findByRole('switch', { name: /^Git from the First Commit/ }))
  expect(
    await dialog.findByText(/^2 people will lose 1 course\. Their progress is kept\./),
  ).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke Courses' }))
  expect(await dialog.findByText(/^Done: 2 changes for 2 people/)).toBeDefined()
  expect(bodies(sent)).toHaveLength(1)
  expect(bodies(sent)[0]).toMatchObject({ people: [ada.id, linus.id], course_ids: [course.id] })
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
})
