import { describe, expect, it } from 'vitest'
import { keepCollapsed, wasCollapsed } from './use-sidebar'

describe('the cookie of the sidebar', () => {
  it('keeps the state for seven days', () => {
    const jar = { cookie: '' }
    keepCollapsed(jar, true)
    expect(jar.cookie).toBe('rookies-sidebar=collapsed; path=/; max-age=604800; samesite=lax')
  })

  it('is found among other cookies, and without it the sidebar is open', () => {
    expect(wasCollapsed({ cookie: 'a=b; rookies-sidebar=collapsed; c=d' })).toBe(true)
    expect(wasCollapsed({ cookie: 'rookies-sidebar=open' })).toBe(false)
    expect(wasCollapsed({ cookie: 'not-rookies-sidebar=collapsed' })).toBe(false)
    expect(wasCollapsed({ cookie: '' })).toBe(false)
  })
})
