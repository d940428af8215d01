import { act, cleanup, renderHook } from '@testing-library/react'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Person, PersonContext } from '../app/person'
import { ToastContext } from '../app/toasts'
import { ALL_RIGHTS } from '../test/open-panel'
import { bootAnswer } from '../test/wire'
import { useSavedForm } from './saved-form'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TOASTS = { done: { text: 'Link saved' }, failed: { text: 'Failed to save link' } }

/** A form with one field; `write` saves it. */
function openForm(
  write: (values: object, operationId: string) => Promise<string>,
  onSaved?: () => Promise<void>,
) {
  const show = vi.fn()
  const leave = vi.fn()
  const onFailed = vi.fn()
  const { result } = renderHook(
    () => {
      const [form] = Form.useForm<{ title: string }>()
      return useSavedForm({
        ...TOASTS,
        form,
        draftOf: 'links:new',
        write,
        onFailed,
        leave,
        ...(onSaved && { onSaved }),
      })
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <PersonContext value={bootAnswer(ALL_RIGHTS) as Person}>
          <ToastContext value={show}>
            <Form>{children}</Form>
          </ToastContext>
        </PersonContext>
      ),
    },
  )
  return { result, show, leave, onFailed }
}

describe('saving a form', () => {
  it('shows its success although the callbacks after the save fail', async () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const lost = new Error('The list could not be read again')
    const { result, show, leave, onFailed } = openForm(
      async () => 'answer',
      () => Promise.reject(lost),
    )
    await act(async () => result.current.save({ title: 'Notes' }))
    expect(result.current.failure).toBeNull()
    expect(result.current.saving).toBe(false)
    expect(onFailed).not.toHaveBeenCalled()
    expect(show.mock.calls).toEqual([[{ title: 'Link saved', failed: false }]])
    expect(leave).toHaveBeenCalledWith('answer', { title: 'Notes' })
    expect(report).toHaveBeenCalledWith(lost)
  })

  it('shows an error if the write fails', async () => {
    const onSaved = vi.fn()
    const { result, show, leave, onFailed } = openForm(
      () => Promise.reject({ message: 'lost', statusCode: 0 }),
      onSaved,
    )
    await act(async () => result.current.save({ title: 'Notes' }))
    expect(result.current.failure?.toast).toEqual(TOASTS.failed)
    expect(result.current.saving).toBe(false)
    expect(onFailed).toHaveBeenCalled()
    expect(onSaved).not.toHaveBeenCalled()
    expect(show.mock.calls).toEqual([[{ title: 'Failed to save link', failed: true }]])
    expect(leave).not.toHaveBeenCalled()
  })

  it('shows no toast for an error of a form in a dialog, which shows the error itself', async () => {
    const page = document.body.appendChild(document.createElement('dialog'))
    page.setAttribute('open', '')
    const { result, show } = openForm(() => Promise.reject({ message: 'lost', statusCode: 0 }))
    await act(async () => result.current.save({ title: 'Notes' }))
    page.remove()
    expect(result.current.failure?.toast).toEqual(TOASTS.failed)
    expect(show).not.toHaveBeenCalled()
  })

  it('sends the same operation id until it has succeeded, also for a second press before the form is cleared', async () => {
    const answers = [
      () => Promise.reject({ message: 'lost', statusCode: 502 }),
      () => Promise.resolve('first'),
      () => Promise.resolve('again'),
      () => Promise.resolve('second'),
    ]
    const operations: string[] = []
    const { result } = openForm((_, operationId) => {
      operations.push(operationId)
      return (answers.shift() ?? answers[0])?.() ?? Promise.reject(new Error('no answer'))
    })
    await act(async () => result.current.save({ title: 'Notes' }))
    const { save } = result.current
    await act(async () => {
      save({ title: 'Notes' })
      await Promise.resolve()
      await new Promise((later) => setTimeout(later))
      save({ title: 'Notes' })
    })
    await act(async () => result.current.save({ title: 'Links' }))
    const [first, ...others] = operations
    expect(others.slice(0, 2)).toEqual([first, first])
    expect(others[2]).not.toBe(first)
  })

  it('sends a new operation id after the created record was deleted, and after the form was discarded', async () => {
    const operations: string[] = []
    const { result } = openForm((_, operationId) => {
      operations.push(operationId)
      return Promise.reject({ message: 'deleted', hint: 'MADE_ALREADY', statusCode: 409 })
    })
    await act(async () => result.current.save({ title: 'Notes' }))
    await act(async () => result.current.save({ title: 'Notes' }))
    act(() => result.current.discard())
    await act(async () => result.current.save({ title: 'Notes' }))
    expect(new Set(operations).size).toBe(3)
  })
})
