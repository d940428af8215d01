import { myCohortsQuery } from '@rookies/data/cohorts/my-cohorts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useData } from '../../shared/data-context'
import { Refusal } from '../../ui/refusal'
import styles from './emails-section.module.css'
import { Section } from './section'
import { usePreferences } from './use-preferences'

/** Chooses the mails that a person gets besides the bell (rules/accounts#preferences). */
export default function EmailsSection({ person }: { person: string }) {
  const client = useData()
  const id = useId()
  const inCohort = (useQuery(myCohortsQuery(client, person)).data ?? []).length > 0
  const { preferences, refusal, save } = usePreferences(person)
  if (!preferences) return null
  return (
    <Section title="Emails" lead="What reaches you by email, and not only in the bell.">
      {refusal && <Refusal id={`${id}-refusal`} message={refusal.message} />}
      <div className={styles.choices}>
        <Choice
          label="Email me when my work is reviewed"
          checked={preferences.review_mails}
          onChange={(review_mails) => save({ review_mails })}
        />
        {inCohort && (
          <Choice
            label="Email me the messages to my cohorts"
            checked={preferences.cohort_mails}
            onChange={(cohort_mails) => save({ cohort_mails })}
          />
        )}
      </div>
    </Section>
  )
}

interface ChoiceProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Choice({ label, checked, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
