import { localStore } from '@rookies/data/device/store'
import type { ThemeName } from '../tokens/tokens'
import { THEME_STORAGE_KEY } from './boot-script'

export const THEME_CHOICES = ['light', 'dark', 'system'] as const

export type ThemeChoice = (typeof THEME_CHOICES)[number]

const DARK_QUERY = '(prefers-color-scheme: dark)'

const listeners = new Set<() => void>()

/** What the person chose in either application; `system` until they choose. */
export function getThemeChoice(): ThemeChoice {
  const stored = localStore.getItem(THEME_STORAGE_KEY)
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system'
}

/** Remembers the choice for both applications and shows it at once. */
export function setThemeChoice(choice: ThemeChoice): void {
  localStore.setItem(THEME_STORAGE_KEY, choice)
  for (const listener of listeners) listener()
}

/** The theme on screen. */
export function getTheme(): ThemeName {
  const choice = getThemeChoice()
  if (choice !== 'system') return choice
  return matchMedia(DARK_QUERY).matches ? 'dark' : 'light'
}

/**
 * Puts the current theme on the page, and on what the browser draws around it: of the page's `theme-color`s the one
 * that says by `data-of` that it is this theme's.
 */
export function applyTheme(): void {
  const theme = getTheme()
  document.documentElement.dataset.theme = theme
  const colors = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  for (const color of colors) color.media = color.dataset.of === theme ? 'all' : 'not all'
}

/**
 * Calls back whenever the theme may have changed: chosen here, chosen in another tab, or changed by
 * the system. Out: a function that ends it.
 */
export function watchTheme(listener: () => void): () => void {
  const system = matchMedia(DARK_QUERY)
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === THEME_STORAGE_KEY) listener()
  }
  listeners.add(listener)
  system.addEventListener('change', listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
    removeEventListener('storage', onStorage)
  }
}
