import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../test/open-panel'
import { bootAnswer, type WireAnswer } from '../test/wire'

preparePage()

const NO_COMMUNITIES = { found: 0, total: 0, communities: [] }

/** Opens the form of a new community. */
async function openForm(create: () => WireAnswer | Promise<WireAnswer> = () => ({ body: [] })) {
  const { sent, router } = openPanel(
    '/admin/communities?new=community',
    bootAnswer(ALL_RIGHTS),
    ({ method, path }) => {
      if (path === 'rpc/managed_communities') return { body: NO_COMMUNITIES }
      return method === 'POST' && path === 'communities' ? create() : null
    },
  )
  fireEvent.click(
    (await screen.findAllByRole('button', { name: 'Create Community' }))[0] as Element,
  )
  const name = await screen.findByLabelText('Name')
  const dialog = screen.getByRole('dialog', { name: 'Create Community' })
  const save = within(dialog).getByRole('button', { name: 'Create Community' })
  const created = () =>
    sent.filter(({ method, path }) => method === 'POST' && path === 'communities')
  return { dialog, name, save, created, router }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('a form in a dialog', () => {
  it('shows errors after the first try to save, focuses the first wrong field, and clears errors while the person types', async () => {
    const { dialog, name, save, created } = await openForm()
    fireEvent.blur(name)
    expect(within(dialog).queryByText('Name is required')).toBeNull()
    save.focus()
    fireEvent.click(save)
    expect(await within(dialog).findByText('Name is required')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(await screen.findByText('Missing fields')).toBeDefined()
    type(name, 'Study Hall')
    await waitFor(() => expect(within(dialog).queryByText('Name is required')).toBeNull())
    expect(created()).toEqual([])
  })

  it('asks before it discards unsaved changes, and asks again after a further change', async () => {
    const { dialog, name } = await openForm()
    type(name, 'Study Hall')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(within(dialog).getByText(/^You have unsaved changes\./)).toBeDefined()
    type(name, 'Study Halls')
    expect(await within(dialog).findByRole('button', { name: 'Cancel' })).toBeDefined()
    fireEvent.keyDown(name, { key: 'Escape' })
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Discard Changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks in its footer, which stays visible beside a long form', async () => {
    const { dialog, name } = await openForm()
    type(name, 'Study Hall')
    fireEvent.keyDown(name, { key: 'Escape' })
    const question = within(dialog).getByText(/^You have unsaved changes\./)
    expect(question.closest('.ant-modal-footer')).not.toBeNull()
  })

  it('asks before the person leaves the screen, also while it is closed with unsaved changes', async () => {
    const { router } = openPanel('/admin/invites', bootAnswer(ALL_RIGHTS))
    await router.navigate('/admin/purchases')
    await router.navigate('/admin/notifications')
    await router.navigate('/admin/notifications?new=notification')
    type(await screen.findByLabelText('Title'), 'Welcome')
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    window.history.go(-2)
    await screen.findByText(/They are lost if you leave this page/)
    fireEvent.click(screen.getByText('Stay on This Page'))
    await waitFor(() => expect(window.location.pathname).toBe('/admin/notifications'))
    fireEvent.click(screen.getAllByText('Send Notification')[0] as Element)
    expect(await screen.findByLabelText('Title')).toHaveProperty('value', 'Welcome')
  })

  it('saves once, however often its button is pressed, and closes', async () => {
    let answer: (made: WireAnswer) => void = () => {}
    const { dialog, name, save, created } = await openForm(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    type(name, 'Study Hall')
    fireEvent.click(save)
    await waitFor(() => expect(created()).toHaveLength(1))
    // Enter submits the form again while the answer is pending.
    fireEvent.submit(name)
    await new Promise((later) => setTimeout(later))
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveProperty(
        'disabled',
        true,
      ),
    )
    answer({ status: 201, body: [{ id: 'c1' }] })
    await screen.findByText('Community created')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(created()).toHaveLength(1)
  })

  it("shows the server's error at its field, keeps what was typed, and offers another try when no answer arrived", async () => {
    const answers: WireAnswer[] = [
      { status: 409, body: { code: '23505', message: 'duplicate', details: null, hint: null } },
      { status: 503, body: {} },
      { status: 201, body: [{ id: 'c1' }] },
    ]
    const { dialog, name, save } = await openForm(() => answers.shift() ?? { body: [] })
    type(name, 'Study Hall')
    fireEvent.click(save)
    expect(await within(dialog).findByText('This slug is already in use')).toBeDefined()
    const slug = within(dialog).getByLabelText('Slug')
    await waitFor(() => expect(document.activeElement).toBe(slug))
    expect(within(dialog).queryByText('Failed to create community')).toBeNull()
    type(slug, 'study-hall-2')
    fireEvent.click(save)
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Try Again' }))
    await screen.findByText('Community created')
    expect(answers).toEqual([])
  })
})
