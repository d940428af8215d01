import { useTheme } from '@rookies/ui/theme/use-theme'
import { Moon, Sun } from 'lucide-react'
import { MenuButton } from '../../ui/menu-button'
import { THEME_CHOICES } from './theme-choices'

/** The menu that sets the theme of both apps to light, dark or the system's (rules/interface#theme). */
export function ThemeMenu() {
  const { theme, choice, choose } = useTheme()
  const Current = theme === 'dark' ? Moon : Sun
  const label = `Theme: ${THEME_CHOICES.find((item) => item.choice === choice)?.label}`

  return (
    <MenuButton
      label={label}
      title={label}
      icon={<Current aria-hidden="true" />}
      chosen={choice}
      items={THEME_CHOICES.map(({ choice: key, label, icon: Icon }) => ({
        key,
        label,
        icon: <Icon aria-hidden="true" />,
        onClick: () => choose(key),
      }))}
    />
  )
}
