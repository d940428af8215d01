import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPanel, preparePage } from '../test/open-panel'
import { bootAnswer, sessionOf, type WireAnswer, type WireRequest } from '../test/wire'
import * as leave from './leave'

const right = (resource: string, actions: string[], scope = 'any') =>
  actions.map((action) => ({ resource, action, scope }))
const COURSE_RIGHTS = ['list', 'read', 'create', 'update', 'publish']
const admin = [...right('admin_panel', ['enter']), ...right('courses', COURSE_RIGHTS)]
const creator = [...right('admin_panel', ['enter']), ...right('courses', COURSE_RIGHTS, 'own')]
const moderator = [...right('admin_panel', ['enter']), ...right('courses', ['list'])]
const member = right('courses', ['read'], 'assigned')

const course = {
  id: '5f0c1a52-0000-4000-8000-000000000001',
  title: 'Git from Zero',
  slug: 'git-from-zero',
  description: null,
  status: 'DRAFT',
  created_by_id: 'me',
  updated_at: '2026-11-05T10:00:00+00:00',
}

preparePage()

// jsdom cannot load another page.
beforeEach(() => {
  vi.spyOn(leave, 'leaveForChallenge').mockReturnValue()
  vi.spyOn(leave, 'leaveForLogin').mockReturnValue()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Opens the panel at an address. Requests are answered by `answer`, and by default with one course. */
function open(
  path: string,
  boot: object | null,
  answer: (request: WireRequest) => WireAnswer | null = () => null,
  stored = {},
) {
  const one = { body: [course], range: '0-0/1' }
  return openPanel(
    path,
    boot,
    (request) => answer(request) ?? (request.path === 'courses' ? one : null),
    stored,
  )
}

describe('the panel guard', () => {
  it('sends a visitor to the sign-in screen', async () => {
    const { sent } = open('/admin/courses', null)
    await waitFor(() => expect(leave.leaveForLogin).toHaveBeenCalled())
    expect(sent).toHaveLength(0)
    expect(screen.getByText('Loading...')).toBeDefined()
  })

  it.each([
    ['has no profile', 'profile-missing', { state: 'NO_PROFILE' }, 200],
    ['finds no profile', 'profile-missing', { code: 'PGRST116' }, 406],
    ['is answered 406', 'auth-error', { code: 'PGRST107' }, 406],
  ])(
    'takes an account that %s back to sign in, and says why',
    async (_what, message, body, status) => {
      open('/admin', {}, ({ path }) =>
        path === 'rpc/boot'
          ? { status, body: status === 200 ? bootAnswer([], body) : { message: 'no', ...body } }
          : null,
      )
      await waitFor(() => expect(leave.leaveForLogin).toHaveBeenCalled())
      expect(sessionStorage.getItem('rookies-flash')).toContain(message)
    },
  )

  it('keeps a session that could not be checked, and checks it again when the person asks for it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let away = true
    const { kept } = open(
      '/admin',
      bootAnswer(admin),
      ({ path }) => {
        if (path !== 'token') return null
        return away ? { status: 503, body: {} } : { body: sessionOf('me') }
      },
      { expires_at: 1 },
    )
    const stored = kept.get('rookies-auth')
    await vi.advanceTimersByTimeAsync(4_000)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole('heading', { name: 'Connection Error' })).toBeDefined()
    expect(kept.get('rookies-auth')).toBe(stored)
    expect(leave.leaveForLogin).not.toHaveBeenCalled()
    away = false
    fireEvent.click(retry)
    await screen.findByRole('navigation', { name: 'Admin panel' })
  })

  it('tells a person who is not a moderator which role the page needs', async () => {
    open('/moderator', bootAnswer(member, { role: 'MEMBER' }))
    await screen.findByText("You don't have permission to access the moderator panel")
    expect(screen.getByText('Moderator or Admin access required')).toBeDefined()
  })

  it('denies a member access and links to the library', async () => {
    open('/admin', bootAnswer(member, { role: 'MEMBER' }))
    await screen.findByText("You don't have permission to access the admin panel")
    expect(screen.getByRole('link', { name: 'Back to Library' }).getAttribute('href')).toBe(
      '/app/dashboard',
    )
  })

  it('tells a person whose account is disabled whom to contact', async () => {
    open('/admin', bootAnswer([], { state: 'DISABLED' }))
    await screen.findByText(/has been disabled\. Please contact help@rookies\.test/)
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined()
  })

  it('asks staff to set up a second factor while the settings require it, and returns to the page afterwards', async () => {
    open('/admin/courses?page=2', bootAnswer(member, { aal_required: true }))
    await screen.findByText('Two-Factor Authentication Required')
    const way = screen.getByRole('link', { name: 'Set Up an Authenticator App' })
    expect(way.getAttribute('href')).toBe(
      '/app/profile/two-factor?from=%2Fadmin%2Fcourses%3Fpage%3D2',
    )
    expect(screen.getByRole('link', { name: 'Back to Library' })).toBeDefined()
  })

  it('asks a person with a second factor for its code before anything else', async () => {
    open('/admin', bootAnswer([], { state: 'SECOND_FACTOR' }))
    await waitFor(() => expect(leave.leaveForChallenge).toHaveBeenCalled())
    expect(screen.getByText('Loading...')).toBeDefined()
  })

  it('opens no page of administrators for a moderator', async () => {
    const { sent } = open('/admin/courses', bootAnswer(moderator, { role: 'MODERATOR' }))
    await screen.findByText('Admin access required')
    expect(screen.queryByRole('link', { name: 'Courses' })).toBeNull()
    expect(sent.map(({ path }) => path)).toEqual(['rpc/boot'])
  })

  it('offers another try when the server does not answer', async () => {
    open('/admin', {}, ({ path }) =>
      path === 'rpc/boot' ? { status: 400, body: { code: 'X', message: 'no' } } : null,
    )
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeDefined()
  })
})

