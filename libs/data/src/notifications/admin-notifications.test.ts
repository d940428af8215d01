import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { createDataClient } from '../session/create-client'
import { failureToast } from '../toasts'
import {
  draftErrors,
  draftFromNotification,
  EMPTY_DRAFT,
  isActionUrl,
  isSameDraft,
  type NotificationDraft,
  toInstant,
  toLocalInput,
} from './admin-draft'
import { editNotification, notificationEdit } from './edit-notification'
import {
  NOTIFICATION_ADMIN_MESSAGES,
  notificationState,
  type SentNotification,
} from './notification-list'
import { sendNotification } from './send-notification'

afterEach(() => vi.unstubAllGlobals())

const NOW = Date.parse('2026-11-22T12:00:00Z')
const later = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const all = { audience: 'global', person: null } as const
const draft = (values: Partial<NotificationDraft> = {}): NotificationDraft => ({
  ...EMPTY_DRAFT,
  title: 'A title',
  message: 'A message',
  ...values,
})

const sent: SentNotification = {
  id: 'n1',
  title: 'A title',
  message: 'A message',
  type: 'warning',
  is_global: true,
  important: true,
  action_url: '/app/dashboard',
  action_label: null,
  publish_at: null,
  expires_at: '2026-12-01T08:30:42.123+00:00',
  created_at: '2026-11-20T08:30:00+00:00',
  recipient: null,
  sender: null,
  read_at: null,
}

/** Creates a client that records its requests and answers each of them with null. */
function listening() {
  const calls: { path: string; args: unknown }[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    calls.push({ path: new URL(request.url).pathname, args: await request.json() })
    return Response.json('id')
  })
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  return { calls, client: createDataClient({ url: 'http://project.test', key: 'anon', storage }) }
}

describe('notificationState', () => {
  it.each([
    ['sent', null, null],
    ['sent', later(-1), later(1)],
    ['scheduled', later(1), null],
    ['scheduled', later(1), later(2)],
    ['ended', null, later(0)],
    ['ended', later(-2), later(-1)],
  ] as const)('is %s for a notification from %s until %s', (state, publish_at, expires_at) => {
    expect(notificationState({ publish_at, expires_at }, NOW)).toBe(state)
  })
})

describe('a draft of a notification', () => {
  it('must have a title, a message and, if it is for one person, that person', () => {
    const noRecipient = { audience: 'specific', person: null } as const
    expect(draftErrors(draft({ title: ' ', message: '\n' }), noRecipient, null, NOW)).toEqual({
      recipient: 'Please select a recipient',
      title: 'Title is required',
      message: 'Message is required',
    })
    expect(draftErrors(draft(), all, null, NOW)).toEqual({})
    expect(draftErrors(draft(), null, null, NOW)).toEqual({})
  })

  it('may contain as many characters as the database accepts', () => {
    const long = (length: number) =>
      draftErrors(draft({ title: '🪢'.repeat(length) }), all, null, NOW)
    expect(long(100)).toEqual({})
    expect(long(101)).toEqual({ title: 'Title must be at most 100 characters' })
    expect(draftErrors(draft({ message: 'a'.repeat(2001) }), all, null, NOW).message).toContain(
      '2,000',
    )
  })

  it('may link only to a page of this site or to a website', () => {
    for (const link of ['/app/dashboard', '/', 'https://example.org/a?b=1#c', 'HTTP://x.test']) {
      expect(isActionUrl(link), link).toBe(true)
    }
    for (const link of [
      '//example.org',
      '/\\example.org',
      'javascript:alert(1)',
      'example.org',
      'https://',
      'https://user@example.org',
      '/with space',
      '/quoted"',
      `/${'a'.repeat(2000)}`,
    ]) {
      expect(isActionUrl(link), link).toBe(false)
    }
    const { actionUrl } = draftErrors(draft({ actionUrl: '//example.org' }), all, null, NOW)
    expect(actionUrl).toContain('single slash')
    expect(draftErrors(draft({ actionLabel: 'Open' }), all, null, NOW)).toEqual({
      actionUrl: 'A button needs a link.',
    })
  })

  it('gets its link corrected, unless an edit has not changed the link', () => {
    const error = (actionUrl: string, before: NotificationDraft | null = null) =>
      draftErrors(draft({ actionUrl }), all, before, NOW).actionUrl
    expect(error(' example.org. ')).toBeUndefined()
    expect(error('https://github.com')).toBeUndefined()
    expect(error('localhost:3000')).toMatch(/^Only your own computer/)
    expect(error('https://tea-1.github.dev')).toMatch(/^This is the address of your editor/)
    const stored = 'http://localhost:3000/Inc.'
    const before = draft({ actionUrl: stored })
    expect(error(stored, before)).toBeUndefined()
    expect(notificationEdit({ ...sent, action_url: stored }, before).action_url).toBe(stored)
    expect(notificationEdit(sent, draft({ actionUrl: 'example.org.' })).action_url).toBe(
      'https://example.org',
    )
  })

  it('must begin in the future, and end after its beginning', () => {
    const times = (publish: number, end: number, before: NotificationDraft | null = null) =>
      draftErrors(
        draft({ publishAt: toLocalInput(later(publish)), expiresAt: toLocalInput(later(end)) }),
        all,
        before,
        NOW,
      )
    expect(times(60, 120)).toEqual({})
    expect(times(-60, 120).publishAt).toContain('has passed')
    expect(times(60, -60).expiresAt).toContain('in the future')
    expect(times(120, 60).expiresAt).toContain('after the start')
    // An edit that does not change these values does not check them again.
    const before = draft({
      publishAt: toLocalInput(later(-120)),
      expiresAt: toLocalInput(later(-60)),
    })
    expect(times(-120, -60, before)).toEqual({})
  })

  it('shows its times in the person’s time zone', () => {
    expect(toLocalInput(toInstant('2026-11-22T09:05'))).toBe('2026-11-22T09:05')
    expect([toInstant(''), toInstant('soon'), toLocalInput(null)]).toEqual([null, null, ''])
  })

  it('equals another draft with the same values', () => {
    expect(isSameDraft(draft(), { ...draft() })).toBe(true)
    expect(isSameDraft(draft(), draft({ important: true }))).toBe(false)
  })
})

