import type { ThemeChoice } from '@rookies/ui/theme/theme'
import { useTheme } from '@rookies/ui/theme/use-theme'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { MenuButton } from '../../ui/menu-button'

const CHOICES: { choice: ThemeChoice; label: string; icon: LucideIcon }[] = [
  { choice: 'light', label: 'Light', icon: Sun },
  { choice: 'dark', label: 'Dark', icon: Moon },
  { choice: 'system', label: 'System', icon: Monitor },
]

/** Light, dark or as the system has it; remembered for both applications (decisions §2). */
export function ThemeMenu() {
  const { theme, choice, choose } = useTheme()
  const Current = theme === 'dark' ? Moon : Sun
  const label = `Theme: ${CHOICES.find((item) => item.choice === choice)?.label}`

  return (
    <MenuButton
      label={label}
      title={label}
      icon={<Current aria-hidden="true" />}
      chosen={choice}
      items={CHOICES.map(({ choice: key, label, icon: Icon }) => ({
        key,
        label,
        icon: <Icon aria-hidden="true" />,
        onClick: () => choose(key),
      }))}
    />
  )
}
