import { describe, expect, it } from 'vitest'
import { arrival, editBase, mergeEdits } from '../records/edit-base'
import {
  changedColumns,
  changedSettings,
  type SettingsRow,
  settingError,
  settingsValues,
} from './settings-form'
import { consequences, parsePreview, type SettingsPreview, switchEffect } from './settings-preview'

const row: SettingsRow = {
  site_name: 'Rookies',
  site_description: '',
  time_zone: 'UTC',
  contact_email: 'help@example.org',
  allow_registration: true,
  require_email_verification: true,
  enable_two_factor: false,
  maintenance_mode: false,
  creators_admin_panel: false,
  moderators_see_everybody: true,
  terms_text: '',
  privacy_text: '',
  accent: 'green',
  logo: '',
  updated_at: 'v1',
}
const values = settingsValues(row)

const preview: SettingsPreview = {
  administrators: 2,
  others: 1200,
  others_today: 31,
  staff: 8,
  factor_missing: 6,
  factor_missing_names: ['Ada', 'Bo', 'Cy', 'Di', 'Ed'],
  unverified: 3,
  creators: 1,
  creator_courses: 4,
  moderators: 3,
  moderators_without_cohort: 1,
  recent_sign_ups: 17,
  open_invites: 5,
  me_without_factor: true,
  me_unverified: true,
}

describe('the form of the settings', () => {
  it('sends only the changed fields, trimmed', () => {
    expect(
      changedColumns(values, {
        ...values,
        site_name: ' School ',
        terms_text: '  ',
        enable_two_factor: true,
      }),
    ).toEqual({ site_name: 'School', enable_two_factor: true })
  })

  it('reports the error of a text, with characters counted as in the database', () => {
    expect(settingError('site_name', '  ')).toBe('Site name is required')
    expect(settingError('site_name', '😀'.repeat(100))).toBeNull()
    expect(settingError('site_name', 'x'.repeat(101))).toBe(
      'Site name must be less than 100 characters',
    )
    expect(settingError('contact_email', 'no-address')).toBe('Please enter a valid email address')
    expect(settingError('contact_email', '')).toBeNull()
    expect(settingError('terms_text', 'x'.repeat(100_001))).toBe(
      'Terms of use must be less than 100,000 characters',
    )
  })
})

describe('two administrators who edit the settings', () => {
  const base = editBase({ version: 'v1', values })
  const theirs = { version: 'v2', values: { ...values, contact_email: 'hello@example.org' } }

  it('do not overwrite changes by the other one', () => {
    const mine = { ...values, maintenance_mode: true }
    expect(arrival(base, mine, base, changedSettings)).toEqual({ kind: 'same' })
    expect(arrival(base, values, theirs, changedSettings)).toEqual({ kind: 'follow' })
    expect(arrival(base, mine, { version: 'v2', values }, changedSettings)).toEqual({
      kind: 'follow',
    })
    expect(arrival(base, mine, theirs, changedSettings)).toEqual({
      kind: 'conflict',
      theirs: ['contact_email'],
    })
    expect(mergeEdits(base, mine, theirs, changedSettings)).toEqual({
      ...values,
      contact_email: 'hello@example.org',
      maintenance_mode: true,
    })
    // A late answer contains an earlier version, which is ignored.
    expect(arrival(editBase(theirs, base), mine, base, changedSettings)).toEqual({ kind: 'same' })
  })
})

describe('the text about the effect of a switch', () => {
  it('contains numbers, and names of at most five people', () => {
    expect(switchEffect('enable_two_factor', true, preview)).toBe(
      '6 of 8 staff members must set up a second factor before they can continue: Ada, Bo, Cy, Di, Ed, and 1 more.',
    )
    expect(switchEffect('maintenance_mode', true, preview)).toBe(
      'Only 2 administrators can get in. 1,200 other people see a maintenance page at their next step; 31 of them used the site in the last day.',
    )
    expect(switchEffect('require_email_verification', true, { ...preview, unverified: 0 })).toBe(
      'Every account has a verified email: no one is locked out.',
    )
  })

  it('uses the singular for one person', () => {
    const one = { ...preview, creators: 1, administrators: 1, others: 1, others_today: 0 }
    expect(switchEffect('creators_admin_panel', false, one)).toBe(
      "1 creator has a member's rights, even on the 4 courses they made.",
    )
    expect(switchEffect('maintenance_mode', true, one)).toBe(
      'Only 1 administrator can get in. 1 other person sees a maintenance page at their next step; 0 of them used the site in the last day.',
    )
  })

  it('must be confirmed if the switch locks people out, and names the person who saves if that person is one of them', () => {
    const harsh = {
      ...values,
      allow_registration: false,
      enable_two_factor: true,
      maintenance_mode: true,
    }
    expect(
      consequences(values, harsh, preview).map(({ field, toMe }) => [field, Boolean(toMe)]),
    ).toEqual([
      ['allow_registration', false],
      ['enable_two_factor', true],
      ['maintenance_mode', false],
    ])
    const loose = { ...values, require_email_verification: false }
    expect(consequences(values, loose, preview)).toEqual([])
    expect(consequences(loose, values, preview)).toMatchObject([
      { field: 'require_email_verification', toMe: expect.stringContaining('locked out yourself') },
    ])
    expect(
      consequences({ ...values, creators_admin_panel: true }, values, preview).map(
        ({ field }) => field,
      ),
    ).toEqual(['creators_admin_panel'])
    const own = { ...values, moderators_see_everybody: false }
    expect(consequences(values, own, preview)).toEqual([
      {
        field: 'moderators_see_everybody',
        sentence:
          '3 moderators see only the people of the cohorts that they look after. 1 of them looks after no cohort and will see no members.',
      },
    ])
    expect(consequences(values, own, { ...preview, moderators: 0 })).toEqual([])
    expect(consequences(own, values, preview)).toEqual([])
    const noneAffected = {
      ...preview,
      factor_missing: 0,
      unverified: 0,
      creators: 0,
      me_without_factor: false,
    }
    expect(consequences(values, { ...values, enable_two_factor: true }, noneAffected)).toEqual([])
  })

  it('parsePreview() refuses an answer of an unexpected shape', () => {
    expect(parsePreview({ ...preview })).toEqual(preview)
    expect(() => parsePreview({ ...preview, staff: '8' })).toThrow()
  })
})
