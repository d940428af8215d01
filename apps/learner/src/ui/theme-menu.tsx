import type { ThemeChoice } from '@rookies/ui/theme/theme'
import { useTheme } from '@rookies/ui/theme/use-theme'
import { Monitor, Moon, Sun } from 'lucide-react'
import { Menu } from './menu'

const CHOICES: readonly { choice: ThemeChoice; label: string; Icon: typeof Sun }[] = [
  { choice: 'light', label: 'Light', Icon: Sun },
  { choice: 'dark', label: 'Dark', Icon: Moon },
  { choice: 'system', label: 'System', Icon: Monitor },
]

/** Light, dark or as the system has it (decisions §2). */
export function ThemeMenu() {
  const { theme, choice: chosen, choose } = useTheme()
  return (
    <Menu
      label="Theme"
      trigger={theme === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
      items={CHOICES.map(({ choice, label, Icon }) => ({
        kind: 'choice',
        label,
        icon: <Icon />,
        checked: choice === chosen,
        onSelect: () => choose(choice),
      }))}
    />
  )
}
