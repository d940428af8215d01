import {
  type Preferences,
  preferencesQuery,
  savePreferences,
} from '@rookies/data/account/preferences'
import { myCohortsQuery } from '@rookies/data/cohorts/my-cohorts'
import { DEFAULT_ERROR_MESSAGE } from '@rookies/data/errors'
import { cohortPath } from '@rookies/data/library/my-week'
import { ownZone, timeZones, zoneName } from '@rookies/data/time/zones'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import fields from '../../ui/field.module.css'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import styles from './cohorts-section.module.css'
import { Section } from './section'

/**
 * Shows a person's cohorts and the preferences about them. People without a cohort see nothing
 * (rules/accounts#preferences).
 */
export default function CohortsSection({ person }: { person: string }) {
  const client = useData()
  const cohorts = useQuery(myCohortsQuery(client, person))
  if (!cohorts.data || cohorts.data.length === 0) return null
  return (
    <Section title="Cohorts" lead="The groups with which you learn.">
      <div className={styles.content}>
        <ul className={styles.cohorts}>
          {cohorts.data.map(({ id, slug, title }) => (
            <li key={id}>
              <Link dir="auto" to={cohortPath(slug)}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <Wishes person={person} />
      </div>
    </Section>
  )
}

function Wishes({ person }: { person: string }) {
  const client = useData()
  const queries = useQueryClient()
  const id = useId()
  const saved = useQuery(preferencesQuery(client, person)).data
  // What was chosen last is shown while it is saved.
  const [change, setChange] = useState<Partial<Preferences>>({})
  const { busy, refusal, attempt } = useAttempt(() => DEFAULT_ERROR_MESSAGE)
  if (!saved) return null

  const save = async (next: Partial<Preferences>) => {
    if (busy) return
    setChange(next)
    if (await attempt(() => savePreferences(client, queries, person, next))) {
      showToast({ tone: 'success', title: 'Saved' })
    }
    setChange({})
  }
  const { time_zone, cohort_mails } = { ...saved, ...change }
  const zones = timeZones()
  return (
    <>
      {refusal && <Refusal id={`${id}-refusal`} message={refusal.message} />}
      <div className={`${fields.field} ${styles.zone}`}>
        <label htmlFor={id} className={fields.label}>
          Time zone
        </label>
        <select
          id={id}
          className={styles.select}
          value={time_zone ?? ''}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => save({ time_zone: target.value || null })}
        >
          <option value="">As in this browser ({zoneName(ownZone())})</option>
          {time_zone !== null && !zones.includes(time_zone) && <option>{time_zone}</option>}
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
        <p id={`${id}-hint`} className={fields.hint}>
          Openings are shown in the zone of the cohort, and in yours.
        </p>
      </div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={cohort_mails}
          onChange={({ target }) => save({ cohort_mails: target.checked })}
        />
        <span>Email me the messages to my cohorts</span>
      </label>
    </>
  )
}
