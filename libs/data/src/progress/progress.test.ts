import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDataClient } from '../client'
import type { CourseOutline } from '../courses/outline'
import { DataError } from '../errors'
import { completeLesson, undoCompletion } from './commands'
import { completionFailure } from './failure'
import { markLesson } from './mark-lesson'
import { progressPercent } from './percent'

describe('progressPercent', () => {
  it('rounds, and stays between 0 and 100', () => {
    expect(progressPercent(1, 3)).toBe(33)
    expect(progressPercent(2, 3)).toBe(67)
    expect(progressPercent(0, 0)).toBe(0)
    expect(progressPercent(5, 4)).toBe(100)
    expect(progressPercent(-1, 4)).toBe(0)
  })
})

describe('markLesson', () => {
  const lesson = {
    id: 'a',
    title: 'A',
    type: 'TEXT',
    provider: 'NONE',
    sec: 0,
    free: false,
    done: false,
    open: true,
  } as const
  const outline: CourseOutline = {
    id: 'c',
    slug: 'git',
    title: 'Git',
    description: null,
    status: 'PUBLISHED',
    thumbnail_url: null,
    author_name: null,
    author_description: null,
    entitled: true,
    can_preview: false,
    ended: false,
    modules: [
      { id: 'm1', title: 'One', lessons: [lesson] },
      { id: 'm2', title: 'Two', lessons: [{ ...lesson, id: 'b' }] },
    ],
  }

  it('changes the one lesson and nothing else', () => {
    const marked = markLesson(outline, 'a', true)
    expect(marked.modules[0]?.lessons[0]?.done).toBe(true)
    expect(marked.modules[1]).toBe(outline.modules[1])
    expect(outline.modules[0]?.lessons[0]?.done).toBe(false)
  })

  it('is the same object when there is nothing to change', () => {
    expect(markLesson(outline, 'a', false)).toBe(outline)
    expect(markLesson(outline, 'z', true)).toBe(outline)
  })
})

describe('completionFailure', () => {
  it('passes on what the server said', () => {
    expect(
      completionFailure(new DataError({ code: '57014', message: 'too slow', status: 500 })),
    ).toBe('Failed to save completion: too slow')
  })

  it('has its own words for silence, for visitors and for lost access', () => {
    expect(completionFailure(new DataError({ code: 'NETWORK' }))).toBe(
      'Failed to save completion. Check console for details.',
    )
    expect(completionFailure(new DataError({ code: 'NO_SESSION' }))).toBe(
      'Please log in to track progress.',
    )
    expect(completionFailure(new DataError({ code: '42501', status: 403 }))).toContain(
      "You don't have access to this lesson.",
    )
  })
})

describe('commands', () => {
  afterEach(() => vi.unstubAllGlobals())

  function signedIn(answer: (method: string) => unknown) {
    const sent: { method: string; url: string; prefer: string | null; body: unknown }[] = []
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const method = init?.method ?? 'GET'
      sent.push({
        method,
        url: String(input),
        prefer: new Headers(init?.headers).get('prefer'),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      })
      const body = answer(method)
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

  it('completes with an upsert that ignores what is there already', async () => {
    const { client, sent } = signedIn(() => null)
    await completeLesson(client, 'l1')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method: 'POST', body: { user_id: 'u1', lesson_id: 'l1' } })
    expect(sent[0]?.prefer).toContain('resolution=ignore-duplicates')
    expect(sent[0]?.url).toContain('on_conflict=user_id%2Clesson_id')
  })

  it('takes an undo that finds nothing for done, unless the row is still there', async () => {
    const gone = signedIn(() => [])
    await undoCompletion(gone.client, 'l1')
    const refused = signedIn((method) => (method === 'DELETE' ? [] : [{ lesson_id: 'l1' }]))
    await expect(undoCompletion(refused.client, 'l1')).rejects.toMatchObject({ code: 'DENIED' })
  })

  it('tells a visitor to log in', async () => {
    const client = createDataClient({
      url: 'http://project.test',
      key: 'k',
      storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    })
    await expect(completeLesson(client, 'l1')).rejects.toThrow('Please log in to track progress.')
  })
})
