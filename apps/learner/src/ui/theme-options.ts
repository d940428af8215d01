import type { ThemeChoice } from '@rookies/ui/theme/theme'
import { Monitor, Moon, Sun } from 'lucide-react'

export const THEME_OPTIONS: readonly { choice: ThemeChoice; label: string; Icon: typeof Sun }[] = [
  { choice: 'light', label: 'Light', Icon: Sun },
  { choice: 'dark', label: 'Dark', Icon: Moon },
  { choice: 'system', label: 'System', Icon: Monitor },
]
