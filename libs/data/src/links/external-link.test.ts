import { describe, expect, it } from 'vitest'
import { externalLink, isAppPath, splitLinks } from './external-link'

describe('links that people typed', () => {
  it('leave the site only by http and https', () => {
    expect(externalLink('https://example.com/a')?.hostname).toBe('example.com')
    expect(externalLink('javascript:alert(1)')).toBeNull()
    expect(externalLink('//example.com')).toBeNull()
    expect(externalLink('https://')).toBeNull()
    expect(externalLink(null)).toBeNull()
  })

  it('stay on the site only with a single slash', () => {
    expect(isAppPath('/app/dashboard')).toBe(true)
    expect(isAppPath('//example.com')).toBe(false)
    expect(isAppPath('/\\example.com')).toBe(false)
    expect(isAppPath('app')).toBe(false)
  })

  it('are found in a text, without the full stop after them', () => {
    const parts = splitLinks('See https://example.com/a?b=1, or (http://x.test/y). Done')
    expect(parts.flatMap(({ href }) => href ?? [])).toEqual([
      'https://example.com/a?b=1',
      'http://x.test/y',
    ])
    expect(parts.map((part) => part.text).join('')).toBe(
      'See https://example.com/a?b=1, or (http://x.test/y). Done',
    )
    expect(splitLinks('nothing here')).toEqual([{ text: 'nothing here', href: null, at: 0 }])
  })

  it('are also found by www., and lead there by https', () => {
    const hrefs = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])
    expect(hrefs('Look at www.example.org/a, or (WWW.example.org).')).toEqual([
      'https://www.example.org/a',
      'https://WWW.example.org',
    ])
    expect(hrefs('www. awww.cool.org me@www.example.org http://www.x.test www.nothing')).toEqual([
      'http://www.x.test',
    ])
  })
})
