import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { aCourse } from '../../testing/fixtures'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

const courses = [
  aCourse('Beta', { author_name: 'Ada Lovelace', description: 'About beta' }),
  aCourse('Gamma', { completed: 0, entitled_at: '2026-05-01T00:00:00+00:00' }),
  aCourse('Alpha', { completed: 4, next_lesson_id: null }),
]

const aPreview = { type: 'TEXT', slug: 'git', course: 'Git', thumbnail_url: null }
const previews = [
  { ...aPreview, id: 'p1', title: 'What a commit is', duration_sec: 300 },
  { ...aPreview, id: 'p2', title: 'A branch', duration_sec: 0 },
]

describe('the library', () => {
  it('shows a course with all facts of the card', async () => {
    portal = openPortal({ at: '/app/dashboard', answers: { library: courses } })
    const card = (await screen.findByRole('link', { name: 'Beta' })).closest('article')
    if (!card) throw new Error('no card')
    const beta = within(card)
    expect(beta.getByText('About beta')).toBeTruthy()
    expect(beta.getByText('In Library')).toBeTruthy()
    expect(beta.getByText('No thumbnail')).toBeTruthy()
    expect(beta.getByText('Ada Lovelace')).toBeTruthy()
    expect(beta.getByText('1h 15m')).toBeTruthy()
    expect(beta.getByRole('progressbar').getAttribute('value')).toBe('50')
    expect(beta.getByRole('link', { name: 'Beta' }).getAttribute('href')).toBe('/app/courses/beta')
    expect(beta.getByRole('link', { name: 'Continue Beta' }).getAttribute('href')).toBe(
      '/app/courses/beta/lesson/l3',
    )
  })

  it('shows Start or Review by the progress, and defaults for missing facts', async () => {
    portal = openPortal({ at: '/app/dashboard', answers: { library: courses } })
    expect(await screen.findByRole('link', { name: 'Start Gamma' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Review Alpha' })).toBeTruthy()
    expect(screen.getAllByText('Course Instructor')).toHaveLength(2)
  })

  it('says that a course has no lessons yet instead of its progress', async () => {
    portal = openPortal({
      at: '/app/dashboard',
      answers: { library: [aCourse('New', { total: 0, completed: 0, next_lesson_id: null })] },
    })
    expect(await screen.findByText(/^No lessons yet/)).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByText(/0%|0 of 0/)).toBeNull()
  })

  it('shows a course whose access has ended without links', async () => {
    portal = openPortal({
      at: '/app/dashboard',
      answers: { library: [aCourse('Old', { ended: true, expires_at: '2026-02-01T12:00:00Z' })] },
    })
    expect(await screen.findByText('Access ended')).toBeTruthy()
    expect(screen.getByText(/^Access ended on .*2026/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Continue/ })).toBeNull()
  })

  it('makes one call for all orders, and stores the order in the address', async () => {
    portal = openPortal({ at: '/app/dashboard', answers: { library: courses } })
    await screen.findByRole('link', { name: 'Beta' })
    expect(titles()).toEqual(['Beta', 'Gamma', 'Alpha'])
    const sort = screen.getByLabelText('Sort by')
    fireEvent.change(sort, { target: { value: 'alphabetical' } })
    await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma']))
    expect(location.search).toBe('?sort=alphabetical')
    fireEvent.change(sort, { target: { value: 'default' } })
    await waitFor(() => expect(titles()).toEqual(['Beta', 'Gamma', 'Alpha']))
    expect(location.search).toBe('')
    expect(portal.asked('library')).toHaveLength(1)
    expect(portal.asked('boot')).toHaveLength(1)
  })

  it('reads the order from the address', async () => {
    portal = openPortal({ at: '/app/dashboard?sort=recent', answers: { library: courses } })
    await screen.findByRole('link', { name: 'Beta' })
    expect(titles()).toEqual(['Gamma', 'Beta', 'Alpha'])
  })

  it('says that it is empty', async () => {
    portal = openPortal({ at: '/app/dashboard' })
    expect(await screen.findByRole('heading', { name: 'No courses available' })).toBeTruthy()
    expect(screen.getByText(/open the link in the email\. Otherwise write to/)).toBeTruthy()
    const support = within(screen.getByRole('main')).getByRole('link', { name: /^help@/ })
    expect(support.getAttribute('href')).toMatch(/^mailto:help@/)
  })

  it('offers free previews to a person without a course, each as a link', async () => {
    portal = openPortal({ at: '/app/dashboard', answers: { free_previews: previews } })
    const list = await screen.findByRole('region', { name: 'Free lessons to start with' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/What a commit is.*Git.*Text.*5m/)
    expect(second?.textContent).not.toMatch(/\dm/)
    expect(within(list).getByRole('link', { name: 'A branch' }).getAttribute('href')).toBe(
      '/app/courses/git/lesson/p2',
    )
  })

  it('says that the free previews failed, and tries again', async () => {
    portal = openPortal({
      at: '/app/dashboard',
      answers: { free_previews: () => ({ status: 400, body: { code: 'XX000', message: 'boom' } }) },
    })
    expect(await screen.findByText(/^The free lessons could not be loaded/)).toBeTruthy()
    portal.answer('free_previews', previews)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('link', { name: 'A branch' })).toBeTruthy()
  })

  it('requests no free previews if there is a course', async () => {
    portal = openPortal({ at: '/app/dashboard', answers: { library: courses } })
    await screen.findByRole('link', { name: 'Beta' })
    expect(portal.asked('free_previews')).toEqual([])
  })

  it('says that it failed, and tries again', async () => {
    portal = openPortal({
      at: '/app/dashboard',
      answers: { library: () => ({ status: 400, body: { code: 'XX000', message: 'boom' } }) },
    })
    expect(await screen.findByRole('heading', { name: 'Error Loading Courses' })).toBeTruthy()
    expect(screen.getByText('Failed to load courses. Please try again later.')).toBeTruthy()
    portal.answer('library', courses)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('link', { name: 'Beta' })).toBeTruthy()
  })
})

describe('a pending invite', () => {
  const waiting = {
    state: 'ACTIVE',
    token: 't1',
    email: 'member@rookies.test',
    expires_at: '2026-01-03T00:00:00+00:00',
    inviter: 'Priya',
    courses: ['Beta'],
    mine: true,
  }
  const opened = () =>
    openPortal({ at: '/app/dashboard', answers: { library: [], my_open_invite: waiting } })

  it('is offered after the courses, and accepting it adds its course', async () => {
    portal = opened()
    expect(await screen.findByText('Priya invites you to Beta.')).toBeTruthy()
    portal.answer('accept_invite', { courses: [] })
    portal.answer('library', [aCourse('Beta')])
    portal.answer('my_open_invite', null)
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    expect(await screen.findByRole('link', { name: 'Beta' })).toBeTruthy()
    expect(portal.asked('accept_invite')[0]?.body).toEqual({ token: 't1' })
    await waitFor(() => expect(screen.queryByText('You have an invite')).toBeNull())
  })

  it('stays hidden in this tab after the person presses Not now', async () => {
    portal = opened()
    fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
    expect(screen.queryByText('You have an invite')).toBeNull()
    expect(sessionStorage.getItem('rookies-invite-later')).toBe('t1')
  })

  it('says why it cannot be accepted', async () => {
    portal = opened()
    await screen.findByText('You have an invite')
    portal.answer('accept_invite', () => ({
      status: 422,
      body: { code: 'PT422', message: 'This invite has expired.' },
    }))
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    expect((await screen.findAllByText('This invite has expired.')).length).toBeGreaterThan(0)
  })
})
