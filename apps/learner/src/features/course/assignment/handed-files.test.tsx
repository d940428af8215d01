import * as handInFiles from '@rookies/data/assignments/hand-in-files'
import { aRound } from '@rookies/data/testing/assignments'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { visitAssignment } from '../../../testing/open-assignment'

let portal: ReturnType<typeof visitAssignment>
afterEach(() => {
  portal.leave()
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('the files of work', () => {
  const file = (name: string, type: string) => ({ path: `${name}-path`, name, bytes: 26, type })
  const files = {
    accepts: ['FILE'],
    submission: { state: 'RETURNED', round: 1, awaiting_since: null, passed_at: null },
    rounds: [
      aRound({
        url: null,
        code: [{ name: 'main.js', body: 'const tea = 1\n' }],
        files: [file('index.html', 'text/html'), file('report.pdf', 'application/pdf')],
      }),
    ],
  }

  const signed = ({ body: asked }: { body: { paths: string[] } }) => ({
    body: { files: asked.paths.map((path) => ({ path, address: `/${path}?token=t&download=` })) },
  })

  it('are downloaded under their own names, and opened as text', async () => {
    portal = visitAssignment(files, { 'sign-files': signed })
    const round = within(await screen.findByRole('region', { name: 'Round 1' }))
    const link = await round.findByRole<HTMLAnchorElement>('link', { name: 'index.html' })
    expect(new URL(link.href).searchParams.get('download')).toBe('index.html')
    expect(round.queryByRole('button', { name: 'View report.pdf' })).toBeNull()
    const view = round.getByRole('button', { name: 'View index.html' })
    expect(view.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(view)
    const content = await round.findByRole('region', { name: 'Content of index.html' })
    expect(content).toBeTruthy()
  })

  it('stay in the form, except those that the server refuses, which a message names', async () => {
    const send = vi.spyOn(handInFiles, 'sendWorkFiles').mockImplementation(async ({ onSent }) => {
      onSent({ path: 'p', name: '__init__.py', bytes: 0 })
      return [{ name: 'film.mp4', reason: 'is larger than 20 MB. Link to it instead.' }]
    })
    portal = visitAssignment({ accepts: ['FILE'] }, { 'sign-files': signed })
    await screen.findByRole('button', { name: 'Choose files' })
    const input = document.querySelector('input[type="file"]') as HTMLInputElement
    fireEvent.change(input, { target: { files: [new File([], '__init__.py')] } })
    const refused = await screen.findByRole('alert', { name: 'Not sent' })
    expect(refused.textContent).toBe('film.mp4 is larger than 20 MB. Link to it instead.')
    expect(screen.getByText('PY, 0 bytes')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
    await waitFor(() => expect(portal.asked('submit_round')).toHaveLength(1))
    expect(portal.asked('submit_round')[0]?.body).toMatchObject({
      files: [{ path: 'p', name: '__init__.py', bytes: 0 }],
    })
    expect(send.mock.calls[0]?.[2].map(({ name }) => name)).toEqual(['__init__.py'])
  })
})
