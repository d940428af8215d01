import { useSyncExternalStore } from 'react'
import type { ThemeName } from '../tokens/tokens'
import { getTheme, getThemeChoice, setThemeChoice, type ThemeChoice, watchTheme } from './theme'

/** Returns the theme on screen, the choice, and a function that chooses. */
export function useTheme(): {
  theme: ThemeName
  choice: ThemeChoice
  choose: (choice: ThemeChoice) => void
} {
  const theme = useSyncExternalStore(watchTheme, getTheme)
  const choice = useSyncExternalStore(watchTheme, getThemeChoice)
  return { theme, choice, choose: setThemeChoice }
}
