import { can } from '@rookies/data/access/can'
import { myCohortsQuery } from '@rookies/data/cohorts/my-cohorts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import fields from '../../ui/field.module.css'
import { Refusal } from '../../ui/refusal'
import styles from './emails-section.module.css'
import { Section } from './section'
import { usePreferences } from './use-preferences'
import { ZoneField } from './zone-field'

/** Lets a person choose which notifications they also receive by mail (rules/accounts#preferences). */
export default function EmailsSection({ person }: { person: string }) {
  const client = useData()
  const cohorts = useQuery(myCohortsQuery(client, person)).data
  const boot = useBoot()
  const hasInbox = can(boot?.permissions, 'inbox', 'enter')
  const { preferences } = usePreferences(person)
  if (!preferences) return null
  return (
    <Section title="Emails" lead="What reaches you by email.">
      {boot?.account?.mail_ended && (
        <p className={styles.ended}>
          No emails are sent to {boot.account.email}, because one came back or was reported as spam.
          Codes and links that you ask for are still sent. Staff can change your email or have
          emails sent again.
        </p>
      )}
      <div className={styles.choices}>
        <Choice person={person} mails="review_mails" label="Email me when my work is reviewed" />
        {cohorts !== undefined && cohorts.length > 0 && (
          <Choice
            person={person}
            mails="cohort_mails"
            label="Email me the messages to my cohorts"
          />
        )}
        {cohorts !== undefined && cohorts.length > 0 && <Reminders person={person} />}
        {hasInbox && (
          <Choice
            person={person}
            mails="morning_mails"
            label="Email me in the morning what waits in my inbox"
          />
        )}
        {/* People in a cohort choose their time zone in the section "Cohorts" instead. */}
        {cohorts?.length === 0 && (
          <ZoneField
            person={person}
            hint={
              hasInbox && preferences.time_zone !== null
                ? 'Times are shown in this zone, and the morning email comes at 08:00 in it.'
                : 'Times are shown in this zone.'
            }
          />
        )}
      </div>
    </Section>
  )
}

/** Chooses which reminders a person gets by mail, and the hours without any (rules/notifications#reminders). */
function Reminders({ person }: { person: string }) {
  const id = useId()
  const { preferences, refusal, save } = usePreferences(person)
  if (!preferences) return null
  const time = (side: 'quiet_from' | 'quiet_to', label: string) => (
    <label className={fields.field}>
      <span className={fields.label}>{label}</span>
      <input
        type="time"
        className={fields.input}
        required
        value={preferences[side].slice(0, 5)}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => target.value !== '' && save({ [side]: target.value })}
      />
    </label>
  )
  return (
    <>
      <Choice person={person} mails="due_mails" label="Email me a day before work is due" />
      <Choice person={person} mails="opening_mails" label="Email me a day before lessons open" />
      <Choice person={person} mails="start_mails" label="Email me a day before a cohort begins" />
      {refusal && <Refusal id={`${id}-refusal`} message={refusal.message} />}
      <div className={styles.hours}>
        {time('quiet_from', 'No reminders from')}
        {time('quiet_to', 'until')}
      </div>
      <p id={`${id}-hint`} className={fields.hint}>
        In your time zone. What would come in these hours comes before them.
      </p>
    </>
  )
}

interface ChoiceProps {
  person: string
  mails:
    | 'cohort_mails'
    | 'review_mails'
    | 'morning_mails'
    | 'due_mails'
    | 'opening_mails'
    | 'start_mails'
  label: string
}

/** A checkbox that saves by itself, so that the person can change another one before the first is saved. */
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
