import { act, cleanup, renderHook } from '@testing-library/react'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ToastContext } from '../app/toasts'
import { useSavedForm } from './saved-form'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TOASTS = { done: { text: 'Link saved' }, failed: { text: 'Failed to save link' } }

/** A form with one field; `write` saves it. */
function openForm(write: () => Promise<string>, onSaved?: () => Promise<void>) {
  const show = vi.fn()
  const leave = vi.fn()
  const onFailed = vi.fn()
  const { result } = renderHook(
    () => {
      const [form] = Form.useForm<{ title: string }>()
      return useSavedForm({ ...TOASTS, form, write, onFailed, leave, ...(onSaved && { onSaved }) })
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <ToastContext value={show}>
          <Form>{children}</Form>
        </ToastContext>
      ),
    },
  )
  return { result, show, leave, onFailed }
}

describe('saving a form', () => {
  it('says that a record is saved, although what follows the save fails', async () => {
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

  it('says that a record is not saved when the write fails', async () => {
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
})
