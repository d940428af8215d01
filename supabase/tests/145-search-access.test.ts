import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { cohorts } from './scenes/cohorts'
import { aWord, idsOf, nothing, searching } from './scenes/search'

const db = useDatabase()
const { search, courseWith, memberOf } = searching(db)
const { cohort, join, release } = cohorts(db)

describe('who finds contents', () => {
  test('without access a person finds only free previews of published courses', async () => {
    const word = aWord()
    const open = await courseWith([{ content: word }, { content: word, free: true }], {
      title: word,
    })
    const draft = await courseWith([{ content: word, free: true }], {
      status: 'DRAFT',
      title: word,
    })
    const stranger = await db.person()
    const answer = await search(stranger, word)
    expect(answer.courses).toEqual([])
    expect(idsOf(answer)).toEqual([open.ids[1]])
    await db.entitle(stranger, draft.course)
    expect(idsOf(await search(stranger, word))).toEqual([open.ids[1]])
  })

  test('a person whose access to a course has ended finds nothing of the course', async () => {
    const word = aWord()
    const made = await courseWith([{ content: word }], { title: word, category: word })
    const member = await db.person()
    await db.entitle(member, made.course, '-1 minute')
    expect(await search(member, word)).toEqual(nothing)
  })

  test('editors find their course in any status, and no course of others', async () => {
    const word = aWord()
    const creator = await db.person({ role: 'CREATOR' })
    const own = await courseWith([{ content: word }], {
      status: 'DRAFT',
      by: creator,
      title: word,
      category: word,
    })
    const other = await courseWith([{ content: word }], { status: 'DRAFT', title: word })
    const admin = await db.person({ role: 'ADMIN' })
    const moderator = await db.person({ role: 'MODERATOR' })
    expect(idsOf(await search(admin, word)).toSorted()).toEqual(
      [...own.ids, ...other.ids].toSorted(),
    )
    // A category leads to the person's library, which does not contain courses that they only edit.
    expect((await search(admin, word)).categories).toEqual([])
    expect(await search(moderator, word)).toEqual(nothing)
    expect(await search(creator, word)).toEqual(nothing)
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(idsOf(await search(creator, word))).toEqual(own.ids)
      expect((await search(creator, word)).courses.map(({ slug }) => slug)).toEqual([own.slug])
    })
  })

  test('lessons that a schedule has not opened are found only by staff, except free previews', async () => {
    const word = aWord()
    const { course, ids } = await courseWith([
      { content: word },
      { title: word },
      { content: word, free: true },
    ])
    const [coach, member] = [await db.person({ role: 'MODERATOR' }), await db.person()]
    const id = await cohort({ courses: [{ id: course }], staff: [coach] })
    await join(id, member)
    for (const lesson of ids.slice(1)) await release(id, lesson, 90)
    expect(idsOf(await search(member, word)).toSorted()).toEqual([ids[0], ids[2]].toSorted())
    expect(idsOf(await search(coach, word)).toSorted()).toEqual(ids.toSorted())
    await db.owner('update public.releases set day = 1 where cohort_id = $1', [id])
    expect(idsOf(await search(member, word)).toSorted()).toEqual(ids.toSorted())
  })

  test('an open lesson is found even if a hundred lessons that a schedule has not opened match, too', async () => {
    const word = aWord()
    const many = Array.from({ length: 110 }, () => ({ title: word, content: word }))
    const { course, ids } = await courseWith([...many, { title: word, content: word }])
    const member = await db.person()
    const id = await cohort({ courses: [{ id: course }] })
    await join(id, member)
    const last = ids.toSorted().at(-1)
    await db.owner(
      `insert into public.releases (cohort_id, lesson_id, day) select $1, l, 90 from unnest($2::uuid[]) l where l <> $3`,
      [id, ids, last],
    )
    expect(idsOf(await search(member, word))).toEqual([last])
  })

  test('everybody can open every lesson that they find', async () => {
    const word = aWord()
    const creator = await db.person({ role: 'CREATOR' })
    const mine = await courseWith([{ content: word }])
    await courseWith([{ content: word }, { content: word, free: true }], { by: creator })
    for (const who of [await memberOf(mine), creator, await db.person({ role: 'ADMIN' })]) {
      const ids = idsOf(await search(who, word))
      expect(ids.length).toBeGreaterThan(0)
      const { rows } = await db.as(who, 'select id from public.lessons where id = any($1)', [ids])
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    }
  })

  test('visitors are refused; people without access to the product find nothing', async () => {
    const word = aWord()
    const made = await courseWith([{ content: word, free: true }])
    expect((await db.as('visitor', 'select public.search($1)', [word])).code).toBe('42501')
    const member = await memberOf(made)
    expect(idsOf(await search(member, word))).toEqual(made.ids)
    await db.withSettings({ maintenance_mode: true }, async () => {
      expect(await search(member, word)).toEqual(nothing)
    })
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [member.id])
    expect(await search(member, word)).toEqual(nothing)
  })

  test('nobody can read the search documents or call the helpers', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    for (const table of ['lesson_documents', 'course_documents', 'known_words']) {
      expect((await db.as(admin, `select * from private.${table}`)).code, table).toBe('42501')
    }
    expect(
      (await db.as(admin, `select private.search_results('{}', '{}', '{}', '{git}', true)`)).code,
    ).toBe('42501')
  })
})

