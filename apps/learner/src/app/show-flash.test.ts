import { afterEach, expect, it } from 'vitest'
import { currentToasts, dismissToasts, showToast } from '../ui/toast-store'
import { storeToastForNextPage } from './show-flash'

afterEach(dismissToasts)

it('a session that ends shows one message, and none about what was done before', () => {
  showToast({ tone: 'success', title: 'Lesson completed' })
  showToast({ tone: 'error', title: 'Error', message: 'Failed to save' })
  storeToastForNextPage('session-ended')
  expect(currentToasts().map(({ title }) => title)).toEqual(['Session ended'])
})
