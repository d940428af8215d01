import { expect, it, vi } from 'vitest'
import { createNotificationProvider, createShowToast } from './notification-provider'

it('puts a toast in the place of one of the same kind, wherever it comes from', () => {
  const open = vi.fn()
  const toasts = { open, destroy: vi.fn(), success: open, error: open, info: open, warning: open }
  const show = createShowToast(toasts)
  const refine = createNotificationProvider(toasts, show)
  show({ title: 'Error', text: 'Failed to load courses', failed: true })
  refine.open({ key: 'k', type: 'error', description: 'Error', message: 'Failed to load members' })
  show({ title: 'Success', text: 'Course published', failed: false })
  show({ title: 'Error', text: 'Not one that failed', failed: false })
  const keys = open.mock.calls.map(([toast]) => toast.key)
  expect(keys[0]).toBe(keys[1])
  expect(new Set(keys).size).toBe(3)
})
