import type { NotificationProvider } from '@refinedev/core'
import { act, cleanup, render } from '@testing-library/react'
import { ConfigProvider, notification } from 'antd'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  createNotificationProvider,
  createShowToast,
  type ShowToast,
} from './notification-provider'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const onScreen = () =>
  [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)

type Shown = (show: ShowToast, refine: NotificationProvider) => void

function Toasts({ onReady }: { onReady: Shown }) {
  const [toasts, holder] = notification.useNotification()
  useEffect(() => {
    const show = createShowToast(toasts)
    onReady(show, createNotificationProvider(toasts, show))
  }, [toasts, onReady])
  return holder
}

async function start() {
  const ready = vi.fn<Shown>()
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <Toasts onReady={ready} />
    </ConfigProvider>,
  )
  await after(0)
  const [[show, refine] = []] = ready.mock.calls
  if (!show || !refine) throw new Error('Nothing was drawn.')
  return { show, refine }
}

it('a toast replaces an earlier one of the same kind, whether Refine or a component shows it', async () => {
  const { show, refine } = await start()
  show({ title: 'Error', text: 'Failed to load courses', failed: true })
  refine.open({ key: 'k', type: 'error', description: 'Error', message: 'Failed to load members' })
  show({ title: 'Success', text: 'Course published', failed: false })
  show({ title: 'Error', text: 'Not one that failed', failed: false })
  await after(0)
  expect(onScreen()).toEqual([
    'ErrorFailed to load members',
    'SuccessCourse published',
    'ErrorNot one that failed',
  ])
})

it('each toast stays for its whole time, also if it replaced one of the same kind', async () => {
  const { show } = await start()
  for (const _ of [1, 2, 3]) {
    act(() => void show({ title: 'Course saved', failed: false }))
    await after(3_000)
  }
  await after(900)
  expect(onScreen()).toEqual(['Course saved'])
  await after(200)
  expect(onScreen()).toEqual([])
})

it('each toast is a new element, so that screen readers announce it again', async () => {
  const { show } = await start()
  const status = () => document.querySelector('[role="status"]')
  show({ title: 'Course saved', failed: false })
  await after(0)
  const first = status()
  show({ title: 'Course saved', failed: false })
  await after(0)
  expect(status()).not.toBe(first)
  expect(first?.isConnected).toBe(false)
})

it('a toast about the connection waits until the time of the latest toast is over, unless it is closed before', async () => {
  const { show } = await start()
  const lost = { title: 'Connection Error', failed: true, waits: true }
  act(() => void show({ title: 'Course saved', failed: false }))
  act(() => void show(lost))
  await after(3_900)
  expect(onScreen()).toEqual(['Course saved'])
  await after(200)
  expect(onScreen()).toEqual(['Connection Error'])
  act(() => void show({ title: 'Course deleted', failed: false }))
  act(() => show(lost)())
  await after(9_000)
  expect(onScreen()).toEqual([])
})
