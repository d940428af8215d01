import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '../test/match-media'
import { Modal } from './modal'
import { isCovered } from './use-layer'

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  stubMatchMedia(false)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page() {
  const [form, setForm] = useState(false)
  const [question, setQuestion] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setForm(true)}>
        Open
      </button>
      <Modal open={form} title="Form" onClose={() => setQuestion(true)} actions={null}>
        <button type="button">Help</button>
        <input aria-label="Name" onKeyDown={(event) => event.key === 'Escape' && keeps(event)} />
      </Modal>
      <Modal
        open={question}
        title="Sure?"
        onClose={() => setQuestion(false)}
        actions={
          <button type="button" onClick={() => [setQuestion(false), setForm(false)]}>
            Yes
          </button>
        }
      >
        Really?
      </Modal>
    </>
  )
}

let keeps = (_event: { preventDefault: () => void }) => {}

// All ids are equal in antd's tests, so dialogs cannot be found by their accessible names.
const dialog = (title: string) =>
  screen.getByRole('heading', { name: title }).closest('[role="dialog"]') as HTMLElement

function show() {
  const root = document.getElementById('root') as HTMLElement
  render(<Page />, { container: root })
  const opener = screen.getByText('Open')
  opener.focus()
  fireEvent.click(opener)
  return { root, opener, form: dialog('Form') }
}

it('each open dialog makes everything below it inert, and closing a dialog returns the focus', () => {
  const { root, opener, form } = show()
  expect([root.inert, form.inert, isCovered()]).toEqual([true, false, true])
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))

  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
  const question = dialog('Sure?')
  expect([root.inert, form.inert, question.inert]).toEqual([true, true, false])
  expect(document.activeElement).toBe(screen.getByText('Yes'))

  fireEvent.keyDown(screen.getByText('Yes'), { key: 'Escape' })
  expect(screen.queryByText('Sure?')).toBeNull()
  expect(form.inert).toBe(false)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))

  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
  fireEvent.click(screen.getByText('Yes'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([root.inert, isCovered()]).toEqual([false, false])
  expect(document.activeElement).toBe(opener)
})

it('the page neither scrolls nor changes its width while a dialog is open', () => {
  const page = document.documentElement
  vi.spyOn(page, 'clientWidth', 'get').mockReturnValue(window.innerWidth - 15)
  show()
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
  expect(page.dataset.held).toBe('')
  expect(page.style.getPropertyValue('--scroll-bar')).toBe('15px')
  fireEvent.click(screen.getByText('Yes'))
  expect(page.dataset.held).toBeUndefined()
})

it('Escape is left to a field that uses it, and closes the dialog when nothing has the focus', () => {
  keeps = (event) => event.preventDefault()
  show()
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
  expect(screen.queryByText('Sure?')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(dialog('Sure?')).toBeTruthy()
})
