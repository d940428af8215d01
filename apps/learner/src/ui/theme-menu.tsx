import { useTheme } from '@rookies/ui/theme/use-theme'
import { Moon, Sun } from 'lucide-react'
import { Menu } from './menu'
import { THEME_OPTIONS } from './theme-options'

/** Chooses the theme: light, dark, or the system's (rules/interface#theme). */
export function ThemeMenu() {
  const { theme, choice: chosen, choose } = useTheme()
  return (
    <Menu
      label="Theme"
      trigger={theme === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
      items={THEME_OPTIONS.map(({ choice, label, Icon }) => ({
        kind: 'choice',
        label,
        icon: <Icon />,
        checked: choice === chosen,
        onSelect: () => choose(choice),
      }))}
    />
  )
}
