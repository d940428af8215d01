import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { type } from '../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { course } from '../../test/rows'
import { bootAnswer } from '../../test/wire'
import { InPlaceForm } from '../in-place-form'

preparePage()

/** Opens the form of a new module in the course editor. */
async function openField() {
  const { router } = openPanel(`/admin/courses/${course.id}`, bootAnswer(ALL_RIGHTS), ({ path }) =>
    path === 'courses' ? { body: [course] } : path === 'modules' ? { body: [] } : null,
  )
  fireEvent.click((await screen.findAllByRole('button', { name: /^Add .*Module$/ }))[0] as Element)
  return { router, field: await screen.findByLabelText('Module title') }
}

const pressEscape = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Escape' })
const QUESTION = 'You have unsaved changes. Save them, or discard them.'

it('Escape closes the form if nothing was typed', async () => {
  const { field } = await openField()
  pressEscape(field)
  await waitFor(() => expect(screen.queryByLabelText('Module title')).toBeNull())
})

it('Escape asks about unsaved changes, and only the button discards them', async () => {
  const { field } = await openField()
  type(field, 'Branches')
  pressEscape(field)
  expect(screen.getByText(QUESTION)).toBeDefined()
  pressEscape(field)
  expect(field).toHaveProperty('value', 'Branches')
  type(field, 'Branches and tags')
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
  pressEscape(field)
  fireEvent.click(screen.getByRole('button', { name: 'Discard Changes' }))
  await waitFor(() => expect(screen.queryByLabelText('Module title')).toBeNull())
})

it('a link to another screen asks about unsaved changes', async () => {
  const { field, router } = await openField()
  type(field, 'Branches')
  await waitFor(() => expect(field).toHaveProperty('value', 'Branches'))
  void router.navigate('/admin/members')
  expect(await screen.findByText(/They are lost if you leave this page/)).toBeDefined()
  fireEvent.click(screen.getByText('Stay on This Page'))
  expect(field).toHaveProperty('value', 'Branches')
})

const saves: string[] = []
const leave = vi.fn()

/** A form that edits a stored name. */
function NameField() {
  const [form] = Form.useForm<{ name: string }>()
  return (
    <InPlaceForm
      saved={{
        form,
        save: ({ name }) => saves.push(name),
        saving: false,
        saved: false,
        failure: null,
        discard: () => {},
        fail: () => {},
        draft: { read: () => null, keep: () => {}, adopt: () => {} },
      }}
      initial={{ name: 'Branches' }}
      same={({ name }) => name.trim() === 'Branches'}
      onClose={leave}
    >
      <Form.Item name="name" noStyle>
        <Input aria-label="Name" />
      </Form.Item>
    </InPlaceForm>
  )
}

it('submitting the stored value closes the form without a request', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <NameField /> }])} />)
  const field = screen.getByLabelText('Name')
  const save = () => fireEvent.submit(field.closest('form') as HTMLFormElement)
  type(field, 'Branches and tags')
  save()
  await waitFor(() => expect(saves).toEqual(['Branches and tags']))
  expect(leave).not.toHaveBeenCalled()
  type(field, 'Branches ')
  save()
  await waitFor(() => expect(leave).toHaveBeenCalled())
  expect(saves).toEqual(['Branches and tags'])
})
