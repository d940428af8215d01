import { beforeEach, expect, it, vi } from 'vitest'
import { lazyPage } from './lazy-page'

const { openPage } = vi.hoisted(() => ({ openPage: vi.fn() }))
vi.mock('./page', () => ({ openPage }))

const page = { show: vi.fn(), check: vi.fn(), close: vi.fn() }
const place = {} as HTMLElement
const result = { verdict: 'PASS', tests: [], ms: 1 }

beforeEach(() => {
  vi.resetAllMocks()
  openPage.mockReturnValue(page)
  page.check.mockResolvedValue(result)
})

it('opens one place, and shows only the last of the pages that waited for it', async () => {
  const lazy = lazyPage(place, 'Your page')
  expect(openPage).not.toHaveBeenCalled()
  lazy.show([{ path: 'a', text: '' }])
  lazy.show([{ path: 'b', text: '' }])
  await vi.waitFor(() => expect(page.show.mock.calls).toEqual([[[{ path: 'b', text: '' }]]]))
  expect(await lazy.check([], 'tests', 5)).toEqual(result)
  expect(openPage.mock.calls).toEqual([[place, 'Your page', {}]])
})

it('creates no preview if it was closed while the code loaded', async () => {
  const ended = vi.fn()
  const lazy = lazyPage(place, 'Your page', { ended })
  const check = lazy.check([], '', 5)
  lazy.show([])
  lazy.close()
  expect(await check).toEqual({ verdict: 'UNREACHABLE' })
  expect(openPage).not.toHaveBeenCalled()
  expect(ended).not.toHaveBeenCalled()
})

it('closes the preview that it created', async () => {
  const lazy = lazyPage(place, 'Your page')
  await lazy.check([], '', 5)
  lazy.close()
  await vi.waitFor(() => expect(page.close).toHaveBeenCalledOnce())
})
