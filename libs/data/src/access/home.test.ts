import { describe, expect, it } from 'vitest'
import { loginPath, safeReturnPath } from '../session/return-path'
import { parseBoot } from './boot'
import { challengePath, enrolmentPath } from './factor-paths'
import { homeFor, isBackOfficePath, pathAfterSignIn } from './home'
import type { Permission } from './resources'

const enter: Permission = { resource: 'admin_panel', action: 'enter', scope: 'any' }
const dashboard: Permission = { resource: 'dashboard', action: 'read', scope: 'own' }
const member: Permission[] = [{ resource: 'courses', action: 'read', scope: 'assigned' }]
const moderate: Permission = { resource: 'moderator_panel', action: 'enter', scope: 'any' }
const moderator: Permission[] = [...member, enter, moderate]
const admin: Permission[] = [...member, enter, dashboard]

describe('homeFor', () => {
  it('sends staff who may read the dashboard to the back-office', () => {
    expect(homeFor(admin)).toBe('/admin')
    expect(homeFor([...member, dashboard])).toBe('/app/dashboard')
  })

  it('sends a person who may enter only the moderator panel to that panel', () => {
    expect(homeFor(moderator)).toBe('/moderator')
    expect(homeFor([...admin, moderate])).toBe('/admin')
  })

  it('sends everybody else to the library, also before the rights are known', () => {
    expect(homeFor(member)).toBe('/app/dashboard')
    expect(homeFor(undefined)).toBe('/app/dashboard')
  })

  it('sends people to the requested page if they may open it', () => {
    expect(homeFor(member, '/app/courses/git?tab=1#notes')).toBe('/app/courses/git?tab=1')
    expect(homeFor(admin, '/app/profile')).toBe('/app/profile')
    expect(homeFor(admin, '/admin/courses?page=2')).toBe('/admin/courses?page=2')
    expect(homeFor(moderator, '/admin/courses')).toBe('/admin/courses')
  })

  it('never sends people to a panel that they may not open, however the path is spelled', () => {
    expect(homeFor(member, '/admin')).toBe('/app/dashboard')
    expect(homeFor(member, '/admin?x=1')).toBe('/app/dashboard')
    expect(homeFor(member, '/app/../admin/courses')).toBe('/app/dashboard')
    expect(homeFor(member, '/app/%2e%2e/admin')).toBe('/app/dashboard')
    expect(homeFor(admin, '/moderator')).toBe('/admin')
  })

  it('never sends people to another origin', () => {
    for (const path of ['//evil.test', '/\\evil.test', 'https://evil.test', '/\t/evil.test', '']) {
      expect(homeFor(admin, path)).toBe('/admin')
    }
  })

  it('never sends people back to a sign-in screen', () => {
    expect(homeFor(member, '/')).toBe('/app/dashboard')
    expect(homeFor(member, '/login?from=%2Fapp')).toBe('/app/dashboard')
    expect(homeFor(member, '/reset-password/abc')).toBe('/app/dashboard')
  })
})

describe('safeReturnPath', () => {
  it('refuses addresses on other origins, and texts that are not paths', () => {
    expect(safeReturnPath('javascript:alert(1)')).toBeNull()
    expect(safeReturnPath('/.//evil.test')).toBeNull()
    expect(safeReturnPath('/x/..//evil.test')).toBeNull()
    expect(safeReturnPath(null)).toBeNull()
  })

  it('returns the path that the browser would read', () => {
    expect(safeReturnPath('/administer')).toBe('/administer')
    expect(safeReturnPath('/a/../b?q=1#h')).toBe('/b?q=1')
    expect(safeReturnPath('/admin/audit-logs?from=2026-11-01')).toBe(
      '/admin/audit-logs?from=2026-11-01',
    )
  })

  it.each([
    ['/admin#access_token=a.b.c&refresh_token=r', '/admin'],
    ['/admin?code=123&page=2', '/admin?page=2'],
    ['/admin?error=access_denied&error_code=otp_expired', '/admin'],
    ['/app?token_hash=h&type=recovery&token=t&expires_in=3600&provider_token=p', '/app'],
    [
      '/app/profile/two-factor?from=%2Fadmin%23access_token%3Da',
      '/app/profile/two-factor?from=%2Fadmin',
    ],
    ['/app?from=%2Fadmin%3Fcode%3D123', '/app?from=%2Fadmin'],
    ['/app?next=%252Fadmin%2523access_token%253Da', '/app'],
    ['/admin%23access_token=a', null],
    ['/admin%2523refresh_token%253Da', null],
  ])('removes Auth’s parameters from %s', (path, kept) => {
    expect(safeReturnPath(path)).toBe(kept)
    expect(loginPath(path)).toBe(kept ? `/login?from=${encodeURIComponent(kept)}` : '/login')
  })
})

describe('loginPath', () => {
  it('contains the page to which the person returns after signing in', () => {
    expect(loginPath('/admin/courses?page=2')).toBe('/login?from=%2Fadmin%2Fcourses%3Fpage%3D2')
    expect(loginPath('//evil.test')).toBe('/login')
    expect(loginPath('/')).toBe('/login')
  })
})

describe('isBackOfficePath', () => {
  it('returns true for the back-office and false for the portal', () => {
    expect(isBackOfficePath('/admin/courses?x=1')).toBe(true)
    expect(isBackOfficePath('/moderator')).toBe(true)
    expect(isBackOfficePath('/administer')).toBe(false)
    expect(isBackOfficePath('/app/dashboard')).toBe(false)
  })
})

describe('pathAfterSignIn', () => {
  const boot = (account: object, permissions: Permission[] = member) =>
    parseBoot({
      account: { state: 'ACTIVE', id: 'a', role: 'ADMIN', ...account },
      permissions: permissions.map((permission) => ({ ...permission })),
      settings: { site_name: 'Rookies' },
    })

  it('sends a person whose account may enter home', () => {
    expect(pathAfterSignIn(boot({}, admin))).toBe('/admin')
    expect(pathAfterSignIn(boot({}, member), '/admin')).toBe('/app/dashboard')
    expect(pathAfterSignIn(undefined)).toBe('/app/dashboard')
  })

  it('sends a person with a second factor to the screen for the code', () => {
    const waiting = boot({ state: 'SECOND_FACTOR', aal_required: true }, [])
    expect(pathAfterSignIn(waiting)).toBe('/login/two-factor')
    expect(pathAfterSignIn(waiting, '/admin/courses?page=2')).toBe(
      '/login/two-factor?from=%2Fadmin%2Fcourses%3Fpage%3D2',
    )
    expect(pathAfterSignIn(waiting, '//evil.test')).toBe('/login/two-factor')
  })

  it('sends staff without a second factor to the panel, which asks for it', () => {
    const staff = boot({ aal_required: true })
    expect(pathAfterSignIn(staff)).toBe('/admin')
    expect(pathAfterSignIn(staff, '/moderator/members')).toBe('/moderator/members')
    expect(pathAfterSignIn(staff, '/app/courses/git')).toBe('/app/courses/git')
    expect(pathAfterSignIn(staff, 'https://evil.test')).toBe('/admin')
  })
})

it('keeps the return path on this origin', () => {
  expect(enrolmentPath('/admin')).toBe('/app/profile/two-factor?from=%2Fadmin')
  for (const elsewhere of ['//evil.test', 'https://evil.test', '/login', '/', '', null]) {
    expect(challengePath(elsewhere)).toBe('/login/two-factor')
    expect(enrolmentPath(elsewhere)).toBe('/app/profile/two-factor')
  }
})
