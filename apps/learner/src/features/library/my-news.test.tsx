import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aCourse } from '../../testing/fixtures'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const entry = (change: object) => ({
  ...{ kind: 'RETURNED', id: 'l1', title: 'Knots', lesson_id: 'l1', lesson: 'Knots' },
  ...{ course: 'Rope', slug: 'rope', at: '2026-11-25T10:00:00Z', mine: true, times: 1 },
  ...change,
})
const NEWS = [
  entry({}),
  entry({ kind: 'PASSED', id: 'l2', title: 'Hitches', lesson_id: 'l2' }),
  entry({ kind: 'ANSWERED', id: 'q1', title: 'Why do loops end?', times: 2 }),
]

function visit(news: unknown, more: object = {}) {
  portal = openPortal({
    at: '/app/dashboard',
    answers: { library: [aCourse('Rope')], my_news: news, ...more },
  })
}
const region = () => screen.findByRole('region', { name: 'Your work and questions' })

it('the library lists returned work, passed work and answered questions as news, each with a link', async () => {
  visit(NEWS)
  const news = within(await region())
  const links = news.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/app/courses/rope/lesson/l1',
    '/app/courses/rope/lesson/l2',
    '/app/courses/rope/lesson/l1?question=q1',
  ])
  expect(news.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'To hand in again',
    'Reviewed',
    'Answered',
  ])
  expect(news.getByText(/^Came back: Please go on/)).toBeTruthy()
  expect(news.getByText(/^2 new answers to your question/)).toBeTruthy()
})

it('the library hides the section “Your work and questions” if there is no news', async () => {
  visit([])
  await screen.findByRole('link', { name: 'Rope' })
  await waitFor(() => expect(portal.asked('my_news')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Your work and questions' })).toBeNull()
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
})

it('if the news fail to load, the courses stay, and a button requests the news again', async () => {
  visit(() => ({ status: 500, body: { message: 'down' } }))
  const alert = await screen.findByText(/^Your work and questions could not be loaded/)
  expect(screen.getByRole('link', { name: 'Rope' })).toBeTruthy()
  portal.answer('my_news', NEWS)
  fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await region()).toBeTruthy()
})
