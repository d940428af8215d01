import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

interface Saved {
  note?: string
  lesson?: string
  body?: string
  revision?: string
  basedOn?: string[]
  at?: number
  quote?: string
  age?: number
  as?: string
}

interface Note {
  id: string
  body: string
  at_seconds: number | null
  quote: string | null
  lesson_id: string | null
  lesson_title: string
  course_title: string
  slug: string | null
  open: boolean
  updated_at: string
}

const save = (who: Person | 'visitor', saved: Saved) =>
  db.as(who, 'select public.save_note($1, $2, $3, $4, $5, $6, $7, $8, $9) as answer', [
    saved.note ?? randomUUID(),
    saved.lesson ?? null,
    saved.body ?? 'Remember this',
    saved.revision ?? randomUUID(),
    saved.basedOn ?? [],
    saved.at ?? null,
    saved.quote ?? null,
    saved.age ?? 0,
    saved.as ?? null,
  ])

async function mine(
  who: Person,
  {
    lesson,
    query,
    before,
    size,
  }: { lesson?: string; query?: string; before?: Note; size?: number } = {},
): Promise<{ notes: Note[]; more: boolean }> {
  const { rows, message } = await db.as(who, 'select public.my_notes($1, $2, $3, $4) as answer', [
    lesson ?? null,
    query ?? null,
    before ? JSON.stringify({ updated_at: before.updated_at, id: before.id }) : null,
    size ?? 50,
  ])
  if (!rows[0]) throw new Error(message)
  return rows[0].answer as { notes: Note[]; more: boolean }
}

const texts = async (who: Person) => (await mine(who)).notes.map(({ body }) => body)

async function learning() {
  const [ada, course] = [await db.person(), await db.course({ title: 'Git, slowly' })]
  await db.entitle(ada, course.id)
  return { ada, course }
}

describe('save_note()', () => {
  test('stores a note at a second or a quote, with the titles of its lesson', async () => {
    const { ada, course } = await learning()
    await save(ada, { lesson: course.preview, body: 'Look here', at: 431, age: 10 })
    await save(ada, { lesson: course.text, body: 'Why so?', quote: 'a sentence' })
    expect((await mine(ada)).notes).toMatchObject([
      { body: 'Why so?', quote: 'a sentence', at_seconds: null, open: true, slug: course.slug },
      { body: 'Look here', at_seconds: 431, quote: null, course_title: 'Git, slowly' },
    ])
    expect((await mine(ada, { lesson: course.text })).notes).toHaveLength(1)
  })

  test('ignores a repeated note', async () => {
    const { ada, course } = await learning()
    const sent = { note: randomUUID(), revision: randomUUID(), lesson: course.text }
    const first = await save(ada, sent)
    expect(first.rows).toEqual([{ answer: { revision: sent.revision, copy: null } }])
    expect((await save(ada, sent)).rows).toEqual(first.rows)
    expect(await texts(ada)).toEqual(['Remember this'])
  })

  test('replaces the version that the person edited, also after a lost answer', async () => {
    const { ada, course } = await learning()
    const [note, first, second, third] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    await save(ada, { note, lesson: course.text, body: 'one', revision: first })
    await save(ada, { note, body: 'two', revision: second, basedOn: [first] })
    await save(ada, { note, body: 'three', revision: third, basedOn: [first, second], age: 5 })
    expect(await texts(ada)).toEqual(['three'])
  })

  test('keeps the later of two edits, and stores the other as another note', async () => {
    const { ada, course } = await learning()
    const [note, base] = [randomUUID(), randomUUID()]
    const phone = { note, body: 'from the phone', revision: randomUUID(), basedOn: [base] }
    const laptop = { note, body: 'from the laptop', revision: randomUUID(), basedOn: [base] }
    for (const [first, second] of [
      [
        { ...phone, age: 60 },
        { ...laptop, age: 600 },
      ],
      [
        { ...laptop, age: 600 },
        { ...phone, age: 60 },
      ],
    ] as const) {
      await db.owner('delete from public.notes where user_id = $1', [ada.id])
      await save(ada, { note, lesson: course.text, body: 'as it was', revision: base, age: 3600 })
      await save(ada, first)
      const { rows } = await save(ada, second)
      expect(rows).toMatchObject([
        { answer: { revision: phone.revision, copy: expect.any(String) } },
      ])
      // A repeated request creates no third note.
      await save(ada, second)
      const { notes } = await mine(ada)
      expect(notes.map(({ body }) => body)).toEqual(['from the phone', 'from the laptop'])
      expect(notes[0]?.id).toBe(note)
    }
  })

  test('refuses an empty text, more than 10,000 characters, and two places', async () => {
    const { ada, course } = await learning()
    for (const wrong of [
      { body: ' \n ' },
      { body: 'x'.repeat(10_001) },
      { at: 1, quote: 'x' },
      { at: -1 },
    ]) {
      expect((await save(ada, { lesson: course.text, ...wrong })).code).toBe('23514')
    }
    expect(
      (await save(ada, { lesson: course.text, body: 'x'.repeat(10_000) })).code,
    ).toBeUndefined()
  })

  test('accepts 5,000 notes of a person, and no edit from the future', async () => {
    const { ada, course } = await learning()
    await db.owner(
      `insert into public.notes (user_id, id, lesson_id, body, revision, updated_at)
       select $1, gen_random_uuid(), $2, 'note ' || n, gen_random_uuid(), now() + n * interval '1 hour' from generate_series(1, 5000) n`,
      [ada.id, course.text],
    )
    expect(await save(ada, { lesson: course.text })).toMatchObject({
      code: 'PT409',
      message: 'You have 5,000 notes, and there is no room for more. Delete some to add others.',
    })
    const [row] = await db.owner(
      'select count(*)::int as ahead from public.notes where user_id = $1 and updated_at > now()',
      [ada.id],
    )
    expect(row).toEqual({ ahead: 0 })
  })

  test('refuses lessons without access, other people’s notes, and visitors', async () => {
    const { ada, course } = await learning()
    const bob = await db.person()
    expect((await save(bob, { lesson: course.text })).code).toBe('42501')
    expect((await save(bob, { lesson: randomUUID() })).code).toBe('42501')
    expect((await save(bob, { lesson: course.preview })).code).toBeUndefined()
    expect((await save(ada, { lesson: course.text, as: bob.id })).code).toBe('42501')
    expect((await save('visitor', { lesson: course.text })).code).toBe('42501')
  })
})

