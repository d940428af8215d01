import { useTheme } from '@rookies/ui/theme/use-theme'
import { THEME_OPTIONS } from '../../ui/theme-options'
import { Section } from './section'
import styles from './theme-section.module.css'

/** Chooses the theme of both applications: light, dark, or the system's (rules/interface#theme). */
export function ThemeSection() {
  const { choice: chosen, choose } = useTheme()
  return (
    <Section title="Appearance" lead="How the site looks in this browser.">
      <fieldset className={styles.themes}>
        <legend className={styles.legend}>Theme</legend>
        {THEME_OPTIONS.map(({ choice, label, Icon }) => (
          <label key={choice} className={styles.theme}>
            <input
              type="radio"
              name="theme"
              className={styles.radio}
              checked={choice === chosen}
              onChange={() => choose(choice)}
            />
            <Icon aria-hidden="true" />
            {label}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
