import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../test/wire'

preparePage()

async function openPalette(
  permissions: object[],
  answer: (request: WireRequest) => WireAnswer | null = () => null,
) {
  const panel = openPanel('/admin/courses', bootAnswer(permissions), answer)
  await screen.findByRole('heading', { level: 1, name: 'Courses' })
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

it('has every act that has a button', async () => {
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

it('has only acts that the person may do', async () => {
  const mine = ALL_RIGHTS.filter(
    ({ resource, action }) => action !== 'create' && resource !== 'purchases',
  )
  const { find } = await openPalette(mine)
  const all = (await find('')).join('\n')
  expect(all).not.toMatch(/Create|Import|Invite Many|Record Purchase|Send|Export Purchases/)
  expect(all).toContain('Export Members')
})

it('opens the form of a purchase', async () => {
  const { field, find } = await openPalette(ALL_RIGHTS)
  expect((await find('record'))[0]).toContain('Record Purchase')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByRole('dialog', { name: 'Record Purchase' })).toBeDefined()
})

it('begins the export of a list, once', async () => {
  const { field, find, sent, router } = await openPalette(ALL_RIGHTS)
  expect((await find('export purch'))[0]).toContain('Export Purchases')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(sent.filter(({ path }) => path === 'rpc/begin_export')).toHaveLength(1),
  )
  expect(router.state.location).toMatchObject({ pathname: '/admin/purchases', state: null })
})
