import { expect, it } from 'vitest'
import { noticeLink } from './notice'

it('leaves the site only by http and https', () => {
  expect(noticeLink('https://example.com/a?b=c', 'learner')).toEqual({
    way: 'outside',
    href: 'https://example.com/a?b=c',
  })
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    '/\\example.com',
  ]) {
    expect(noticeLink(url, 'learner')).toBeNull()
  }
  expect(noticeLink(null, 'learner')).toBeNull()
  expect(noticeLink('app/dashboard', 'learner')).toBeNull()
})

it('opens paths of this application without a page load, and of the other one with a page load', () => {
  expect(noticeLink('/app/courses/git?from=bell#top', 'learner')).toEqual({
    way: 'route',
    href: '/app/courses/git?from=bell#top',
  })
  expect(noticeLink('/admin/courses', 'learner')?.way).toBe('load')
  expect(noticeLink('/moderator', 'learner')?.way).toBe('load')
  expect(noticeLink('/administration', 'learner')?.way).toBe('route')
  expect(noticeLink('/admin/courses', 'backoffice')?.way).toBe('route')
  expect(noticeLink('/app/dashboard', 'backoffice')?.way).toBe('load')
})

it('resolves paths as a browser does, so that dots hide nothing', () => {
  expect(noticeLink('/app/../admin', 'learner')).toEqual({ way: 'load', href: '/admin' })
  expect(noticeLink('/\t/example.com', 'learner')).toBeNull()
})