describe('locked contents do not influence any answer', () => {
  test('a person without access gets the same answers for a word of a locked lesson as for an unknown word', async () => {
    const [secret, unknown] = [aWord(), aWord()]
    const mine = await courseWith([{ content: 'plain reading' }])
    const eve = await memberOf(mine)
    await courseWith([{ title: secret, description: secret, content: secret }], {
      title: secret,
      description: secret,
      category: secret.slice(0, 50),
    })
    await courseWith([{ content: secret, free: true }], { status: 'DRAFT' })
    const slip = (word: string) => `${word.slice(0, -1)}z`
    for (const ask of [
      (word: string) => word,
      slip,
      (word: string) => word.slice(0, 9),
      (word: string) => `plain ${word}`,
      (word: string) => `plain ${slip(word)}`,
    ]) {
      expect(await search(eve, ask(secret))).toEqual(await search(eve, ask(unknown)))
    }
  })

  test('new locked lessons do not change the answers to a person without access', async () => {
    const word = aWord()
    const near = `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}x`
    const mine = await courseWith([
      { title: `About ${word}`, content: 'a b c' },
      { content: `much ${word}` },
      { content: `${word} ${word} once more`, free: true },
    ])
    const eve = await memberOf(mine)
    const queries = [word, `${word} much`, near, word.slice(0, 8), `${word.slice(0, -1)}z`]
    const answers = async () =>
      JSON.stringify(await Promise.all(queries.map((q) => search(eve, q))))
    const before = await answers()
    // Creates more locked lessons than the search ranks. All of them match better than the open lesson, and their words
    // are more similar to each typing error.
    const locked = await courseWith([{ title: word, content: `${word} ${near}` }], { title: word })
    await db.owner(
      `insert into public.lessons (module_id, title, index, content_type, content)
       select $1, $2, n, 'TEXT', $3 from generate_series(1, 300) n`,
      [locked.moduleId, word, `${word} ${near} ${word.slice(0, -1)}zz ${word.slice(0, -1)}y`],
    )
    const draft = await courseWith([], { status: 'DRAFT' })
    await db.owner(
      `insert into public.lessons (module_id, title, index, content_type, content, free_preview)
       select $1, $2, n, 'TEXT', $3, true from generate_series(1, 300) n`,
      [draft.moduleId, word, `${word} ${near}`],
    )
    expect(await answers()).toBe(before)
  })
})
