import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

const CLASS = Array.from({ length: 30 }, (_, n) => `learner-${n}@example.org`).join('\n')

const paste = (field: HTMLElement, text: string) =>
  fireEvent.paste(field, { clipboardData: { getData: () => text } })

/** Opens a screen with a field for one email. */
function open(path: string) {
  return openPanel(path, bootAnswer(ALL_RIGHTS), ({ path: asked }) => {
    if (asked === 'rpc/members') return { body: { total: 0, members: [] } }
    if (asked === 'rpc/invite_list') return { body: { total: 0, invites: [] } }
    return null
  })
}

it.each([
  ['/admin/members', 'Invite email', '/admin/invites'],
  ['/moderator/members', 'Invite email', '/moderator/members'],
  ['/admin/invites?new=invite', 'Email', '/admin/invites'],
])(
  'a list of emails that is pasted at %s opens the dialog Invite Many with that list',
  async (path, label, after) => {
    const { router } = open(path)
    const field = await screen.findByLabelText(label)
    expect(paste(field, 'ada@example.org')).toBe(true)
    expect(router.state.location.search).not.toContain('many')
    expect(paste(field, CLASS)).toBe(false)
    expect(await screen.findByRole('dialog', { name: 'Invite Many' })).toBeDefined()
    expect(router.state.location.pathname).toBe(after)
    expect(await screen.findByDisplayValue(/learner-0@example\.org\s+learner-1@/)).toBeDefined()
  },
)