describe('notes', () => {
  test('are read, changed and deleted only by their writer, not by staff', async () => {
    const { ada, course } = await learning()
    const note = randomUUID()
    await save(ada, { note, lesson: course.text, body: 'hers alone' })
    for (const role of ['ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER'] as const) {
      const other = await db.person({ role })
      await db.entitle(other, course.id)
      expect((await mine(other)).notes).toEqual([])
      expect((await db.as(other, 'select body from public.notes')).rows).toEqual([])
      for (const act of [`update public.notes set body = 'x'`, 'delete from public.notes']) {
        expect((await db.as(other, `${act} returning id`)).rows).toEqual([])
      }
      // The same id creates a separate note for another person.
      await save(other, { note, lesson: course.text, body: 'mine' })
    }
    expect(await texts(ada)).toEqual(['hers alone'])
    expect(
      (await db.as(ada, 'delete from public.notes where id = $1', [note])).code,
    ).toBeUndefined()
    expect(await texts(ada)).toEqual([])
  })

  test('can still be read, with their titles, after access has ended or the lesson was deleted, but not changed', async () => {
    const { ada, course } = await learning()
    const [note, first] = [randomUUID(), randomUUID()]
    await save(ada, { note, lesson: course.text, revision: first, at: 3 })
    const [kept] = (await mine(ada)).notes
    await db.owner('delete from public.entitlements where user_id = $1', [ada.id])
    expect((await mine(ada)).notes).toMatchObject([
      { open: false, slug: null, lesson_title: kept?.lesson_title },
    ])
    expect((await save(ada, { note, body: 'changed', basedOn: [first] })).code).toBe('42501')
    await db.owner('delete from public.courses where id = $1', [course.id])
    expect((await mine(ada)).notes).toMatchObject([
      {
        body: 'Remember this',
        at_seconds: 3,
        open: false,
        lesson_id: null,
        lesson_title: kept?.lesson_title,
        course_title: 'Git, slowly',
      },
    ])
    expect((await save(ada, { note, body: 'changed', basedOn: [first] })).code).toBe('42501')
    const { rows } = await db.as(ada, 'delete from public.notes where id = $1 returning id', [note])
    expect(rows).toHaveLength(1)
  })

  test('are found by words in the text, the quote and the titles', async () => {
    const { ada, course } = await learning()
    await save(ada, { lesson: course.text, body: 'Über\nrebase, 100 % sure' })
    await save(ada, { lesson: course.text, body: 'x', quote: 'what rebase does' })
    const found = async (query: string) => (await mine(ada, { query })).notes.length
    expect([
      await found('REBASE'),
      await found('uber rebase'),
      await found('does'),
      await found('git'),
    ]).toEqual([2, 1, 1, 2])
    expect([
      await found('%'),
      await found('100 %'),
      await found('merge'),
      await found(' '),
    ]).toEqual([1, 1, 0, 2])
  })

  test('are returned page by page', async () => {
    const { ada, course } = await learning()
    for (const age of [10, 20, 30]) await save(ada, { lesson: course.text, body: `${age}`, age })
    const first = await mine(ada, { size: 2 })
    expect(first).toMatchObject({ notes: [{ body: '10' }, { body: '20' }], more: true })
    const rest = await mine(ada, { size: 2, before: first.notes[1] })
    expect(rest).toMatchObject({ notes: [{ body: '30' }], more: false })
  })

  test('are in the export of the person’s data, but in no audit record', async () => {
    const { ada, course } = await learning()
    await save(ada, { lesson: course.text, body: 'a word of mine', quote: 'quoted' })
    const { rows } = await db.as(ada, `select public.my_data() -> 'notes' as notes`)
    expect(rows).toMatchObject([
      { notes: [{ body: 'a word of mine', quote: 'quoted', course: 'Git, slowly' }] },
    ])
    const records = await db.owner(
      `select 1 from public.audit_logs a where a::text like '%a word of mine%'`,
    )
    expect(records).toEqual([])
  })

  test('are not returned to people without access to the product', async () => {
    const disabled = await db.person()
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
    for (const who of [disabled, 'visitor'] as const) {
      expect((await db.as(who, 'select public.my_notes()')).code).toBe('42501')
    }
  })
})
