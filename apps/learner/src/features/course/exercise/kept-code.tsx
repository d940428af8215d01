import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import type { KeptCode as Kept } from '@rookies/data/exercises/my-exercise'
import { localMoment } from '@rookies/data/time/moment-text'
import { useState } from 'react'
import { OptionalPart } from '../../../shared/optional-section'
import { Button } from '../../../ui/button'
import { comparison } from './earlier-runs'
import styles from './workbench.module.css'

interface KeptCodeProps {
  kept: readonly Kept[]
  present: readonly ExerciseFile[]
  take: (revision: string, files: readonly ExerciseFile[]) => void
  drop: (revision: string) => void
}

/** Offers the code that the person wrote on other devices at the same time (rules/exercises#drafts). */
export function KeptCode({ kept, ...use }: KeptCodeProps) {
  if (kept.length === 0) return null
  return (
    <section aria-label="Code of other devices" className={styles.others}>
      <p>You also wrote this on another device:</p>
      <ul className={styles.stack}>
        {kept.map((one) => (
          <li key={one.revision} className={styles.stack}>
            <OneKept one={one} {...use} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OneKept({ one, present, take, drop }: Omit<KeptCodeProps, 'kept'> & { one: Kept }) {
  const [compared, setCompared] = useState(false)
  const { files, revision, updated_at } = one
  // Several entries have buttons with the same labels, so each button is described by its entry.
  const written = localMoment(updated_at)
  return (
    <>
      <p className={styles.muted}>{written}</p>
      <div className={styles.row}>
        <Button
          small
          aria-label={`Compare ${written}`}
          aria-expanded={compared}
          onClick={() => setCompared(!compared)}
        >
          Compare
        </Button>
        <Button small aria-label={`Use this one, ${written}`} onClick={() => take(revision, files)}>
          Use this one
        </Button>
        <Button
          small
          variant="quiet"
          aria-label={`Drop it, ${written}`}
          onClick={() => drop(revision)}
        >
          Drop it
        </Button>
      </div>
      {compared && (
        <OptionalPart
          subject="The comparison"
          part={comparison}
          props={{ labels: ['The other device', 'Your code now'], before: files, after: present }}
        />
      )}
    </>
  )
}
