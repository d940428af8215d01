import { myCohortsQuery } from '@rookies/data/cohorts/my-cohorts'
import { cohortPath } from '@rookies/data/library/my-week'
import { ownZone, timeZones, zoneName } from '@rookies/data/time/zones'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import fields from '../../ui/field.module.css'
import { Refusal } from '../../ui/refusal'
import styles from './cohorts-section.module.css'
import { Section } from './section'
import { usePreferences } from './use-preferences'

/**
 * Shows a person's cohorts and the time zone in which they see dates. People without a cohort see nothing
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
        <Zone person={person} />
      </div>
    </Section>
  )
}

function Zone({ person }: { person: string }) {
  const id = useId()
  const { preferences, refusal, save } = usePreferences(person)
  if (!preferences) return null

  const { time_zone } = preferences
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
    </>
  )
}
