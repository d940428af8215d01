import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { MemoryStorage, pageOf } from '../testing/memory-storage'
import { localDay } from '../time/moment-text'
import type { Note, NotePlace } from './note'
import { notePath, secondInAddress } from './note-path'
import { NoteStore } from './note-store'
import { notesAsMarkdown } from './notes-markdown'
import { afterSaving, shownNotes } from './shown-notes'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-04T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const place = (change: Partial<NotePlace> = {}): NotePlace => ({
  lesson_id: 'l1',
  slug: 'git',
  course_title: 'Git',
  lesson_title: 'Rebase',
  at_seconds: null,
  quote: null,
  ...change,
})

const aNote = (id: string, change: Partial<Note> = {}): Note => ({
  ...place(),
  id,
  body: `note ${id}`,
  revision: `r-${id}`,
  updated_at: '2026-03-01T10:00:00Z',
  open: true,
  ...change,
})

function store(storage = new MemoryStorage()) {
  const notes = new NoteStore('u1', pageOf(storage))
  const write = (noteId: string, body: string | null, from: string | null = null) =>
    notes.put({ noteId, place: place(), body, from })
  const bodies = () => notes.every().map(({ body }) => body)
  const only = () => {
    const [entry] = notes.every()
    if (!entry) throw new Error('nothing waits')
    return entry
  }
  return { storage, notes, write, bodies, only }
}

describe('NoteStore', () => {
  it('contains one entry for each note, with the ids of all texts that the server may have', () => {
    const { notes, write, only } = store()
    write('a', 'one')
    const first = only().id
    write('a', 'two', first)
    expect(notes.every()).toMatchObject([{ body: 'two', basedOn: [first] }])
    const second = only().id
    write('a', 'three', second)
    expect(only().basedOn).toEqual([first, second])
  })

  it('contains the notes of one person only', () => {
    const { storage, write } = store()
    write('a', 'mine')
    expect(new NoteStore('u2', pageOf(storage)).every()).toEqual([])
  })

  it('stores a text that another tab has written meanwhile as a separate note', () => {
    const { write, bodies, notes } = store()
    write('a', 'of the other tab', 'r-a')
    write('a', 'of this tab', 'r-a')
    expect(bodies().sort()).toEqual(['of the other tab', 'of this tab'])
    expect(new Set(notes.every().map(({ noteId }) => noteId)).size).toBe(2)
  })

  it('keeps a note that was changed after it was sent', () => {
    const { notes, write, bodies, only } = store()
    write('a', 'sent')
    const sent = only()
    write('a', 'changed', sent.id)
    expect(notes.settle(sent)).toBe(false)
    expect(bodies()).toEqual(['changed'])
    expect(notes.settle(only())).toBe(true)
    expect(bodies()).toEqual([])
  })

  it('keeps a note that the server refused, and sends it again only when its author asks for that', () => {
    const { notes, write, only } = store()
    write('a', 'too many')
    notes.refuse(only(), new DataError({ code: 'PT409', message: 'No room.', status: 409 }))
    expect(notes.all()).toEqual([])
    expect(notes.every()).toMatchObject([{ body: 'too many', refused: 'No room.' }])
    write('a', 'too many', only().id)
    expect(notes.all()).toMatchObject([{ body: 'too many', refused: null }])
  })

  it('works if the stored data is invalid, and reports that the storage is full', () => {
    const { storage, notes, write, bodies, only } = store()
    storage.setItem('rookies-notes:u1:x', '{"half of')
    storage.setItem('rookies-notes:u1:y', '"text"')
    expect(write('a', 'stored')).toBe(true)
    storage.full = true
    expect(write('a', 'in the page', only().id)).toBe(false)
    expect(bodies()).toEqual(['in the page'])
    expect(storage.getItem('rookies-notes:u1:a')).toBeNull()
    notes.settle(only())
    expect(bodies()).toEqual([])
  })
})

describe('shownNotes', () => {
  it('applies queued changes, whether the server has the note or not', () => {
    const { notes, write } = store()
    write('a', 'changed', 'r-a')
    write('b', null, 'r-b')
    write('c', 'new')
    const shown = shownNotes([aNote('a'), aNote('b'), aNote('d')], notes.every())
    expect(shown.map(({ id, body, queued }) => [id, body, queued])).toEqual(
      expect.arrayContaining([
        ['a', 'changed', true],
        ['c', 'new', true],
        ['d', 'note d', false],
      ]),
    )
    expect(shown).toHaveLength(3)
    expect(shown.at(-1)?.id).toBe('d')
  })

  it('keeps a later text from the server', () => {
    const { write, only } = store()
    write('a', 'beaten', 'r-a')
    const known = [aNote('a', { body: 'later' })]
    expect(afterSaving(known, only(), { revision: 'r-x', copy: 'b' })).toEqual(known)
    const [saved] = afterSaving(known, only(), { revision: only().id, copy: null })
    expect(saved).toMatchObject({ body: 'beaten', revision: only().id })
    expect(saved).not.toHaveProperty('waiting')
  })
})

it('notes are exported as Markdown, sorted by course, lesson and second', () => {
  const day = localDay(aNote('a').updated_at)
  const text = notesAsMarkdown(
    [
      aNote('c', { course_title: 'SQL', lesson_title: 'Joins', slug: null, lesson_id: null }),
      aNote('b', { at_seconds: 431, body: '  second\n' }),
      aNote('a', { at_seconds: 5, quote: null, body: 'first' }),
      aNote('d', { lesson_title: 'Merge', lesson_id: 'l2', quote: 'a line\nand another' }),
    ],
    'https://learn.test',
  )
  expect(text).toBe(
    [
      '# Your notes',
      '## Git',
      '### Merge',
      '<https://learn.test/app/courses/git/lesson/l2>',
      `**${day}**`,
      '> a line\n> and another',
      'note d',
      '### Rebase',
      '<https://learn.test/app/courses/git/lesson/l1>',
      `**00:05 · ${day}**`,
      'first',
      `**07:11 · ${day}**`,
      'second',
      '## SQL',
      '### Joins',
      `**${day}**`,
      'note c',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  )
})

it('a note links to its second, its passage or its lesson, if the person can open the lesson', () => {
  expect(notePath(place({ at_seconds: 431 }))).toBe('/app/courses/git/lesson/l1?at=431')
  expect(notePath(place({ quote: 'what it does' }))).toBe(
    '/app/courses/git/lesson/l1?passage=what+it+does',
  )
  expect(notePath(place())).toBe('/app/courses/git/lesson/l1')
  expect(notePath(place({ slug: null }))).toBeNull()
  expect(secondInAddress('?at=431')).toBe(431)
  for (const nonsense of ['', '?at=', '?at=-1', '?at=1e9', '?at=x']) {
    expect(secondInAddress(nonsense)).toBeNull()
  }
})
