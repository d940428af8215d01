import { type DataProvider, keys, Refine } from '@refinedev/core'
import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, expect, it } from 'vitest'
import { BackendContext } from '../../app/backend'
import { backendOf, stubWire } from '../../test/wire'
import { useRefreshCatalogue } from './use-refresh-catalogue'

afterEach(cleanup)

const unasked = () => Promise.reject(new Error('nothing is asked through the provider here'))
const provider: DataProvider = {
  getList: unasked,
  getOne: unasked,
  create: unasked,
  update: unasked,
  deleteOne: unasked,
  getApiUrl: () => '',
}

it('resolves when the components that show modules have been notified', async () => {
  stubWire(() => ({}))
  const backend = backendOf(null)
  const { result } = renderHook(() => useRefreshCatalogue(), {
    wrapper: ({ children }: PropsWithChildren) => (
      <BackendContext value={backend}>
        <Refine
          dataProvider={provider}
          resources={[{ name: 'modules' }, { name: 'courses' }, { name: 'dashboard' }]}
          options={{ disableTelemetry: true, reactQuery: { clientConfig: backend.queries } }}
        >
          {children}
        </Refine>
      </BackendContext>
    ),
  })

  let order = ['first', 'second']
  const told: unknown[] = []
  const observer = new QueryObserver(backend.queries, {
    queryKey: keys().data('default').resource('modules').action('list').params({}).get(),
    queryFn: async () => order,
  })
  // Query observers notify components in batches like this.
  const hear = notifyManager.batchCalls(() => told.push(observer.getCurrentResult().data))
  const unsubscribe = observer.subscribe(hear)
  await observer.refetch()

  order = ['second', 'first']
  await result.current()
  expect(told.at(-1)).toEqual(['second', 'first'])
  unsubscribe()
})
