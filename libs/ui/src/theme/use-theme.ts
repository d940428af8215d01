import { useSyncExternalStore } from 'react'
import type { ThemeName } from '../tokens/tokens'
import {
  applyTheme,
  getTheme,
  getThemeChoice,
  setThemeChoice,
  type ThemeChoice,
  watchTheme,
} from './theme'

/** The theme on screen, what was chosen, and a way to choose. Keeps the page in step. */
export function useTheme(): {
  theme: ThemeName
  choice: ThemeChoice
  choose: (choice: ThemeChoice) => void
} {
  const theme = useSyncExternalStore(watchAndApply, getTheme)
  const choice = useSyncExternalStore(watchTheme, getThemeChoice)
  return { theme, choice, choose: setThemeChoice }
}

function watchAndApply(listener: () => void): () => void {
  return watchTheme(() => {
    applyTheme()
    listener()
  })
}
