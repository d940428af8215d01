import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../test/open-panel'
import { ROLE_RIGHTS } from '../test/role-rights'
import { course } from '../test/rows'
import { bootAnswer } from '../test/wire'

preparePage()

const LOGO = 'covers/0f8fad5b-d9cb-469f-a165-70867728950e/logo-512x512.png'
const EDITOR = `/admin/courses/${course.id}`

const open = (path: string, rights: object[] = ALL_RIGHTS) =>
  openPanel(path, bootAnswer(rights), (request) =>
    request.path === 'courses' ? { body: [course], range: '0-0/1' } : null,
  )

/** Addresses that only administrators may open, with the menu item of each. */
const ADMIN_SCREENS = [
  ['/admin/audit-logs', 'Audit logs'],
  ['/admin/communities', 'Communities'],
  ['/admin/due-work', 'Due Work'],
  ['/admin/logs', 'Application Logs'],
  ['/admin/notifications', 'Notifications'],
  ['/admin/purchases', 'Purchases'],
  ['/admin/settings', 'Settings'],
] as const

/** Addresses that creators may open too. */
const CREATOR_SCREENS = [
  ['/admin/courses', 'Courses'],
  ['/admin/courses/import', 'Courses'],
  ['/admin/invites', 'Invites'],
] as const

describe('a screen for administrators only', () => {
  it.each([
    ['MODERATOR', 'Moderator panel', '/moderator/members', [...ADMIN_SCREENS, ...CREATOR_SCREENS]],
    ['CREATOR', 'Admin panel', '/admin', ADMIN_SCREENS],
  ] as const)(
    'leads a %s to their first screen, says why, and is not in their menu',
    async (role, panel, home, screens) => {
      const { router, sent } = openPanel(home, bootAnswer(ROLE_RIGHTS[role], { role }))
      const menu = within(await screen.findByRole('navigation', { name: panel }))
      const leftFlash = vi.spyOn(Storage.prototype, 'setItem')
      for (const [path, item] of screens) {
        leftFlash.mockClear()
        await act(() => router.navigate(path))
        await waitFor(() => expect(router.state.location.pathname, path).toBe(home))
        expect(leftFlash.mock.calls, path).toEqual([
          ['rookies-flash', expect.stringContaining('admin-denied')],
        ])
        await waitFor(() => expect(sessionStorage.getItem('rookies-flash'), path).toBeNull())
        if (path === screens[0][0]) {
          expect(await screen.findByText('Admin access required')).toBeDefined()
        }
        expect(menu.queryByRole('link', { name: item }), path).toBeNull()
      }
      leftFlash.mockRestore()
      expect(sent.map(({ path }) => path)).not.toContainEqual(
        expect.stringMatching(/audit|communities|due_work|notification_list|purchase/),
      )
    },
  )

  it.each(['MEMBER', 'CREATOR_OUTSIDE'] as const)(
    'is closed to a %s with the whole panel, and a link leads back',
    async (role) => {
      const { sent } = openPanel('/admin/courses', bootAnswer(ROLE_RIGHTS[role]))
      expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeDefined()
      expect(screen.getByText("You don't have permission to access the admin panel")).toBeDefined()
      expect(screen.getByRole('link', { name: 'Back to Library' })).toBeDefined()
      expect(sent.map(({ path }) => path)).toEqual(['rpc/boot'])
    },
  )
})

describe('the title of the document', () => {
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

  it.each([
    ['/admin', 'Dashboard'],
    ['/admin/courses', 'Courses'],
    [EDITOR, course.title],
    ['/admin/nonsense', 'Oops! Page not found'],
  ])('%s has one heading, and its title names the panel', async (path, name) => {
    open(path)
    await heading(name)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(document.title).toBe(`${name} · Rookies Admin`)
  })

  it('is followed by the name of the school, which the whole frame shows', async () => {
    const boot = bootAnswer(ALL_RIGHTS)
    openPanel('/admin/nonsense', {
      ...boot,
      settings: { ...boot.settings, site_name: 'Harbour', logo: LOGO },
    })
    await heading('Oops! Page not found')
    expect(document.title).toBe('Oops! Page not found · Harbour Admin')
    expect(screen.getByText('Manage your Harbour platform')).toBeDefined()
    const brand = screen.getByRole('link', { name: 'Harbour' })
    expect(brand.querySelector('img')?.getAttribute('src')).toContain(LOGO)
    expect(document.body.textContent).not.toContain('Rookies')
  })

  it('the breadcrumb of the course editor leads to the courses, which the menu marks', async () => {
    const { router } = open(EDITOR)
    await heading(course.title)
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(crumbs.getByText(course.title).getAttribute('aria-current')).toBe('page')
    fireEvent.click(crumbs.getByRole('link', { name: 'Courses' }))
    await heading('Courses')
    expect(router.state.location.pathname).toBe('/admin/courses')
    const menu = within(screen.getByRole('navigation', { name: 'Admin panel' }))
    expect(menu.getByRole('link', { name: 'Courses' }).getAttribute('aria-current')).toBe('page')
  })

  it.each([
    ['/admin/nonsense', ALL_RIGHTS, 'Return to Admin Panel', 'Dashboard · Rookies Admin'],
    ...['/admin/nonsense', '/moderator/nonsense'].map(
      (path) =>
        [
          path,
          ROLE_RIGHTS.MODERATOR,
          'Return to Moderator Panel',
          'Members · Rookies Moderator',
        ] as const,
    ),
  ] as const)(
    'the unknown address %s leads back to the own panel',
    async (path, rights, label, title) => {
      open(path, [...rights])
      await heading('Oops! Page not found')
      fireEvent.click(screen.getByRole('link', { name: label }))
      await waitFor(() => expect(document.title).toBe(title))
    },
  )
})
