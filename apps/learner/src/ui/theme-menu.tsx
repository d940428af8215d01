import { useTheme } from '@rookies/ui/theme/use-theme'
import { Moon, Sun } from 'lucide-react'
import { Menu, type MenuItem } from './menu'
import { THEME_OPTIONS } from './theme-options'

/** The choices of the theme, as items of a menu: light, dark, or the system's (rules/interface#theme). */
export function useThemeItems(): MenuItem[] {
  const { choice: chosen, choose } = useTheme()
  return THEME_OPTIONS.map(({ choice, label, Icon }) => ({
    kind: 'choice',
    label,
    icon: <Icon />,
    checked: choice === chosen,
    onSelect: () => choose(choice),
  }))
}

export function ThemeMenu() {
  const { theme } = useTheme()
  return (
    <Menu
      label="Theme"
      trigger={theme === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
      items={useThemeItems()}
    />
  )
}
