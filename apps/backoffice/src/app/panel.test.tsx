import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backendOf, bootAnswer, stubWire, type WireRequest } from '../test/wire'
import { App } from './app'
import { leaveForLogin } from './leave'
import { createRouter } from './routes'

vi.mock('./leave', () => ({ leaveFor: vi.fn(), leaveForLogin: vi.fn() }))

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

// The screens are fetched when they are wanted, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 20_000 })

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Opens the panel at an address, as the person whose boot answer this is. */
async function open(
  path: string,
  boot: object | null,
  answer: (
    request: WireRequest,
  ) => { status?: number; body?: unknown; range?: string } | null = () => null,
) {
  const sent = stubWire((request) => {
    const own = answer(request)
    if (own) return own
    if (request.path === 'rpc/boot') return { body: boot }
    if (request.path === 'courses') return { body: [course], range: '0-0/1' }
    return { body: [], range: '*/0' }
  })
  window.history.replaceState(null, '', path)
  const router = createRouter()
  render(<App backend={backendOf(boot ? 'me' : null)} router={router} />)
  return { sent, router }
}

describe('who is let into the panel', () => {
  it('takes a visitor to the sign-in screen', async () => {
    const { sent } = await open('/admin/courses', null)
    await vi.waitFor(() => expect(leaveForLogin).toHaveBeenCalled())
    expect(sent).toHaveLength(0)
    expect(screen.getByText('Loading...')).toBeDefined()
  })

  it('tells a member that it is not for them, and leads back to the library', async () => {
    await open('/admin', bootAnswer(member, { role: 'MEMBER' }))
    await screen.findByText("You don't have permission to access the admin panel")
    expect(screen.getByRole('link', { name: 'Back to Library' }).getAttribute('href')).toBe(
      '/app/dashboard',
    )
  })

  it('tells a disabled person whom to ask', async () => {
    await open('/admin', bootAnswer([], { state: 'DISABLED' }))
    await screen.findByText(/has been disabled\. Please contact help@rookies\.test/)
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined()
  })

  it('shows a moderator no admin page', async () => {
    const { sent } = await open('/admin/courses', bootAnswer(moderator, { role: 'MODERATOR' }))
    await screen.findByText('Admin access required')
    expect(screen.queryByRole('link', { name: 'Courses' })).toBeNull()
    expect(sent.map(({ path }) => path)).toEqual(['rpc/boot'])
  })

  it('offers to try again when nobody answers', async () => {
    await open('/admin', {}, ({ path }) =>
      path === 'rpc/boot' ? { status: 400, body: { code: 'X', message: 'no' } } : null,
    )
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeDefined()
  })

  it('has a screen for addresses that lead nowhere', async () => {
    await open('/admin/nowhere', bootAnswer(admin))
    await screen.findByText('Oops! Page not found')
    expect(screen.getByRole('navigation', { name: 'Admin panel' })).toBeDefined()
  })
})

describe('the catalogue', () => {
  it('is where an administrator begins', async () => {
    const { router } = await open('/admin', bootAnswer(admin))
    await screen.findByRole('heading', { name: 'Git from Zero' })
    expect(router.state.location.pathname).toBe('/admin/courses')
    expect(screen.getByText('No description provided')).toBeDefined()
    expect(screen.getByText('/courses/git-from-zero')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Edit Course: Git from Zero' })).toBeDefined()
  })

  it('asks the server for what its address says', async () => {
    const { sent } = await open(
      '/admin/courses?q=git&status=DRAFT&page=2',
      bootAnswer(admin),
      ({ path }) => (path === 'courses' ? { body: [course], range: '12-12/13' } : null),
    )
    await screen.findByRole('heading', { name: 'Git from Zero' })
    const params = sent.find(({ path }) => path === 'courses')?.params
    expect(params?.get('or')).toBe('(title.ilike."%git%",description.ilike."%git%")')
    expect(params?.get('status')).toBe('eq.DRAFT')
    expect(params?.get('offset')).toBe('12')
    expect(params?.has('created_by_id')).toBe(false)
    expect(params?.get('select')).not.toContain('*')
  })

  it('shows creators only what they made', async () => {
    const { sent } = await open('/admin/courses', bootAnswer(creator, { role: 'CREATOR' }))
    await screen.findByRole('heading', { name: 'Git from Zero' })
    expect(sent.find(({ path }) => path === 'courses')?.params.get('created_by_id')).toBe('eq.me')
  })

  it('goes back to the first page when the list has become shorter', async () => {
    const { router } = await open('/admin/courses?page=9', bootAnswer(admin), ({ path, params }) =>
      path === 'courses' && params.get('offset') !== '0'
        ? { status: 416, body: { code: 'PGRST103', message: 'range' } }
        : null,
    )
    await screen.findByRole('heading', { name: 'Git from Zero' })
    expect(router.state.location.search).toBe('')
  })

  it('says when it could not be read', async () => {
    await open('/admin/courses', bootAnswer(admin), ({ path }) =>
      path === 'courses' ? { status: 400, body: { code: 'X', message: 'no' } } : null,
    )
    expect(await screen.findByRole('heading', { name: 'Failed to load courses' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined()
  })

  it.each([
    ['/admin/courses', 'Get started by creating your first course', true],
    ['/admin/courses?status=DRAFT', 'Try adjusting your search or filters', false],
  ])('has a hint when %s is empty', async (path, hint, offersCreating) => {
    await open(path, bootAnswer(admin), (request) =>
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

  it('publishes, and says so', async () => {
    const { sent } = await open(`/admin/courses/${course.id}`, bootAnswer(admin), (request) =>
      request.path === 'courses' ? { body: [full] } : null,
    )
    const button = await screen.findByRole('button', { name: 'Publish Course' })
    expect(screen.getByText('Hidden from users')).toBeDefined()
    button.click()
    await screen.findByText('Course Published!')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'PUBLISHED' })
  })

  it('takes no written row for a failure', async () => {
    await open(`/admin/courses/${course.id}`, bootAnswer(admin), ({ path, method }) => {
      if (path !== 'courses') return null
      return { body: method === 'PATCH' ? [] : [full] }
    })
    const button = await screen.findByRole('button', { name: 'Publish Course' })
    button.click()
    await screen.findByText('Failed to publish course')
    expect(screen.getByText('Error')).toBeDefined()
  })

  it('says when there is no such course', async () => {
    await open(`/admin/courses/${course.id}`, bootAnswer(admin), ({ path }) =>
      path === 'courses' ? { body: [] } : null,
    )
    await screen.findByRole('heading', { name: 'Course not found' })
    expect(screen.getByRole('link', { name: 'Back to Courses' }).getAttribute('href')).toBe(
      '/admin/courses',
    )
  })

  it('asks nobody for what cannot be an id', async () => {
    const { sent } = await open('/admin/courses/new', bootAnswer(admin))
    await screen.findByRole('heading', { name: 'Course not found' })
    expect(sent.map(({ path }) => path)).toEqual(['rpc/boot'])
  })

  it('is closed to a creator who only learns from the course', async () => {
    await open(`/admin/courses/${course.id}`, bootAnswer(creator), ({ path }) =>
      path === 'courses' ? { body: [{ ...full, created_by_id: 'you' }] } : null,
    )
    await screen.findByText('Admin access required')
  })
})
