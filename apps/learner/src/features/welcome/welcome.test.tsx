import { keptLook } from '@rookies/data/access/look'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const settings = (change: object) => ({
  settings: {
    site_name: 'Harbour Code School',
    site_description: 'Twelve weeks to a first job.',
    contact_email: '',
    accent: 'plum',
    ...change,
  },
})
const logo = 'covers/0f8fad5b-d9cb-469f-a165-70867728950e/logo-512x512.png'
const accent = () => document.querySelector('[data-accent]')?.getAttribute('data-accent')

describe('the welcome page', () => {
  it('has a short description as its heading, the name and accent of the settings, and links to sign in and to the library', async () => {
    portal = openPortal({ at: '/', visitor: true, boot: settings({}) })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Twelve weeks to a first job.' }),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Harbour Code School home' })).toBeTruthy()
    expect(accent()).toBe('plum')
    expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'View Programs' }).getAttribute('href')).toBe(
      '/app/dashboard',
    )
  })

  it('has a default heading if there is no description, or a long one, which is shown below the heading', async () => {
    const name = /^Learn to code/
    portal = openPortal({ at: '/', visitor: true, boot: settings({ site_description: '' }) })
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
    expect(screen.getByText(/^Your courses, your pace/)).toBeTruthy()
    portal.leave()
    const long = 'Twelve weeks to a first job. '.repeat(4).trim()
    portal = openPortal({ at: '/', visitor: true, boot: settings({ site_description: long }) })
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
    expect(screen.getByText(long)).toBeTruthy()
  })

  it('shows the name, the accent and the logo of the last visit until the settings have arrived', async () => {
    portal = openPortal({ at: '/', visitor: true, boot: settings({ logo }) })
    await waitFor(() => expect(keptLook().site_name).toBe('Harbour Code School'))
    const look = keptLook()
    portal.leave()
    portal = openPortal({
      at: '/',
      visitor: true,
      look,
      answers: { boot: () => new Promise(() => {}) },
    })
    expect(await screen.findByRole('link', { name: 'Harbour Code School home' })).toBeTruthy()
    expect(document.title).toBe('Harbour Code School')
    expect(accent()).toBe('plum')
    expect(document.querySelector('header img')?.getAttribute('src')).toContain(logo)
  })

  it('hides the picture of the library from screen readers', async () => {
    portal = openPortal({ at: '/', visitor: true })
    await screen.findByRole('link', { name: 'Get Started' })
    expect(screen.getByText('Continue where you stopped').closest('[aria-hidden]')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})
