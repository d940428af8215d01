import {
  SETTINGS_ACCENTS,
  type SettingsRow,
  settingName,
} from '@rookies/data/settings/settings-form'
import { accents, colors, type ThemeName } from '@rookies/ui/tokens/tokens'
import { Flex, Form, Radio } from 'antd'
import cells from '../../ui/cells.module.css'
import styles from './settings.module.css'

const SWATCHES = [
  ['accent', 'Accent'],
  ['accentSoft', 'Accent, soft'],
  ['surface', 'Surface'],
  ['surfaceRaised', 'Surface, raised'],
  ['text', 'Text'],
  ['warning', 'Warning'],
  ['danger', 'Danger'],
] as const

const THEMES: readonly { name: ThemeName; label: string }[] = [
  { name: 'light', label: 'Light' },
  { name: 'dark', label: 'Dark' },
]

const ACCENT_NAMES: Record<SettingsRow['accent'], string> = {
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  plum: 'Plum',
  copper: 'Copper',
}

/** The accent colour of the sign-in pages, shown in both themes (rules/settings#accent). */
export function AccentField() {
  return (
    <fieldset aria-describedby="settings-accent-words">
      <legend className={cells.name}>{settingName('accent')}</legend>
      <p id="settings-accent-words" className={cells.fact}>
        Used on the welcome page, the sign-in pages, and in emails. Each colour is readable in light
        and dark.
      </p>
      <Form.Item name="accent" noStyle>
        <Radio.Group
          options={SETTINGS_ACCENTS.map((accent) => ({
            value: accent,
            label: (
              <Flex component="span" align="center" gap="small">
                <svg className={styles.pair} viewBox="0 0 2 1" aria-hidden="true">
                  <rect width="1" height="1" fill={accents[accent].light.accent} />
                  <rect x="1" width="1" height="1" fill={accents[accent].dark.accent} />
                </svg>
                {ACCENT_NAMES[accent]}
              </Flex>
            ),
          }))}
        />
      </Form.Item>
    </fieldset>
  )
}

/** Shows the colours of both apps for reference (rules/settings#settings). */
export function Appearance() {
  return (
    <Flex wrap gap="large">
      {THEMES.map(({ name, label }) => (
        <Flex key={name} vertical gap="small" flex="1 1 17rem">
          <h3>{label}</h3>
          <ul>
            {SWATCHES.map(([token, label]) => (
              <Flex key={token} component="li" align="center" gap="small">
                <svg className={styles.colour} viewBox="0 0 1 1" aria-hidden="true">
                  <rect width="1" height="1" fill={colors[name][token]} />
                </svg>
                <span>{label}</span>
                <code className={cells.code}>{colors[name][token]}</code>
              </Flex>
            ))}
          </ul>
        </Flex>
      ))}
    </Flex>
  )
}
