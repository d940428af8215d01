import type { KeptDraft } from '@rookies/data/assignments/my-assignment'
import { firstWords } from '@rookies/data/assignments/my-draft'
import { localMoment } from '@rookies/data/time/moment-text'
import { Button } from '../../../ui/button'
import styles from './assignment.module.css'
import type { WorkDraftUse } from './use-work-draft'

interface KeptDraftsProps extends Pick<WorkDraftUse, 'take' | 'drop'> {
  kept: readonly KeptDraft[]
}

/** Offers the drafts that the person wrote on other devices at the same time (rules/assignments#drafts). */
export function OtherDrafts({ kept, take, drop }: KeptDraftsProps) {
  if (kept.length === 0) return null
  return (
    <section aria-label="Other drafts" className={styles.others}>
      <p>You also wrote this on another device:</p>
      <ul className={styles.stack}>
        {kept.map(({ body, revision, updated_at }) => (
          <li key={revision} className={styles.stack}>
            <p className={styles.muted}>{localMoment(updated_at)}</p>
            <p dir="auto" className={styles.words}>
              {firstWords(body)}
            </p>
            <div className={styles.row}>
              <Button small onClick={() => take(revision, body)}>
                Use this one
              </Button>
              <Button small variant="quiet" onClick={() => drop(revision)}>
                Drop it
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
