import { colors, type ThemeName } from '@rookies/ui/tokens/tokens'
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

/** The colours that both apps are made of, to look at (rules/settings#settings). */
export function Appearance() {
  return (
    <div className={styles.themes}>
      {THEMES.map(({ name, label }) => (
        <div key={name}>
          <h3 className={styles.theme}>{label}</h3>
          <ul className={styles.swatches}>
            {SWATCHES.map(([token, words]) => (
              <li key={token} className={styles.swatch}>
                <svg className={styles.colour} viewBox="0 0 1 1" aria-hidden="true">
                  <rect width="1" height="1" fill={colors[name][token]} />
                </svg>
                <span>{words}</span>
                <code>{colors[name][token]}</code>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
