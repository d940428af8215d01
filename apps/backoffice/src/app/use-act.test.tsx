import { keys, Refine } from '@refinedev/core'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ToastContext } from './toasts'
import { type ActingOn, useAct } from './use-act'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TOASTS = { done: { text: 'Job will run again' }, failed: { text: 'Failed to run job again' } }
const LOST = new Error('The list could not be read again')

type Follow = Partial<ActingOn<'due_work/retry', void>>

/** Renders `useAct` with these callbacks while the list of jobs is on the screen; `read` answers the list's query. */
async function acting(follow: Follow, custom: () => Promise<unknown> = async () => ({ data: {} })) {
  const show = vi.fn()
  const read = vi.fn(async () => 'jobs')
  const queries = new QueryClient()
  const { result } = renderHook(
    () =>
      useAct<'due_work/retry'>({
        ...TOASTS,
        ...follow,
        act: () => ({ name: 'due_work/retry', input: { id: '1' } }),
      }),
    {
      wrapper: ({ children }) => (
        <Refine
          dataProvider={{ default: { custom } } as never}
          options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
        >
          <ToastContext value={show}>{children}</ToastContext>
        </Refine>
      ),
    },
  )
  const queryKey = keys().data().resource('due_work').action('list').params({}).get()
  const observer = new QueryObserver(queries, { queryKey, queryFn: read, staleTime: Infinity })
  observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('jobs'))
  read.mockClear()
  const run = () =>
    act(async () => void (await result.current.mutateAsync().catch(() => undefined)))
  return { run, show, read }
}

it('an act shows its success although the callbacks after it fail', async () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const onError = vi.fn()
  const fails = async () => {
    throw LOST
  }
  const { run, show } = await acting({ onSuccess: fails, onSettled: fails, leave: fails, onError })
  await run()
  expect(show.mock.calls).toEqual([[{ title: 'Job will run again', failed: false }]])
  expect(onError).not.toHaveBeenCalled()
  expect(report.mock.calls).toEqual([[LOST], [LOST], [LOST]])
})

it('an act reads the lists that it changed again before `onSettled` and `leave` run', async () => {
  const order: string[] = []
  const { run, read } = await acting({
    onSuccess: () => order.push('success'),
    onSettled: () => order.push('settled'),
    leave: () => order.push('leave'),
  })
  read.mockImplementation(async () => {
    order.push('read')
    return 'jobs'
  })
  await run()
  expect(order).toEqual(['success', 'read', 'settled', 'leave'])
})

it('a failed act reads the lists again too, because only its answer may be lost', async () => {
  const leave = vi.fn()
  const { run, read } = await acting({ leave }, () => Promise.reject(LOST))
  await run()
  expect(read).toHaveBeenCalledTimes(1)
  expect(leave).not.toHaveBeenCalled()
})

it('an act with `rereads: meanwhile` does not wait until the lists are read again', async () => {
  const { run, read } = await acting({ rereads: 'meanwhile' })
  read.mockReturnValue(new Promise(() => undefined))
  await run()
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1))
})

it('an act with `rereads: never` reads no list again', async () => {
  const { run, read } = await acting({ rereads: 'never' })
  await run()
  expect(read).not.toHaveBeenCalled()
})