describe('the dashboard', () => {
  const counts = { courses: { total: 3, published: 2, draft: 1 }, invites: 4 }
  const dashboard = { resource: 'dashboard', action: 'read' }
  const holder = (scope: string) =>
    bootAnswer([
      { resource: 'admin_panel', action: 'enter', scope: 'any' },
      { ...dashboard, scope },
    ])

  it('shows its four cards from one request', async () => {
    const record = {
      id: 1,
      action: 'course.publish',
      target_type: 'course',
      target_id: 'c0000000-0000-4000-8000-000000000001',
      title: 'Git from the First Commit',
      fields: ['status', 'author_name'],
      who: 'Ada Admin',
      by: 'PERSON',
      created_at: '2026-11-01T10:05:00',
    }
    const { sent } = open('/admin', holder('any'), ({ path }) =>
      path === 'rpc/dashboard'
        ? {
            body: {
              ...counts,
              members: { total: 1200, creators: 1 },
              to_do: { quiet: 3, stops: [] },
              own: null,
              activity: [record],
            },
          }
        : null,
    )
    await screen.findByText('2 published, 1 draft')
    expect(screen.getByText('1 creator')).toBeDefined()
    expect(screen.getByText('Pending invitations')).toBeDefined()
    expect(screen.getByText('Course published')).toBeDefined()
    expect(screen.getByText('Git from the First Commit')).toBeDefined()
    expect(screen.queryByText('c0000000')).toBeNull()
    expect(screen.getByText(/: status and author name$/)).toBeDefined()
    expect(screen.getByText('3 learners without activity for 14 days')).toBeDefined()
    expect(screen.getByText('Nov 01, 10:05')).toBeDefined()
    expect(sent.map(({ path }) => path)).toEqual(['rpc/boot', 'rpc/dashboard'])
  })

  it('leaves out cards that the person may not see', async () => {
    open('/admin', holder('own'), ({ path }) =>
      path === 'rpc/dashboard'
        ? { body: { ...counts, members: null, to_do: null, own: [], activity: null } }
        : null,
    )
    await screen.findByText('You have no course yet.')
    expect(screen.queryByText('Members')).toBeNull()
    expect(screen.queryByText('Recent Activity')).toBeNull()
  })

  it('offers another try if it could not be read', async () => {
    open('/admin', holder('any'), ({ path }) =>
      path === 'rpc/dashboard' ? { status: 400, body: { code: 'X', message: 'no' } } : null,
    )
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeDefined()
  })
})

