import { ownZone, timeZones, zoneName } from '@rookies/data/time/zones'
import { useId } from 'react'
import fields from '../../ui/field.module.css'
import { Refusal } from '../../ui/refusal'
import { usePreferences } from './use-preferences'
import styles from './zone-field.module.css'

interface ZoneFieldProps {
  person: string
  hint: string
}

/** Lets a person choose their time zone, and saves it at once (rules/accounts#preferences). */
export function ZoneField({ person, hint }: ZoneFieldProps) {
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
          onChange={({ target }) => save({ time_zone: target.value })}
        >
          {/* The time zone of the browser is shown until it is stored. */}
          {time_zone === null && (
            <option value="">As in this browser ({zoneName(ownZone())})</option>
          )}
          {time_zone !== null && !zones.includes(time_zone) && <option>{time_zone}</option>}
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
        <p id={`${id}-hint`} className={fields.hint}>
          {hint}
        </p>
      </div>
    </>
  )
}
