import { Constants, type Database } from '../database.gen'
import { formatNumber } from '../wording'

/** The row as administrators read it, without its constant key. */
export type SettingsRow = Omit<Database['public']['Tables']['settings']['Row'], 'id'>

/** The key of the only row. */
export const SETTINGS_ID = 'true'

/** The texts of the settings in the order of the screen, with the most characters that the database accepts. */
export const SETTINGS_LIMITS = {
  site_name: 100,
  contact_email: 320,
  site_description: 500,
  terms_text: 100_000,
  privacy_text: 100_000,
} as const

export type SettingsText = keyof typeof SETTINGS_LIMITS

/** The switches in the order of the screen. */
export const SETTINGS_SWITCHES = [
  'allow_registration',
  'require_email_verification',
  'enable_two_factor',
  'creators_admin_panel',
  'maintenance_mode',
] as const

export type SettingsSwitch = (typeof SETTINGS_SWITCHES)[number]
export type SettingsField = SettingsText | SettingsSwitch | 'accent'

/** The colours to choose from (rules/settings#accent). */
export const SETTINGS_ACCENTS = Constants.public.Enums.site_accent

/** The values of the form: texts as typed. */
export type SettingsValues = Pick<SettingsRow, SettingsField>

const NAMES: Record<SettingsField, string> = {
  site_name: 'Site name',
  contact_email: 'Contact email',
  site_description: 'Site description',
  allow_registration: 'Allow registration',
  require_email_verification: 'Require email verification',
  enable_two_factor: 'Enable two-factor authentication',
  creators_admin_panel: 'Creators may use the admin panel',
  maintenance_mode: 'Maintenance mode',
  terms_text: 'Terms of use',
  privacy_text: 'Privacy policy',
  accent: 'Accent colour',
}

/** Returns the label of a field. */
export function settingName(field: SettingsField): string {
  return NAMES[field]
}

const FIELDS: readonly SettingsField[] = [
  'site_name',
  'contact_email',
  'site_description',
  ...SETTINGS_SWITCHES,
  'terms_text',
  'privacy_text',
  'accent',
]

/** Returns the form's values for the row. */
export function settingsValues(row: SettingsValues): SettingsValues {
  return {
    site_name: row.site_name,
    contact_email: row.contact_email,
    site_description: row.site_description,
    allow_registration: row.allow_registration,
    require_email_verification: row.require_email_verification,
    enable_two_factor: row.enable_two_factor,
    creators_admin_panel: row.creators_admin_panel,
    maintenance_mode: row.maintenance_mode,
    terms_text: row.terms_text,
    privacy_text: row.privacy_text,
    accent: row.accent,
  }
}

const stored = (value: string | boolean) => (typeof value === 'string' ? value.trim() : value)

/** Returns the fields in which two versions differ once they are stored, in the order of the screen. */
export function changedSettings(before: SettingsValues, after: SettingsValues): SettingsField[] {
  return FIELDS.filter((field) => stored(before[field]) !== stored(after[field]))
}

/** Returns only the changed columns, with trimmed texts. */
export function changedColumns(
  before: SettingsValues,
  after: SettingsValues,
): Partial<SettingsValues> {
  return Object.fromEntries(
    changedSettings(before, after).map((field) => [field, stored(after[field])]),
  )
}

/** Returns what is wrong with a text, or null. Characters are counted as the database does, not in UTF-16 units. */
export function settingError(field: SettingsText, typed: string): string | null {
  const value = typed.trim()
  if (value === '') return field === 'site_name' ? `${NAMES[field]} is required` : null
  if (Array.from(value).length > SETTINGS_LIMITS[field]) {
    return `${NAMES[field]} must be less than ${formatNumber(SETTINGS_LIMITS[field])} characters`
  }
  if (field === 'contact_email' && !/^[^@\s]+@[^@\s]+$/.test(value)) {
    return 'Please enter a valid email address'
  }
  return null
}

/** The version of the settings that an edit began with. */
export interface SettingsBase {
  /** `updated_at` of that version. A save succeeds only while it is the latest. */
  version: string
  values: SettingsValues
  /** Earlier versions, one of which a late answer may still contain. */
  past: readonly string[]
}

/**
 * Returns the base of an edit for a row; `after` is the earlier base if a save or another person's change came in
 * between.
 */
export function settingsBase(row: SettingsRow, after?: SettingsBase): SettingsBase {
  return {
    version: row.updated_at,
    values: settingsValues(row),
    past: after ? [...after.past, after.version] : [],
  }
}

/**
 * What a newly read row means for an edit, so that two administrators never overwrite each other without knowing
 * (rules/interface#nothing-lost). `same`: nothing is new. `follow`: the other person's save does not concern the fields
 * changed here, so the edit continues from this row. `conflict`: both changed `theirs`, or a switch was turned that the
 * other person did not know of, and the person decides.
 */
export type SettingsArrival =
  | { kind: 'same' }
  | { kind: 'follow' }
  | { kind: 'conflict'; theirs: SettingsField[] }

/** Compares a row with an edit that began at `base` and now has the values `typed`. */
export function settingsArrival(
  base: SettingsBase,
  typed: SettingsValues,
  row: SettingsRow,
): SettingsArrival {
  if (row.updated_at === base.version || base.past.includes(row.updated_at)) return { kind: 'same' }
  const theirs = changedSettings(base.values, row)
  const mine = changedSettings(base.values, typed)
  return theirs.length === 0 || mine.length === 0
    ? { kind: 'follow' }
    : { kind: 'conflict', theirs }
}

/** Returns the other person's version with the fields changed here on top, so that nothing typed is lost. */
export function mergeSettings(
  base: SettingsBase,
  typed: SettingsValues,
  row: SettingsRow,
): SettingsValues {
  const mine = changedSettings(base.values, typed)
  return {
    ...settingsValues(row),
    ...Object.fromEntries(mine.map((field) => [field, typed[field]])),
  }
}