describe('the arguments that screens send to the database', () => {
  it('contain one recipient or none, and no empty values', async () => {
    const { calls, client } = listening()
    const person = { id: 'p1', name: null, email: 'a@example.org' }
    const said = draft({ title: ' A title ', actionUrl: ' /app ', publishAt: '2030-01-01T10:00' })
    await sendNotification(client, { draft: said, recipients: all, id: 's1' })
    const recipients = { audience: 'specific', person } as const
    await sendNotification(client, { draft: draft(), recipients, id: 's2' })
    const common = { message: 'A message', title: 'A title', type: 'info', important: false }
    expect(calls).toEqual([
      {
        path: '/rest/v1/rpc/send_global_notification',
        args: {
          ...common,
          action_url: '/app',
          publish_at: new Date('2030-01-01T10:00').toISOString(),
          send_id: 's1',
        },
      },
      {
        path: '/rest/v1/rpc/send_user_notification',
        args: { ...common, recipient_id: 'p1', send_id: 's2' },
      },
    ])
    await expect(
      sendNotification(client, {
        draft: draft(),
        recipients: { audience: 'specific', person: null },
        id: 's3',
      }),
    ).rejects.toMatchObject({ hint: 'NO_RECIPIENT' })
    expect(calls).toHaveLength(2)
  })

  it('keep the exact times if an edit does not change them', async () => {
    const { calls, client } = listening()
    const asRead = draftFromNotification(sent)
    await editNotification(client, sent.id, notificationEdit(sent, { ...asRead, title: 'Another' }))
    await editNotification(client, sent.id, notificationEdit(sent, { ...asRead, expiresAt: '' }))
    expect(calls[0]?.args).toMatchObject({ title: 'Another', expires_at: sent.expires_at })
    expect(calls[0]?.args).not.toHaveProperty('action_label')
    expect(calls[1]?.args).not.toHaveProperty('expires_at')
  })
})

describe('the toast about a notification that could not be sent', () => {
  it('contains the server’s message if there is one', () => {
    const toast = NOTIFICATION_ADMIN_MESSAGES.sendFailed
    const ours = new DataError({ code: 'PT409', hint: 'SENT_ALREADY', message: 'Sent already.' })
    expect(failureToast(toast, ours)).toEqual({ title: 'Error', text: 'Sent already.' })
    const theirs = new DataError({ code: '23514', message: 'violates check constraint' })
    expect(failureToast(toast, theirs)).toEqual(toast)
  })
})
