import { expect, it } from 'vitest'
import { noticeLink } from './notice'

it('a link leads to another site only with http and https', () => {
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

it('a path of this application opens without a page load, and a path of the other one with a page load', () => {
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

it('a path is resolved as in a browser, so that dots cannot hide its target', () => {
  expect(noticeLink('/app/../admin', 'learner')).toEqual({ way: 'load', href: '/admin' })
  expect(noticeLink('/\t/example.com', 'learner')).toBeNull()
})
