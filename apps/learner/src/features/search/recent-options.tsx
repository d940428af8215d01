import { History } from 'lucide-react'
import styles from './result-option.module.css'
import labels from './search-results.module.css'

interface RecentOptionsProps {
  recents: readonly string[]
  active: string | null | undefined
  onChoose: (text: string) => void
}

/** The person's recent searches. Choosing one enters it into the field. */
export function RecentOptions({ recents, active, onChoose }: RecentOptionsProps) {
  return (
    <fieldset className={labels.group} aria-labelledby="recent-searches">
      <p id="recent-searches" className={labels.label} role="presentation">
        Recent searches
      </p>
      {recents.map((recent, i) => (
        <button
          key={recent}
          id={`recent-${i}`}
          type="button"
          role="option"
          aria-selected={`recent-${i}` === active}
          tabIndex={-1}
          className={styles.option}
          onClick={() => onChoose(recent)}
        >
          <History aria-hidden="true" />
          <span className={styles.text}>{recent}</span>
        </button>
      ))}
    </fieldset>
  )
}