describe('the catalogue', () => {
  it('shows the title, the description and the address of each course, with a link to its editor', async () => {
    open('/admin/courses', bootAnswer(admin))
    await screen.findByRole('heading', { name: 'Git from Zero' })
    expect(screen.getByText('No description provided')).toBeDefined()
    expect(screen.getByText('/courses/git-from-zero')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Edit Course: Git from Zero' })).toBeDefined()
  })

  it('reads the courses that match the filters in its address', async () => {
    const { sent } = open(
      '/admin/courses?q=git&status=DRAFT&page=2',
      bootAnswer(admin),
      ({ path }) => (path === 'courses' ? { body: [course], range: '12-12/13' } : null),
    )
    await screen.findByRole('heading', { name: 'Git from Zero' })
    expect(screen.getByPlaceholderText('Search courses...')).toHaveProperty('value', 'git')
    const params = sent.find(({ path }) => path === 'courses')?.params
    expect(params?.get('or')).toBe('(title.ilike."%git%",description.ilike."%git%")')
    expect(params?.get('status')).toBe('eq.DRAFT')
    expect(params?.get('offset')).toBe('12')
    expect(params?.has('created_by_id')).toBe(false)
    expect(params?.get('select')).not.toContain('*')
  })

  it('shows creators only the courses they made', async () => {
    const { sent } = open('/admin/courses', bootAnswer(creator, { role: 'CREATOR' }))
    await screen.findByRole('heading', { name: 'Git from Zero' })
    expect(sent.find(({ path }) => path === 'courses')?.params.get('created_by_id')).toBe('eq.me')
  })

  it('opens the first page if the page in its address is past the last one', async () => {
    const { router } = open('/admin/courses?page=9', bootAnswer(admin), ({ path, params }) =>
      path === 'courses' && params.get('offset') !== '0'
        ? { status: 416, body: { code: 'PGRST103', message: 'range' } }
        : null,
    )
    await screen.findByRole('heading', { name: 'Git from Zero' })
    expect(router.state.location.search).toBe('')
  })

  it('says that the courses could not be read', async () => {
    open('/admin/courses', bootAnswer(admin), ({ path }) =>
      path === 'courses' ? { status: 400, body: { code: 'X', message: 'no' } } : null,
    )
    expect(await screen.findByRole('heading', { name: 'Failed to load courses' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined()
  })

  it.each([
    ['/admin/courses', 'Get started by creating your first course', true],
    ['/admin/courses?status=DRAFT', 'Try adjusting your search or filters', false],
  ])('shows a hint when %s is empty', async (path, hint, offersCreating) => {
    open(path, bootAnswer(admin), (request) =>
      request.path === 'courses' ? { body: [], range: '*/0' } : null,
    )
    await screen.findByText(hint)
    const button = screen.queryByRole('button', { name: 'Create Your First Course' })
    expect(button !== null).toBe(offersCreating)
  })
})

describe('the course editor', () => {
  const full = {
    ...course,
    category: null,
    author_name: 'Ada',
    author_description: null,
    thumbnail_url: null,
  }

  const weighed = (path: string) =>
    path === 'rpc/course_impact'
      ? {
          body: {
            open: false,
            touched: { count: 2, names: ['Ada', 'Grace'] },
            modules: 1,
            lessons: 3,
            learners_with_progress: 0,
          },
        }
      : null

  it('lets an administrator publish a course, and shows a success message', async () => {
    const { sent } = open(`/admin/courses/${course.id}`, bootAnswer(admin), (request) =>
      request.path === 'courses' ? { body: [full] } : weighed(request.path),
    )
    const button = await screen.findByRole('button', { name: 'Publish Course' })
    expect(screen.getByText('Hidden from users')).toBeDefined()
    button.click()
    await screen.findByText('2 people will see it right away: Ada and Grace.')
    screen.getByRole('button', { name: 'Publish' }).click()
    await screen.findByText('Course Published!')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'PUBLISHED' })
  })

  it('shows an error if a save changed no row', async () => {
    open(`/admin/courses/${course.id}`, bootAnswer(admin), ({ path, method }) => {
      if (path !== 'courses') return weighed(path)
      return { body: method === 'PATCH' ? [] : [full] }
    })
    const button = await screen.findByRole('button', { name: 'Publish Course' })
    button.click()
    const answer = await screen.findByRole('button', { name: 'Publish' })
    answer.click()
    await screen.findByText('Failed to publish course')
    expect(screen.getByText('Error')).toBeDefined()
  })

  it('says that a course does not exist', async () => {
    open(`/admin/courses/${course.id}`, bootAnswer(admin), ({ path }) =>
      path === 'courses' ? { body: [] } : null,
    )
    await screen.findByRole('heading', { name: 'Course not found' })
    expect(screen.getByText('Back to Courses').closest('a')?.getAttribute('href')).toBe(
      '/admin/courses',
    )
    expect(window.location.pathname).toBe(`/admin/courses/${course.id}`)
  })

  it('sends no request for a malformed id', async () => {
    const { sent } = open('/admin/courses/new', bootAnswer(admin))
    await screen.findByRole('heading', { name: 'Course not found' })
    expect(sent.filter(({ params }) => params.has('id'))).toEqual([])
  })

  it('is closed to a creator who only learns from the course', async () => {
    open(`/admin/courses/${course.id}`, bootAnswer(creator), ({ path }) =>
      path === 'courses' ? { body: [{ ...full, created_by_id: 'you' }] } : null,
    )
    await screen.findByText('Admin access required')
  })
})
