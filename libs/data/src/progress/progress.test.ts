import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import type { Queued } from '../outbox/kind'
import { createDataClient } from '../session/create-client'
import { anOutline } from '../testing/outline'
import { completeLesson, completionFailure, undoCompletion } from './complete-lesson'
import { markLesson, markWatched } from './overlay'
import { completionKind } from './progress-kinds'
import type { CompletionChange } from './queued-completions'

describe('markLesson', () => {
  const outline = anOutline()

  it('changes only the given lesson', () => {
    const marked = markLesson(outline, 'a', true)
    expect(marked.modules[0]?.lessons[0]?.done).toBe(true)
    expect(marked.modules[1]).toBe(outline.modules[1])
    expect(outline.modules[0]?.lessons[0]?.done).toBe(false)
  })

  it('returns the same object if nothing changes', () => {
    expect(markLesson(outline, 'a', false)).toBe(outline)
    expect(markLesson(outline, 'z', true)).toBe(outline)
  })
})

describe('markWatched', () => {
  it('changes only the given video, and returns the same object if nothing changes', () => {
    const marked = markWatched(anOutline(), 'a', 34)
    expect(marked.modules[0]?.lessons.map((lesson) => lesson.watched)).toEqual([34, 0])
    expect(markWatched(marked, 'a', 34)).toBe(marked)
  })
})

describe('completionFailure', () => {
  it('returns the server’s message', () => {
    expect(
      completionFailure(new DataError({ code: '57014', message: 'too slow', status: 500 })),
    ).toBe('Failed to save completion: too slow')
  })

  it('returns a general message if the server did not answer', () => {
    expect(completionFailure(new DataError({ code: 'GENERIC_ERROR' }))).toBe(
      'Failed to save completion. Check console for details.',
    )
  })
})

