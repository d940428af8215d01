import {
  type SettingsField,
  type SettingsRow,
  settingName,
} from '@rookies/data/settings/settings-form'
import { Button } from 'antd'
import styles from './settings.module.css'

interface SettingsConflictProps {
  /** The settings as they stand in the database. */
  row: SettingsRow
  /** What another person changed since the form was filled. */
  fields: readonly SettingsField[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Tells the second of two administrators what the first one saved, before anything is written over. */
export function SettingsConflict(props: SettingsConflictProps) {
  const { row, fields, onKeepMine, onTakeTheirs } = props
  return (
    <div className={styles.conflict} role="alert">
      <h2 className={styles.conflictTitle}>Someone else changed the settings</h2>
      <p>Your changes are not saved yet. This was saved by someone else:</p>
      <dl className={styles.theirs}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{settingName(field)}</dt>
            <dd>{shown(row[field])}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.acts}>
        <Button onClick={onKeepMine}>Keep My Changes</Button>
        <Button onClick={onTakeTheirs}>Use Their Version</Button>
      </div>
    </div>
  )
}

const LONGEST = 200

function shown(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value || '(empty)'
}
