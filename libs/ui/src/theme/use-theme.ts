import { useSyncExternalStore } from 'react'
import type { ThemeName } from '../tokens/tokens'
import { getTheme, getThemeChoice, setThemeChoice, type ThemeChoice, watchTheme } from './theme'

/** Returns the theme on screen, the person's choice, and a function that changes the choice. */
export function useTheme(): {
  theme: ThemeName
  choice: ThemeChoice
  choose: (choice: ThemeChoice) => void
} {
  const theme = useSyncExternalStore(watchTheme, getTheme)
  const choice = useSyncExternalStore(watchTheme, getThemeChoice)
  return { theme, choice, choose: setThemeChoice }
}