describe('completions', () => {
  afterEach(() => vi.unstubAllGlobals())
  const mine = { user_id: 'u1', lesson_id: 'l1' }
  const row = { lesson_id: 'l1' }
  const signal = new AbortController().signal

  function signedIn(answer: (method: string, url: string) => unknown) {
    const sent: { method: string; url: string; prefer: string | null; body: unknown }[] = []
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const method = init?.method ?? 'GET'
      sent.push({
        method,
        url: String(input),
        prefer: new Headers(init?.headers).get('prefer'),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      })
      const body = answer(method, String(input))
      if (body instanceof Response) return body
      return body === null
        ? new Response(null, { status: 201 })
        : new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
    })
    const session = JSON.stringify({
      access_token: 't',
      refresh_token: 'r',
      expires_at: Math.floor(Date.now() / 1000) + 3600,
      user: { id: 'u1' },
    })
    const client = createDataClient({
      url: 'http://project.test',
      key: 'k',
      storage: {
        getItem: (key) => (key === 'rookies-auth' ? session : null),
        setItem: () => undefined,
        removeItem: () => undefined,
      },
    })
    return { client, sent }
  }

  it('are inserted so that an existing row stays unchanged', async () => {
    const { client, sent } = signedIn(() => null)
    await completeLesson(client, mine, signal)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method: 'POST', body: { user_id: 'u1', lesson_id: 'l1' } })
    expect(sent[0]?.prefer).toContain('resolution=ignore-duplicates')
    expect(sent[0]?.url).toContain('on_conflict=user_id%2Clesson_id')
  })

  it('can be undone if there is none, but not if the row could not be deleted', async () => {
    const gone = signedIn(() => [])
    expect(await undoCompletion(gone.client, mine, signal)).toBe(false)
    const refused = signedIn((method) => (method === 'DELETE' ? [] : [row]))
    await expect(undoCompletion(refused.client, mine, signal)).rejects.toMatchObject({
      code: 'DENIED',
    })
  })

  it('can be undone although another browser deletes and repeats them meanwhile', async () => {
    let deletes = 0
    const raced = signedIn((method) => {
      if (method !== 'DELETE') return [row]
      deletes += 1
      return deletes === 1 ? [] : [row]
    })
    expect(await undoCompletion(raced.client, mine, signal)).toBe(true)
  })

  it('stay queued for an undo while the account may not do anything, as in maintenance', async () => {
    const undo: Queued<CompletionChange> = {
      id: 'q1',
      user: 'u1',
      at: 0,
      change: { kind: 'completion', lessonId: 'l1', slug: 'git', done: false, was: true },
    }
    const answer = (state: string) => (_method: string, url: string) =>
      url.includes('/rpc/') ? { state } : []
    const shut = signedIn(answer('MAINTENANCE'))
    expect(await completionKind.deliver(shut.client, undo)).toEqual({ kind: 'held' })
    const open = signedIn(answer('ACTIVE'))
    expect(await completionKind.deliver(open.client, undo)).toMatchObject({ kind: 'saved' })
    // The first request got no answer, which is not a refusal.
    let asked = 0
    const cut = signedIn((_method, url) => {
      if (!url.includes('/rpc/')) return []
      asked += 1
      if (asked === 1) throw new TypeError('Failed to fetch')
      return { state: 'ACTIVE' }
    })
    expect(await completionKind.deliver(cut.client, undo)).toEqual({ kind: 'silence' })
  })

  const completion: Queued<CompletionChange> = {
    id: 'q2',
    user: 'u1',
    at: 0,
    change: { kind: 'completion', lessonId: 'l1', slug: 'git', done: true, was: false },
  }
  const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
  const denied = { code: '42501', message: 'new row violates row-level security policy' }

  it.each([
    ['500', () => json(500, { code: 'XX000', message: 'the disk is full' })],
    ['502 in HTML', () => new Response('<html>bad gateway</html>', { status: 502 })],
    ['404 in HTML', () => new Response('<html>not found</html>', { status: 404 })],
    ['429', () => json(429, { code: 'TOO_MANY', message: 'Wait.' })],
    ['408', () => json(408, { code: 'X', message: 'Slow.' })],
    ['an answer that is cut short', () => new Response('[{"lesson_id"', { status: 200 })],
  ])('stay queued after %s', async (_, answer) => {
    const { client } = signedIn(answer)
    expect(await completionKind.deliver(client, completion)).toEqual({ kind: 'busy' })
  })

  it('are refused with the server’s own message', async () => {
    const { client } = signedIn(() => json(409, { code: '23503', message: 'violates …' }))
    expect(await completionKind.deliver(client, completion)).toMatchObject({ kind: 'refused' })
  })

  it('are refused only after one further request has shown that the account is active', async () => {
    const refusing = (state: string) =>
      signedIn((_, url) => (url.includes('/rpc/') ? { state } : json(403, denied)))
    const disabled = refusing('DISABLED')
    expect(await completionKind.deliver(disabled.client, completion)).toEqual({ kind: 'disabled' })
    expect(disabled.sent).toHaveLength(2)
    expect(await completionKind.deliver(refusing('MAINTENANCE').client, completion)).toEqual({
      kind: 'held',
    })
  })

  describe('a completion that is refused because access has ended', () => {
    /** Calls `completeLate()` with a mocked answer, and returns the arguments that it sent. */
    async function late(answer: () => unknown) {
      const { client, sent } = signedIn((_, url) => {
        if (url.includes('my_account_state')) return { state: 'ACTIVE' }
        return url.includes('complete_late') ? answer() : json(403, denied)
      })
      vi.spyOn(Date, 'now').mockReturnValue(90_000)
      const delivery = await completionKind.deliver(client, { ...completion, at: 30_000 })
      return { delivery, asked: sent.find(({ url }) => url.includes('complete_late')) }
    }

    it('is sent again with its age, and counts if it was made before access ended', async () => {
      const { delivery, asked } = await late(() => new Response(null, { status: 204 }))
      expect(delivery).toMatchObject({ kind: 'saved' })
      expect(asked?.body).toEqual({ lesson_id: 'l1', age_sec: 60, as_user: 'u1' })
    })

    it('is discarded, and the person sees the reason that the server gives', async () => {
      const reason = { code: 'PT403', message: 'You no longer have access to it.' }
      const { delivery } = await late(() => json(403, reason))
      expect(delivery).toMatchObject({ kind: 'refused', error: reason })
    })

    it('stays refused if an older database has no `complete_late()`', async () => {
      const { delivery } = await late(() => json(404, { code: 'PGRST202', message: 'no function' }))
      expect(delivery).toMatchObject({ kind: 'refused', error: { code: '42501' } })
    })

    it('stays queued if the server does not answer', async () => {
      const { delivery } = await late(() => {
        throw new TypeError('Failed to fetch')
      })
      expect(delivery).toEqual({ kind: 'silence' })
    })
  })
})
