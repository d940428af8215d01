import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ShowMore } from './show-more'

afterEach(cleanup)

/** A list with one number on each page. */
function Numbers({ read }: { read: (page: number) => number | Promise<number> }) {
  const list = useInfiniteQuery({
    queryKey: ['numbers'],
    // A query function that uses the signal can be cancelled, like all queries of the portal.
    queryFn: ({ pageParam, signal: _ }) => read(pageParam),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => (pages.length < 2 ? pages.length : null),
  })
  const numbers = list.data?.pages ?? []
  return (
    <>
      {numbers.map((number) => (
        <p key={number}>Number {number}</p>
      ))}
      <ShowMore query={list} shown={numbers.length} label="Show more" failure={String} />
    </>
  )
}

/** Opens the list. Each request for the second page waits until `release` answers it, or fails it with an error. */
function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const pending: ((answer: number | Error) => void)[] = []
  const read = (page: number) =>
    page === 0
      ? 0
      : new Promise<number>((resolve, reject) => {
          pending.push((answer) => (typeof answer === 'number' ? resolve(answer) : reject(answer)))
        })
  render(
    <QueryClientProvider client={queries}>
      <Numbers read={read} />
    </QueryClientProvider>,
  )
  const release = async (at: number, answer: number | Error) => {
    await expect.poll(() => pending.length).toBe(at + 1)
    pending[at]?.(answer)
  }
  return { queries, pending, release }
}
const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
const expectLoading = async () => {
  const button = await screen.findByRole('button', { name: 'Loading...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
}

it('the next page is requested again if a refresh of the list cancels its request', async () => {
  const { queries, release } = open()
  await press()
  await expectLoading()
  await act(() => queries.invalidateQueries())
  await expectLoading()
  await release(1, 1)
  await screen.findByText('Number 1')
  expect(screen.queryByRole('button')).toBeNull()
})

it('the message that the next page failed to load stays until the button is pressed again, even if the list is refreshed', async () => {
  const { queries, pending, release } = open()
  await press()
  await release(0, new Error('The first failed'))
  await screen.findByText('Error: The first failed')
  await act(() => queries.invalidateQueries())
  screen.getByText('Error: The first failed')
  expect(pending).toHaveLength(1)
  await press()
  expect(screen.queryByText('Error: The first failed')).toBeNull()
  await release(1, new Error('The second failed'))
  await screen.findByText('Error: The second failed')
  await press()
  await release(2, 1)
  await screen.findByText('Number 1')
})

it('the next page is not requested before the button is pressed', async () => {
  const { queries, pending } = open()
  await screen.findByRole('button', { name: 'Show more' })
  await act(() => queries.invalidateQueries())
  expect(pending).toEqual([])
})
