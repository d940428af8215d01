import { describe, expect, test } from 'vitest'
import { isAllowed } from './links'

const site = 'http://localhost:4300'
const callbacks = [`${site}/login`, `${site}/reset-password`]
const allowed = (address: string, ...patterns: string[]) => isAllowed(address, patterns)

describe('the redirect of a link', () => {
  test.each(callbacks)('may lead to the screens that handle it: %s', (address) =>
    expect(isAllowed(address, callbacks)).toBe(true),
  )

  test.each([
    '',
    '/login',
    site,
    `${site}/`,
    `${site}/app/dashboard`,
    `${site}/admin`,
    `${site}/login/`,
    `${site}/login?from=/admin`,
    `${site}/login#`,
    `${site}/login/../admin`,
    `${site}/reset-password/hash`,
    'https://localhost:4300/login',
    'http://localhost:4301/login',
    'http://localhost/login',
    'http://localhost:4300.evil.test/login',
    'http://localhost:4300@evil.test/login',
    'http://me:secret@localhost:4300/login',
    'http://localhost:4300\\@evil.test/login',
    '\thttp://localhost:4300/login',
    'http://evil.test/?http://localhost:4300/login',
    'javascript:alert(1)',
    'data:text/html,hello',
  ])('may not lead to %j', (address) => expect(isAllowed(address, callbacks)).toBe(false))

  test('follows the patterns of the list: * stops at dots and slashes, ** does not, ? is one character that * matches', () => {
    expect(allowed('https://a.example.test/x', 'https://*.example.test/*')).toBe(true)
    expect(allowed('https://a.b.example.test/x', 'https://*.example.test/*')).toBe(false)
    expect(allowed('https://a.example.test/x/y', 'https://*.example.test/*')).toBe(false)
    expect(allowed('https://a.example.test/x/y', 'https://*.example.test/**')).toBe(true)
    expect(allowed('http://localhost:5173/x', 'http://localhost:517?/*')).toBe(true)
    expect(allowed('http://localhost:51733/x', 'http://localhost:517?/*')).toBe(false)
    expect(allowed('https://exampleXtest/', 'https://example.test/')).toBe(false)
    expect(allowed('app://callback', 'app://callback')).toBe(true)
  })

  test('is never accepted with a name or password before the host', () => {
    expect(allowed('http://localhost:4300@evil.test/', '**')).toBe(false)
  })
})
