import { type Database, SITE_ACCENT } from '../database.gen'
import type { Toast } from '../toasts'
import { formatNumber } from '../wording'

/** The row of the settings as administrators read it, without its constant id. */
export type SettingsRow = Omit<Database['public']['Tables']['settings']['Row'], 'id'>

/** The id of the only row. */
export const SETTINGS_ID = 'true'

/**
 * The texts of the settings in the order of the screen, with the maximum numbers of characters that the database
 * accepts.
 */
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
  'moderators_see_everybody',
  'maintenance_mode',
] as const

export type SettingsSwitch = (typeof SETTINGS_SWITCHES)[number]
export type SettingsField = SettingsText | SettingsSwitch | 'accent' | 'logo' | 'time_zone'

/** The colours to choose from (rules/settings#accent). */
export const SETTINGS_ACCENTS = SITE_ACCENT

/** The values of the form: texts as typed. */
export type SettingsValues = Pick<SettingsRow, SettingsField>

const NAMES: Record<SettingsField, string> = {
  site_name: 'Site name',
  contact_email: 'Contact email',
  site_description: 'Site description',
  time_zone: 'Time zone',
  allow_registration: 'Allow registration',
  require_email_verification: 'Require email verification',
  enable_two_factor: 'Enable two-factor authentication',
  creators_admin_panel: 'Creators may use the admin panel',
  moderators_see_everybody: 'Moderators see everybody',
  maintenance_mode: 'Maintenance mode',
  terms_text: 'Terms of use',
  privacy_text: 'Privacy policy',
  accent: 'Accent colour',
  logo: 'Logo',
}

/** Returns the label of a field. */
export function settingName(field: SettingsField): string {
  return NAMES[field]
}

const FIELDS: readonly SettingsField[] = [
  'site_name',
  'contact_email',
  'site_description',
  'time_zone',
  ...SETTINGS_SWITCHES,
  'terms_text',
  'privacy_text',
  'logo',
  'accent',
]

/** Returns the form's values for the row. */
export function settingsValues(row: SettingsValues): SettingsValues {
  return {
    site_name: row.site_name,
    contact_email: row.contact_email,
    site_description: row.site_description,
    time_zone: row.time_zone,
    allow_registration: row.allow_registration,
    require_email_verification: row.require_email_verification,
    enable_two_factor: row.enable_two_factor,
    creators_admin_panel: row.creators_admin_panel,
    moderators_see_everybody: row.moderators_see_everybody,
    maintenance_mode: row.maintenance_mode,
    terms_text: row.terms_text,
    privacy_text: row.privacy_text,
    logo: row.logo,
    accent: row.accent,
  }
}

const stored = (value: string | boolean) => (typeof value === 'string' ? value.trim() : value)

/** Returns the fields whose stored values would differ between two versions, in the order of the screen. */
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

/** Returns the error of a text; null if it is valid. Characters are counted as in the database, not in UTF-16 units. */
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

/** Toasts of the settings (rules/interface#messages). */
export const SETTINGS_MESSAGES = {
  loadFailed: { title: 'Error', text: 'Failed to load settings' },
  saved: { text: 'Settings saved successfully' },
  saveFailed: { title: 'Error', text: 'Failed to save settings' },
} as const satisfies Record<string, Toast>
