import { myCohortsQuery } from '@rookies/data/cohorts/my-cohorts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useData } from '../../shared/data-context'
import { Refusal } from '../../ui/refusal'
import styles from './emails-section.module.css'
import { Section } from './section'
import { usePreferences } from './use-preferences'

/** Lets a person choose which notifications they also receive by mail (rules/accounts#preferences). */
export default function EmailsSection({ person }: { person: string }) {
  const client = useData()
  const cohorts = useQuery(myCohortsQuery(client, person)).data
  const { preferences } = usePreferences(person)
  if (!preferences) return null
  return (
    <Section title="Emails" lead="What reaches you by email, and not only in the bell.">
      <div className={styles.choices}>
        <Choice person={person} mails="review_mails" label="Email me when my work is reviewed" />
        {cohorts !== undefined && cohorts.length > 0 && (
          <Choice
            person={person}
            mails="cohort_mails"
            label="Email me the messages to my cohorts"
          />
        )}
      </div>
    </Section>
  )
}

interface ChoiceProps {
  person: string
  mails: 'cohort_mails' | 'review_mails'
  label: string
}

/** Each choice saves by itself, so that the next one can be pressed before the first is saved. */
function Choice({ person, mails, label }: ChoiceProps) {
  const id = useId()
  const { preferences, refusal, save } = usePreferences(person)
  if (!preferences) return null
  return (
    <>
      {refusal && <Refusal id={`${id}-refusal`} message={refusal.message} />}
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={preferences[mails]}
          onChange={({ target }) => save({ [mails]: target.checked })}
        />
        <span>{label}</span>
      </label>
    </>
  )
}
