import { describe, expect, test } from 'vitest'
import { isAllowed } from './links'

const site = 'http://localhost:4300'
const allowed = (address: string, ...patterns: string[]) => isAllowed(address, site, patterns)

describe('where a link may lead', () => {
  test.each([site, `${site}/`, `${site}/app/dashboard?tab=1#x`])(
    'to the site itself: %s',
    (address) => expect(allowed(address)).toBe(true),
  )

  test.each([
    '',
    '/app',
    'https://localhost:4300/',
    'http://localhost:4301/',
    'http://localhost/',
    'http://localhost:4300.evil.test/',
    'http://localhost:4300@evil.test/',
    'http://me:secret@localhost:4300/',
    'http://localhost:4300\\@evil.test/',
    '\thttp://localhost:4300/',
    'http://evil.test/?http://localhost:4300/',
    'javascript:alert(1)',
    'data:text/html,hello',
  ])('not to %j', (address) => expect(allowed(address)).toBe(false))

  test('to what the list allows: * stops at dots and slashes, ** does not, ? is one of what * takes', () => {
    expect(allowed('https://a.example.test/x', 'https://*.example.test/*')).toBe(true)
    expect(allowed('https://a.b.example.test/x', 'https://*.example.test/*')).toBe(false)
    expect(allowed('https://a.example.test/x/y', 'https://*.example.test/*')).toBe(false)
    expect(allowed('https://a.example.test/x/y', 'https://*.example.test/**')).toBe(true)
    expect(allowed('http://localhost:5173/x', 'http://localhost:517?/*')).toBe(true)
    expect(allowed('http://localhost:51733/x', 'http://localhost:517?/*')).toBe(false)
    expect(allowed('https://exampleXtest/', 'https://example.test/')).toBe(false)
    expect(allowed('https://example.test/#evil', 'https://example.test/')).toBe(true)
    expect(allowed('app://callback', 'app://callback')).toBe(true)
  })

  test('never past a name or password in front of the host, whatever the list says', () => {
    expect(allowed('http://localhost:4300@evil.test/', '**')).toBe(false)
  })
})
