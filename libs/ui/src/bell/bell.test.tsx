import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BellButton } from './bell-button'
import { BellPanel } from './bell-panel'
import type { BellLink, BellNotice, BellPanelState } from './bell-types'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let host: HTMLElement
let root: Root

beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.useRealTimers()
})

const NOW = Date.parse('2026-11-22T10:00:00Z')

const notice = (id: string, change: Partial<BellNotice> = {}): BellNotice => ({
  id,
  title: `Title ${id}`,
  message: 'Something happened',
  source: null,
  type: 'warning',
  is_global: false,
  important: false,
  action_url: null,
  action_label: null,
  sent_at: '2026-11-22T09:59:30Z',
  is_read: false,
  ...change,
})

const links: Record<string, BellLink> = {
  '/near': { way: 'route', href: '/near' },
  '/far': { way: 'load', href: '/far' },
  'https://out.test': { way: 'outside', href: 'https://out.test' },
}

/** Renders the panel as an application does. */
async function show(change: Partial<BellPanelState> = {}, notices = [notice('a'), notice('b')]) {
  const acts = {
    markRead: vi.fn(),
    markAllRead: vi.fn(),
    mute: vi.fn(),
    showOlder: vi.fn(),
    retry: vi.fn(),
    go: vi.fn(),
  }
  const onClose = vi.fn()
  const opener = { current: document.createElement('button') }
  host.before(opener.current)
  let now = NOW
  const state: BellPanelState = {
    feed: { notifications: notices, unread: 2, muted: [] },
    reading: 'done',
    older: 'none',
    outage: null,
    ...change,
  }
  await act(async () =>
    root.render(
      <BellPanel
        id="panel"
        state={state}
        acts={acts}
        world={{
          split: (message) =>
            message.split(/(https:\S+)/).map((text, at) => ({
              ...{ text, at },
              href: text.startsWith('https:') ? text : null,
            })),
          linkOf: (url) => (url ? (links[url] ?? null) : null),
          now: () => now,
          ago: (at, present) => `${Math.floor((present - Date.parse(at)) / 1000)}s`,
          exactly: (at) => `at ${at}`,
        }}
        onClose={onClose}
        opener={opener}
      />,
    ),
  )
  return {
    acts,
    onClose,
    opener: opener.current,
    later: (ms: number) => {
      now += ms
    },
  }
}

function button(name: string | RegExp): HTMLElement {
  const found = [...host.querySelectorAll('button')].find((one) => {
    const text = one.getAttribute('aria-label') ?? one.textContent ?? ''
    return typeof name === 'string' ? text === name : name.test(text)
  })
  if (!found) throw new Error(`No button ${name}`)
  return found
}

const press = (target: Element, init: MouseEventInit = {}) =>
  act(async () => {
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  })

const key = (target: Element, name: string) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
  })

describe('the button of the bell', () => {
  it.each([
    [0, 'Notifications', undefined],
    [3, 'Notifications, 3 unread', '3'],
    [99, 'Notifications, 99 unread', '99'],
    [100, 'Notifications, 99+ unread', '99+'],
    [null, 'Notifications. Failed to fetch unread count', '?'],
  ])('with %i unread notifications is called %s', async (unread, name, badge) => {
    await act(async () =>
      root.render(
        <BellButton unread={unread} open={false} panelId="p" onPress={() => undefined} />,
      ),
    )
    expect(button(name).querySelector('span')?.textContent).toBe(badge)
  })
})

