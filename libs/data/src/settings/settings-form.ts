import { Constants, type Database } from '../database.gen'
import { formatNumber } from '../wording'

/** The row as administrators read it; its key is the same always. */
export type SettingsRow = Omit<Database['public']['Tables']['settings']['Row'], 'id'>

/** Key of the one row. */
export const SETTINGS_ID = 'true'

/** Texts of the settings, in the order of the screen, and the most characters that the database takes. */
export const SETTINGS_LIMITS = {
  site_name: 100,
  contact_email: 320,
  site_description: 500,
  terms_text: 100_000,
  privacy_text: 100_000,
} as const

export type SettingsText = keyof typeof SETTINGS_LIMITS

/** The switches, in the order of the screen. */
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

/** What the form holds: texts as typed. */
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

/** A field's name as people read it. */
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

/** The row's part that the form holds. */
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

/** The fields in which two versions differ once both are stored, in the order of the screen. */
export function changedSettings(before: SettingsValues, after: SettingsValues): SettingsField[] {
  return FIELDS.filter((field) => stored(before[field]) !== stored(after[field]))
}

/** Only what was changed, as the database stores it: texts without blanks at their ends. */
export function changedColumns(
  before: SettingsValues,
  after: SettingsValues,
): Partial<SettingsValues> {
  return Object.fromEntries(
    changedSettings(before, after).map((field) => [field, stored(after[field])]),
  )
}

/**
 * What is wrong with a text, or null. A character is a character, whatever it takes in UTF-16: the
 * database counts the same way.
 */
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

/** The version of the settings that edits started from. */
export interface SettingsBase {
  /** `updated_at` of that version: a save goes through only while it still is the latest. */
  version: string
  values: SettingsValues
  /** Versions that this one came after; a late answer may still bring one of them. */
  past: readonly string[]
}

/**
 * What an edit of the settings starts from. In: the row as read; the base before it, when a save
 * or another's change came in between.
 */
export function settingsBase(row: SettingsRow, after?: SettingsBase): SettingsBase {
  return {
    version: row.updated_at,
    values: settingsValues(row),
    past: after ? [...after.past, after.version] : [],
  }
}

/**
 * What the row at hand means for an edit under way, so that two administrators never write over each
 * other unawares (rules/interface#nothing-lost). `same`: nothing new. `follow`: what the other saved does not concern
 * what was changed here, so the edit goes on from this row. `conflict`: both changed `theirs`, or a
 * switch was turned that the other did not know of, and the person decides.
 */
export type SettingsArrival =
  | { kind: 'same' }
  | { kind: 'follow' }
  | { kind: 'conflict'; theirs: SettingsField[] }

/** Tells which of these arrivals `row` is, for an edit that began at `base` and has come to `typed`. */
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

/** Their version, with what was changed here put back on top: nothing typed is lost. */
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
