import { afterEach, expect, it } from 'vitest'
import { currentToasts, dismissToasts, showToast } from '../ui/toast-store'
import { showFlashAlone } from './show-flash'

afterEach(dismissToasts)

it('when a session ends, only the message about its end is shown, and earlier messages are removed', () => {
  showToast({ tone: 'success', title: 'Lesson completed' })
  showToast({ tone: 'error', title: 'Error', message: 'Failed to save' })
  showFlashAlone('session-ended')
  expect(currentToasts().map(({ title }) => title)).toEqual(['Session ended'])
})
