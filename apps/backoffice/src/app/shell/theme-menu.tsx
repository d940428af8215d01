import type { ThemeChoice } from '@rookies/ui/theme/theme'
import { useTheme } from '@rookies/ui/theme/use-theme'
import { Button, Dropdown } from 'antd'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'

const CHOICES: { choice: ThemeChoice; label: string; icon: LucideIcon }[] = [
  { choice: 'light', label: 'Light', icon: Sun },
  { choice: 'dark', label: 'Dark', icon: Moon },
  { choice: 'system', label: 'System', icon: Monitor },
]

/** Light, dark or as the system has it; remembered for both applications (decisions §2). */
export function ThemeMenu() {
  const { theme, choice, choose } = useTheme()
  const [open, setOpen] = useState(false)
  const Current = theme === 'dark' ? Moon : Sun
  const label = `Theme: ${CHOICES.find((item) => item.choice === choice)?.label}`

  return (
    <Dropdown
      menu={{
        'aria-label': 'Theme',
        selectable: true,
        selectedKeys: [choice],
        items: CHOICES.map(({ choice: key, label, icon: Icon }) => ({
          key,
          label,
          icon: <Icon aria-hidden="true" />,
          onClick: () => choose(key),
        })),
      }}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      open={open}
      onOpenChange={setOpen}
    >
      <Button
        type="text"
        icon={<Current aria-hidden="true" />}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        title={label}
      />
    </Dropdown>
  )
}
