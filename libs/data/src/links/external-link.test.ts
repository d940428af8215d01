import { describe, expect, it } from 'vitest'
import { LINK_EXAMPLES } from '../testing/link-examples'
import { externalLink, isAppPath, splitLinks } from './external-link'

describe('links that people typed', () => {
  it('lead to another site only with http and https', () => {
    expect(externalLink('https://example.com/a')?.hostname).toBe('example.com')
    expect(externalLink('javascript:alert(1)')).toBeNull()
    expect(externalLink('//example.com')).toBeNull()
    expect(externalLink('https://')).toBeNull()
    expect(externalLink(null)).toBeNull()
  })

  it('lead to a page of this site only with a single slash', () => {
    expect(isAppPath('/app/dashboard')).toBe(true)
    expect(isAppPath('//example.com')).toBe(false)
    expect(isAppPath('/\\example.com')).toBe(false)
    expect(isAppPath('app')).toBe(false)
  })

  it.each(LINK_EXAMPLES)('are found in the text %j: %j', (text, targets) => {
    const parts = splitLinks(text)
    expect(parts.flatMap(({ href }) => href ?? [])).toEqual(targets)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(parts.map(({ at }) => text.slice(at))).toEqual(
      parts.map((_, from) =>
        parts
          .slice(from)
          .map((part) => part.text)
          .join(''),
      ),
    )
  })
})
