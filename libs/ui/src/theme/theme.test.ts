import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SITE_NAME_KEY } from '../../../data/src/device/store'
import { THEME_BOOT_SCRIPT } from './boot-script'
import { applyTheme, getTheme, getThemeChoice, setThemeChoice, watchTheme } from './theme'
import { themePlugin } from './theme-plugin'

let systemIsDark = false
const page = document.documentElement

beforeEach(() => {
  systemIsDark = false
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({
    matches: systemIsDark,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  delete page.dataset.theme
})

/** Runs the boot script as the page's head does. */
function boot(): string | undefined {
  new Function(THEME_BOOT_SCRIPT)()
  return page.dataset.theme
}

describe('the boot script', () => {
  it('follows the system until a person chooses', () => {
    expect(boot()).toBe('light')
    systemIsDark = true
    expect(boot()).toBe('dark')
  })

  it.each(['light', 'dark'] as const)('sets the same theme as the application for %s', (choice) => {
    systemIsDark = choice === 'light'
    setThemeChoice(choice)
    expect(boot()).toBe(choice)
    expect(getTheme()).toBe(choice)
  })

  it('sets the name of the last visit as the title, and none at first', () => {
    document.title = 'Product'
    boot()
    expect(document.title).toBe('Product')
    localStorage.setItem(SITE_NAME_KEY, 'Harbour')
    boot()
    expect(document.title).toBe('Harbour')
  })

  it('reaches the page byte for byte', () => {
    const [tag] = themePlugin().transformIndexHtml()
    expect(tag?.children).toBe(THEME_BOOT_SCRIPT)
    expect(THEME_BOOT_SCRIPT).not.toMatch(/[<>\n]/)
  })
})

describe('the chosen theme', () => {
  it('is stored, and an unknown stored value counts as `system`', () => {
    expect(getThemeChoice()).toBe('system')
    setThemeChoice('dark')
    expect(getThemeChoice()).toBe('dark')
    localStorage.setItem('rookies-theme', 'sepia')
    expect(getThemeChoice()).toBe('system')
  })

  it('is reported to listeners, also when another tab chose', () => {
    const seen = vi.fn()
    const stop = watchTheme(seen)
    setThemeChoice('dark')
    dispatchEvent(new StorageEvent('storage', { key: 'rookies-theme', newValue: 'light' }))
    expect(seen).toHaveBeenCalledTimes(2)
    stop()
    setThemeChoice('light')
    expect(seen).toHaveBeenCalledTimes(2)
  })

  it("sets the colours of the browser's own bars, whatever the theme of the system", () => {
    document.head.innerHTML =
      '<meta name="theme-color" data-of="light" media="(prefers-color-scheme: light)"><meta name="theme-color" data-of="dark" media="(prefers-color-scheme: dark)">'
    const shown = () =>
      [...document.querySelectorAll('meta')]
        .filter(({ media }) => media === 'all')
        .map(({ dataset }) => dataset.of)
    setThemeChoice('dark')
    applyTheme()
    expect(shown()).toEqual(['dark'])
    setThemeChoice('system')
    applyTheme()
    expect(shown()).toEqual(['light'])
    document.head.innerHTML = ''
  })

  it('lasts until the page is closed if storage is not available', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied')
    })
    setThemeChoice('dark')
    applyTheme()
    expect(page.dataset.theme).toBe('dark')
  })
})
