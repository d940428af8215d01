import type { ThemeChoice } from '@rookies/ui/theme/theme'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'

/** The choices of a theme (rules/interface#theme). */
export const THEME_CHOICES: readonly { choice: ThemeChoice; label: string; icon: LucideIcon }[] = [
  { choice: 'light', label: 'Light', icon: Sun },
  { choice: 'dark', label: 'Dark', icon: Moon },
  { choice: 'system', label: 'System', icon: Monitor },
]
