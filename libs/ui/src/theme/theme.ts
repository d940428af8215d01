import { localStore } from '@rookies/data/device/store'
import type { ThemeName } from '../tokens/tokens'
import { THEME_STORAGE_KEY } from './boot-script'

export const THEME_CHOICES = ['light', 'dark', 'system'] as const

export type ThemeChoice = (typeof THEME_CHOICES)[number]

const DARK_QUERY = '(prefers-color-scheme: dark)'

const listeners = new Set<() => void>()

/** Returns the theme that the person chose in either application; `system` until they choose. */
export function getThemeChoice(): ThemeChoice {
  const stored = localStore.getItem(THEME_STORAGE_KEY)
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system'
}

/** Stores the choice for both applications and applies it at once. */
export function setThemeChoice(choice: ThemeChoice): void {
  localStore.setItem(THEME_STORAGE_KEY, choice)
  for (const listener of listeners) listener()
}

/** Returns the theme on screen. */
export function getTheme(): ThemeName {
  const choice = getThemeChoice()
  if (choice !== 'system') return choice
  return matchMedia(DARK_QUERY).matches ? 'dark' : 'light'
}

/** Sets the current theme on the page, and on the browser's bars by the `theme-color` elements with `data-of`. */
export function applyTheme(): void {
  const theme = getTheme()
  document.documentElement.dataset.theme = theme
  const colors = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  for (const color of colors) color.media = color.dataset.of === theme ? 'all' : 'not all'
}

/**
 * Calls back whenever the theme may have changed: chosen here, chosen in another tab, or changed by the system.
 * Returns a function that removes the listeners.
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
