import type { Recipients } from '@rookies/data/notifications/admin-draft'
import { AUDIENCES, type Audience } from '@rookies/data/notifications/notification-list'
import styles from './composer.module.css'
import { peopleWords } from './notification-words'
import { RecipientPicker } from './recipient-picker'
import { useAudience } from './use-audience'

interface RecipientFieldProps {
  id: string
  recipients: Recipients
  error: string | undefined
  onChange: (recipients: Recipients) => void
}

const LABELS: Record<Audience, string> = { global: 'All members', specific: 'A specific user' }

/** All members, or one person picked from all of them (rules/notifications#draft). */
export function RecipientField({ id, recipients, error, onChange }: RecipientFieldProps) {
  const count = useAudience()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Recipients</legend>
      <div className={styles.choices}>
        {AUDIENCES.map((audience) => (
          <label key={audience} className={styles.choice}>
            <input
              type="radio"
              name={`${id}-audience`}
              checked={recipients.audience === audience}
              onChange={() => onChange({ ...recipients, audience })}
            />
            {LABELS[audience]}
            {audience === 'global' && count !== undefined && (
              <span className={styles.hint}>{peopleWords(count)}</span>
            )}
          </label>
        ))}
      </div>
      {recipients.audience === 'specific' && (
        <RecipientPicker
          id={id}
          person={recipients.person}
          error={error}
          onPick={(person) => onChange({ ...recipients, person })}
        />
      )}
    </fieldset>
  )
}