describe('the panel of the bell', () => {
  it('says the kind of each notification, and whether it is new, for everybody, or important', async () => {
    await show({}, [
      notice('a', { is_global: true, important: true }),
      notice('b', { is_read: true, type: 'info' }),
    ])
    const [first, second] = [...host.querySelectorAll('li')]
    expect(first?.textContent).toContain('Warning: Title a')
    for (const badge of ['New', 'All Members', 'Important']) {
      expect(first?.textContent).toContain(badge)
      expect(second?.textContent).not.toContain(badge)
    }
    expect(first?.querySelector('time')?.title).toMatch(/2026/)
  })

  it('updates relative times', async () => {
    vi.useFakeTimers()
    const { later } = await show()
    const time = () => host.querySelector('time')?.textContent
    expect(time()).toBe('30s')
    later(60_000)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(time()).toBe('90s')
  })

  it('marks one notification and keeps the focus there, and marks all', async () => {
    const { acts } = await show()
    await press(button('Mark as read: Title b'))
    expect(acts.markRead).toHaveBeenCalledExactlyOnceWith('b')
    expect(document.activeElement?.textContent).toContain('Title b')
    await press(button('Mark all as read'))
    expect(acts.markAllRead).toHaveBeenCalledOnce()
    expect(document.activeElement?.textContent).toBe('Notifications')
  })

  it('opens links as their kind requires, and marks the opened notification as read', async () => {
    const { acts, onClose } = await show({}, [
      notice('a', { action_url: '/near', action_label: 'Go' }),
      notice('b', { action_url: 'https://out.test', is_read: true }),
      notice('c', { action_url: 'javascript:alert(1)' }),
    ])
    const [near, out, ...more] = [...host.querySelectorAll('a')]
    if (!near || !out) throw new Error('Two links')
    expect(more).toEqual([])
    await press(near)
    expect(acts.go).toHaveBeenCalledExactlyOnceWith('/near')
    expect(acts.markRead).toHaveBeenCalledExactlyOnceWith('a')
    expect(onClose).toHaveBeenCalledOnce()
    expect(out.target).toBe('_blank')
    expect(out.rel).toContain('noopener')
    expect(out.textContent).toContain('View Title b (opens in a new tab)')
    out.addEventListener('click', (event) => event.preventDefault())
    await press(out)
    expect(acts.go).toHaveBeenCalledOnce()
    expect(acts.markRead, 'read already').toHaveBeenCalledOnce()
  })

  it('leaves a press with a modifier key to the browser', async () => {
    const { acts } = await show({}, [notice('a', { action_url: '/near' })])
    const link = host.querySelector('a')
    link?.addEventListener('click', (event) => event.preventDefault())
    if (link) await press(link, { ctrlKey: true })
    expect(acts.go).not.toHaveBeenCalled()
  })

  it('moves by arrow keys, and returns the focus to the button on Escape', async () => {
    const { onClose, opener } = await show()
    const list = host.querySelector('ul')
    if (!list) throw new Error('A list')
    await key(list, 'ArrowDown')
    expect(document.activeElement?.textContent).toContain('Title a')
    await key(list, 'End')
    expect(document.activeElement?.textContent).toContain('Title b')
    await key(list, 'ArrowDown')
    expect(document.activeElement?.textContent).toContain('Title b')
    await key(list, 'Escape')
    expect(onClose).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(opener)
  })

  it('closes after a press or a focus elsewhere, but not on its button', async () => {
    const { onClose, opener } = await show()
    opener.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    host.querySelector('li')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    expect(onClose).not.toHaveBeenCalled()
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('closes when Tab leaves it, but not when a screen focuses its heading', async () => {
    const { onClose } = await show()
    document.body.dispatchEvent(new Event('focusin', { bubbles: true }))
    expect(onClose).not.toHaveBeenCalled()
    await key(document.body, 'Tab')
    document.body.dispatchEvent(new Event('focusin', { bubbles: true }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('says why no live changes arrive', async () => {
    await show({ outage: 'Real-time connection timed out' })
    expect(host.querySelector('[role="status"]')?.textContent).toContain(
      'Real-time connection timed out.',
    )
  })

  it('says when it is empty, loading, or failed to load', async () => {
    await show({}, [])
    expect(host.textContent).toContain('No notifications')
    await show({ feed: null, reading: 'first' })
    expect(host.textContent).toContain('Loading notifications...')
    const { acts } = await show({ feed: null, reading: 'failed' })
    expect(host.querySelector('[role="alert"]')?.textContent).toContain(
      'Failed to fetch notifications',
    )
    await press(button('Try Again'))
    expect(acts.retry).toHaveBeenCalledOnce()
  })

  it('loads older notifications once, and offers to retry after a failure', async () => {
    const { acts } = await show({ older: 'some' })
    await press(button('Show older'))
    expect(acts.showOlder).toHaveBeenCalledOnce()
    const reading = await show({ older: 'reading' })
    await press(button('Loading...'))
    expect(reading.acts.showOlder).not.toHaveBeenCalled()
    const failed = await show({ older: 'failed' })
    await press(button('Try Again'))
    expect(failed.acts.showOlder).toHaveBeenCalledOnce()
  })

  it('has links in a text that open another tab, mark the notification as read, and unfold the text when focused', async () => {
    const { acts } = await show({}, [
      notice('a', { message: `${'long '.repeat(100)} https://out.test\n<b>` }),
    ])
    const link = host.querySelector('a')
    expect([link?.href, link?.target, link?.rel]).toEqual([
      'https://out.test/',
      '_blank',
      'noopener noreferrer',
    ])
    expect(host.textContent).toContain('https://out.test\n<b>')
    await act(async () => link?.focus())
    expect(button(/^Show less/)).toBeTruthy()
    link?.addEventListener('click', (event) => event.preventDefault())
    if (link) await press(link)
    expect(acts.markRead).toHaveBeenCalledExactlyOnceWith('a')
  })

  it('folds a long text at first', async () => {
    await show({}, [notice('a', { message: 'long '.repeat(100) })])
    const more = button(/^Show more/)
    expect(more.getAttribute('aria-expanded')).toBe('false')
    await press(more)
    expect(button(/^Show less/).getAttribute('aria-expanded')).toBe('true')
  })

  it('has settings that mute kinds, and says which notifications are shown even if muted', async () => {
    const { acts, onClose } = await show({
      feed: { notifications: [notice('a')], unread: 1, muted: ['success'] },
    })
    await press(button('Notification settings'))
    expect(document.activeElement?.textContent).toBe('Notification settings')
    const boxes = [...host.querySelectorAll<HTMLInputElement>('input')]
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true, true])
    const [info, success] = boxes
    if (!info || !success) throw new Error('Four kinds')
    await press(info)
    expect(acts.mute).toHaveBeenLastCalledWith('info', true)
    await press(success)
    expect(acts.mute).toHaveBeenLastCalledWith('success', false)
    expect(host.textContent).toContain('Important notifications are always shown.')
    await press(button('Back'))
    expect(document.activeElement?.textContent).toBe('Notifications')
    await press(button('Notification settings'))
    await press(button('Close'))
    expect(onClose).toHaveBeenCalled()
  })
})
