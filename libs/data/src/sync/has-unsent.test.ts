import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { formDraftPlace, saveDraft } from '../device/draft'
import { localStore, tabStore } from '../device/store'
import { saveTextDraft } from '../device/text-drafts'
import { NoteStore } from '../notes/note-store'
import { queueCompletion } from '../progress/queued-completions'
import { sessionKeys } from '../session/keys'
import { hasUnsent } from './has-unsent'
import { outboxOf } from './waiting'

const queries = new QueryClient()
queries.setQueryData(sessionKeys.current(), { id: 'ada', email: null })

const place = { lesson_id: 'l1', slug: 'git', course_title: 'Git', lesson_title: 'Rebase' }
const draft = { values: {}, base: {}, keptAt: new Date().toISOString() }
const unsent: [string, (person: string) => unknown][] = [
  [
    'a completed lesson',
    (person) => {
      const lesson = { lessonId: 'l1', slug: 'git', title: 'Rebase', done: true }
      return queueCompletion(outboxOf(person, localStore), lesson)
    },
  ],
  [
    'a note',
    (person) =>
      new NoteStore(person, localStore).put({
        noteId: 'n1',
        place: { ...place, at_seconds: null, quote: null },
        body: 'Once more',
        from: null,
      }),
  ],
  ['a draft', (person) => saveTextDraft(person, 'c1', { id: 'p1', text: 'Half a thought' })],
  [
    'a draft of a lesson',
    (person) =>
      saveDraft(
        localStore,
        { prefix: 'rookies-lesson-draft', personId: person, form: 'l1' },
        draft,
      ),
  ],
  ['a draft of a form', (person) => saveDraft(tabStore, formDraftPlace(person, 'invites'), draft)],
]

// Creating an outbox notifies its listeners, which read `navigator.onLine`. Node does not have it.
vi.stubGlobal('navigator', { onLine: true })
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  for (const store of [localStore, tabStore]) {
    for (const key of store.keys()) store.removeItem(key)
  }
})

it.each(unsent)('finds %s of the signed-in person, and nothing of another person', (_, put) => {
  put('bob')
  expect(hasUnsent(queries)).toBe(false)
  put('ada')
  expect(hasUnsent(queries)).toBe(true)
})
