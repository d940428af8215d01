import {
  type SettingsField,
  type SettingsRow,
  settingName,
} from '@rookies/data/settings/settings-form'
import { Conflict } from '../../ui/conflict'

interface SettingsConflictProps {
  /** The settings as they stand in the database. */
  row: SettingsRow
  /** What another person changed since the form was filled. */
  fields: readonly SettingsField[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** What another administrator saved while the settings were being changed here. */
export function SettingsConflict({ row, fields, ...acts }: SettingsConflictProps) {
  return (
    <Conflict
      heading="h2"
      title="Someone else changed the settings"
      theirs={fields.map((field) => ({
        key: field,
        label: settingName(field),
        text: shown(row[field]),
      }))}
      {...acts}
    />
  )
}

const LONGEST = 200

function shown(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}
