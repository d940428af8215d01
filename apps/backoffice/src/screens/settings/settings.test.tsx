import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { choose, type } from '../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../test/wire'

preparePage()

const row = {
  site_name: 'Rookies',
  contact_email: 'help@rookies.test',
  site_description: '',
  time_zone: 'UTC',
  allow_registration: true,
  require_email_verification: true,
  enable_two_factor: false,
  creators_admin_panel: false,
  moderators_see_everybody: true,
  maintenance_mode: false,
  terms_text: '',
  privacy_text: '',
  accent: 'green',
  logo: '',
  updated_at: '2026-11-01T10:00:00Z',
}
const figures = {
  administrators: 2,
  others: 1204,
  others_today: 86,
  staff: 9,
  factor_missing: 1,
  factor_missing_names: ['Alex Admin'],
  unverified: 14,
  creators: 3,
  creator_courses: 11,
  moderators: 3,
  moderators_without_cohort: 1,
  recent_sign_ups: 41,
  open_invites: 5,
  me_without_factor: true,
  me_unverified: false,
}

/** Opens the settings. `write` returns the answer to a save, and `read` returns the stored row. */
async function openSettings(
  write: (request: WireRequest) => WireAnswer = ({ body }) => ({
    body: [{ ...row, ...Object(body) }],
  }),
  read = () => row,
) {
  let aal_required = false
  let name = row.site_name
  const { sent } = openPanel('/admin/settings', {}, (request) => {
    if (request.path === 'rpc/boot') return { body: bootAnswer(ALL_RIGHTS, { aal_required }) }
    if (request.path === 'rpc/settings_preview') return { body: figures }
    if (request.path === '/functions/v1/send-invite')
      return { body: { from: `${name} <no-reply@rookies.test>` } }
    if (request.path !== 'settings') return null
    if (request.method !== 'PATCH') return { body: [read()] }
    name = Object(request.body).site_name ?? name
    aal_required = Object(request.body).enable_two_factor === true
    return write(request)
  })
  await screen.findByLabelText('Site name')
  const saves = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  return { saves }
}

const field = (name: string) => screen.getByLabelText(name)
const save = () => screen.getByRole('button', { name: 'Save Settings' })

describe('settings screen', () => {
  it("the settings screen shows the sender's email, and the contact email to which replies go", async () => {
    await openSettings()
    expect(await screen.findByText('Rookies <no-reply@rookies.test>')).toBeDefined()
    expect(screen.getByText('help@rookies.test')).toBeDefined()
  })

  it('the settings screen shows the new name of the school in the sender after a save', async () => {
    await openSettings()
    await screen.findByText('Rookies <no-reply@rookies.test>')
    type(field('Site name'), 'Harbour')
    fireEvent.click(save())
    expect(await screen.findByText('Harbour <no-reply@rookies.test>')).toBeDefined()
  })

  it("the settings screen changes the school's time zone", async () => {
    const { saves } = await openSettings()
    type(field('Time zone'), 'Tokyo')
    await choose(field('Time zone'), 'Tokyo, Asia/Tokyo')
    fireEvent.click(save())
    expect(await screen.findByText('Settings saved successfully')).toBeDefined()
    expect(saves()).toEqual([{ time_zone: 'Asia/Tokyo' }])
  })

  it('the settings screen warns administrators without a second factor before the setting locks them out', async () => {
    const { saves } = await openSettings()
    fireEvent.click(screen.getByRole('switch', { name: /^Enable two-factor/ }))
    expect(
      await screen.findByText(/must set up a second factor before they can continue: Alex Admin/),
    ).toBeDefined()
    fireEvent.click(save())
    const question = within(await screen.findByRole('dialog', { name: 'Save these settings?' }))
    expect(question.getByText(/^You have no second factor yourself/)).toBeDefined()
    expect(saves()).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Save and Apply' }))
    expect(await screen.findByText('Two-Factor Authentication Required')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Set Up an Authenticator App' })).toBeDefined()
    expect(saves()).toEqual([{ enable_two_factor: true }])
  })

  it('a save does not overwrite what another administrator saved', async () => {
    let stored = row
    const { saves } = await openSettings(
      ({ params, body }) => {
        if (params.get('updated_at') !== `eq.${stored.updated_at}`) return { body: [] }
        return { body: [{ ...stored, ...Object(body), updated_at: '2026-11-03T10:00:00Z' }] }
      },
      () => stored,
    )
    stored = {
      ...row,
      contact_email: 'first@school.example',
      updated_at: '2026-11-02T10:00:00Z',
    }
    type(field('Site description'), 'Written by the second.')
    fireEvent.click(save())
    const title = await screen.findByText('Someone else changed the settings')
    const conflict = within(title.closest('[role=alert]') as HTMLElement)
    expect(conflict.getByText('first@school.example')).toBeDefined()
    expect(screen.getByText('Choose below which values to keep, then save.')).toBeDefined()
    expect(save()).toHaveProperty('disabled', true)
    fireEvent.click(conflict.getByRole('button', { name: 'Keep My Changes' }))
    await waitFor(() =>
      expect(field('Contact email')).toHaveProperty('value', 'first@school.example'),
    )
    fireEvent.click(save())
    expect(await screen.findByText('Settings saved successfully')).toBeDefined()
    expect(saves().at(-1)).toEqual({ site_description: 'Written by the second.' })
  })

  it('invalid and unsaved values stay in the form until the person discards them', async () => {
    await openSettings(() => ({ status: 503, body: {} }))
    expect(save()).toHaveProperty('disabled', true)
    type(field('Site name'), '   ')
    fireEvent.click(save())
    expect(await screen.findByText('Site name is required')).toBeDefined()
    expect(document.activeElement).toBe(field('Site name'))
    type(field('Site name'), 'Another School')
    const menu = within(screen.getByRole('navigation', { name: 'Admin panel' }))
    fireEvent.click(menu.getByRole('link', { name: 'Members' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Stay on This Page' }))
    expect(field('Site name')).toHaveProperty('value', 'Another School')

    fireEvent.click(save())
    const alert = await within(screen.getByRole('form', { name: 'Settings' })).findByRole('alert')
    expect(alert.textContent).toContain('Failed to save settings')
    expect(within(alert).getByRole('button', { name: 'Try Again' })).toBeDefined()
    expect(field('Site name')).toHaveProperty('value', 'Another School')
    fireEvent.click(screen.getByRole('button', { name: 'Discard Changes' }))
    await waitFor(() => expect(field('Site name')).toHaveProperty('value', 'Rookies'))
    expect(save()).toHaveProperty('disabled', true)
  })
})
