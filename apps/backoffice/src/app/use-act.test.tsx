import { Refine } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ToastContext } from './toasts'
import { type ActingOn, useAct } from './use-act'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TOASTS = { done: { text: 'Job will run again' }, failed: { text: 'Failed to run job again' } }

/** An act that always succeeds, with what follows it. */
function succeeding(follow: Pick<ActingOn<'due_work/retry', void>, 'onSuccess' | 'onSettled'>) {
  const show = vi.fn()
  const onError = vi.fn()
  const provider = { custom: async () => ({ data: {} }) }
  const { result } = renderHook(
    () =>
      useAct<'due_work/retry'>({
        ...TOASTS,
        ...follow,
        act: () => ({ name: 'due_work/retry', input: { id: '1' } }),
        onError,
      }),
    {
      wrapper: ({ children }) => (
        <Refine
          dataProvider={{ default: provider } as never}
          options={{ disableTelemetry: true, reactQuery: { clientConfig: new QueryClient() } }}
        >
          <ToastContext value={show}>{children}</ToastContext>
        </Refine>
      ),
    },
  )
  return { result, show, onError }
}

it('says that an act is done, although what follows it fails', async () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const lost = new Error('The list could not be read again')
  const fails = async () => {
    throw lost
  }
  const { result, show, onError } = succeeding({ onSuccess: fails, onSettled: fails })
  await act(async () => {
    await result.current.mutateAsync()
  })
  expect(show.mock.calls).toEqual([[{ title: 'Job will run again', failed: false }]])
  expect(onError).not.toHaveBeenCalled()
  expect(report.mock.calls).toEqual([[lost], [lost]])
})
