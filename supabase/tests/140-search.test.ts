import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

interface Answer {
  courses: { slug: string; title: string; category: string | null; snippet: string | null }[]
  categories: { name: string; title: string; courses: number }[]
  lessons: {
    id: string
    slug: string
    title: string
    course: string
    type: string
    snippet: string | null
  }[]
  corrected: string | null
}

const nothing: Answer = { courses: [], categories: [], lessons: [], corrected: null }

async function search(who: Person, query: string): Promise<Answer> {
  return (await db.value(who, 'select public.search($1)', [query])) as Answer
}

/** A word that exists nowhere else, made of letters only. */
const aWord = () =>
  [...randomBytes(20)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

const shown = (text: string | null | undefined) =>
  text?.replaceAll('\u0002', '[').replaceAll('\u0003', ']')

type Lesson = { title?: string; description?: string; content?: string; free?: boolean }

async function courseWith(
  lessons: Lesson[],
  options: {
    title?: string
    description?: string
    category?: string
    status?: 'DRAFT' | 'PUBLISHED'
    by?: Person
  } = {},
) {
  const [course, moduleId] = [randomUUID(), randomUUID()]
  const slug = `course-${course.slice(0, 8)}`
  await db.owner(
    `insert into public.courses (id, title, slug, description, category, status, created_by_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      course,
      options.title ?? 'Unrelated',
      slug,
      options.description ?? null,
      options.category ?? null,
      options.status ?? 'PUBLISHED',
      options.by?.id ?? null,
    ],
  )
  await db.owner(
    `insert into public.modules (id, course_id, title, index) values ($1, $2, 'One', 0)`,
    [moduleId, course],
  )
  const ids = lessons.map(() => randomUUID())
  for (const [i, lesson] of lessons.entries()) {
    await db.owner(
      `insert into public.lessons (id, module_id, title, index, content_type, description, content, free_preview)
       values ($1, $2, $3, $4, 'TEXT', $5, $6, $7)`,
      [
        ids[i],
        moduleId,
        lesson.title ?? `Page ${i}`,
        i,
        lesson.description ?? null,
        lesson.content ?? null,
        lesson.free ?? false,
      ],
    )
  }
  return { course, slug, moduleId, ids }
}

async function memberOf(...courses: { course: string }[]): Promise<Person> {
  const member = await db.person()
  for (const { course } of courses) await db.entitle(member, course)
  return member
}

const idsOf = (answer: Answer) => answer.lessons.map(({ id }) => id)

describe('what is found', () => {
  test('Mia finds a lesson by its title, its description and its text, titles first', async () => {
    const word = aWord()
    const made = await courseWith([
      { content: `Some text. Then a ${word} in the middle of it. And more.` },
      { description: `All about ${word}` },
      { title: `The ${word}` },
      { content: 'Nothing of it' },
    ])
    const answer = await search(await memberOf(made), word)
    expect(idsOf(answer)[0]).toBe(made.ids[2])
    expect(idsOf(answer).toSorted()).toEqual(made.ids.slice(0, 3).toSorted())
    expect(shown(answer.lessons[0]?.title)).toBe(`The [${word}]`)
    const inText = answer.lessons.find(({ id }) => id === made.ids[0])
    expect(shown(inText?.snippet)).toBe(
      `Some text. Then a [${word}] in the middle of it. And more.`,
    )
    expect(inText).toMatchObject({ slug: made.slug, course: 'Unrelated', type: 'TEXT' })
    expect(answer.corrected).toBeNull()
  })

  test('a course is found by title, text and category; the category by its name', async () => {
    const [word, other] = [aWord(), aWord()]
    const made = await courseWith([], {
      title: `Course of ${word}`,
      description: `It teaches ${other}.`,
      category: `Kind ${word}`,
    })
    const second = await courseWith([], { category: `Kind ${word}` })
    const member = await memberOf(made, second)
    const answer = await search(member, word)
    expect(answer.courses.map(({ slug }) => slug)).toEqual([made.slug, second.slug])
    expect(answer.categories).toEqual([
      { name: `Kind ${word}`, title: `Kind \u0002${word}\u0003`, courses: 2 },
    ])
    const byText = await search(member, other)
    expect(byText.courses.map(({ slug }) => slug)).toEqual([made.slug])
    expect(shown(byText.courses[0]?.snippet)).toBe(`It teaches [${other}].`)
  })

  test('words are found by their beginning and in their other forms, and none is too common', async () => {
    const made = await courseWith([
      { title: 'Rebase onto', content: 'One query.' },
      { title: 'Merge', content: 'Two branches, and where this goes.' },
    ])
    const member = await memberOf(made)
    const [rebase, merge] = made.ids
    for (const [query, lesson] of [
      ['reb', rebase],
      ['rebasing', rebase],
      ['queries', rebase],
      ['merging', merge],
      ['branch', merge],
      ['where', merge],
      ['this', merge],
      ['branches merge', merge],
    ]) {
      expect(idsOf(await search(member, String(query))), query).toEqual([lesson])
    }
  })

  test('accents and capitals make no difference, and marks keep the text as it is', async () => {
    const made = await courseWith([{ title: 'Café Zürich', content: 'Straße und Œuvre.' }])
    const member = await memberOf(made)
    for (const query of ['cafe', 'CAFÉ', 'cafe\u0301', 'zurich']) {
      expect(idsOf(await search(member, query)), query).toEqual(made.ids)
    }
    expect(shown((await search(member, 'zurich')).lessons[0]?.title)).toBe('Café [Zürich]')
    expect(shown((await search(member, 'strasse')).lessons[0]?.snippet)).toBe('[Straße] und Œuvre.')
  })

  test('short words are marked as words, and code as it is written', async () => {
    const made = await courseWith([{ title: 'Go to js', content: 'my_function(js) goes to json.' }])
    const answer = await search(await memberOf(made), 'js function')
    expect(shown(answer.lessons[0]?.title)).toBe('Go to [js]')
    expect(shown(answer.lessons[0]?.snippet)).toBe('my_[function]([js]) goes to json.')
  })

  test('a slip of the finger finds what was meant, and says so', async () => {
    const made = await courseWith([
      { title: 'Idempotent requests', content: 'A git branch of javascript and a function.' },
    ])
    const member = await memberOf(made)
    for (const [typed, corrected] of [
      ['idempptent', 'idempotent'],
      ['brnach', 'branch'],
      ['gti', 'git'],
      ['javscript', 'javascript'],
      ['fucntion', 'function'],
      ['idmpottent', 'idempotent'],
    ]) {
      const answer = await search(member, String(typed))
      expect(idsOf(answer), typed).toEqual(made.ids)
      expect(answer.corrected, typed).toBe(corrected)
    }
    expect(await search(member, 'xylophone')).toEqual(nothing)
  })

  test('when nothing has all the words, what has some of them is found', async () => {
    const [one, two] = [aWord(), aWord()]
    const made = await courseWith([{ content: one }, { content: two }])
    const answer = await search(await memberOf(made), `${one} ${two}`)
    expect(idsOf(answer).toSorted()).toEqual(made.ids.toSorted())
  })

  test('markup is no text, and code is', async () => {
    const word = aWord()
    const made = await courseWith([
      {
        content: [
          `## A **bold** [link](https://example.org/${word}hidden) and <kbd>Ctrl</kbd>`,
          '',
          '- [ ] Use `<fieldset>` here',
          '',
          '```html',
          `<legend class="${word}">`,
          '```',
        ].join('\n'),
      },
    ])
    const member = await memberOf(made)
    expect(shown((await search(member, 'fieldset')).lessons[0]?.snippet)).toBe(
      `A bold link and Ctrl Use <[fieldset]> here <legend class="${word}">`,
    )
    expect(idsOf(await search(member, word))).toEqual(made.ids)
    expect(await search(member, `${word}hidden`)).toEqual(nothing)
  })

  test('what changes is found as it is now', async () => {
    const [before, after] = [aWord(), aWord()]
    const made = await courseWith([{ title: before }], { title: before })
    const member = await memberOf(made)
    await db.owner('update public.lessons set title = $2 where id = any($1)', [made.ids, after])
    await db.owner('update public.courses set title = $2 where id = $1', [made.course, after])
    expect(await search(member, before)).toEqual(nothing)
    expect((await search(member, after)).courses).toHaveLength(1)
    expect(idsOf(await search(member, after))).toEqual(made.ids)
    await db.owner('update public.lessons set deleted_at = now() where id = any($1)', [made.ids])
    expect(idsOf(await search(member, after))).toEqual([])
    await db.owner('update public.lessons set deleted_at = null where id = any($1)', [made.ids])
    expect(idsOf(await search(member, after))).toEqual(made.ids)
  })

  test('an answer is bounded, whatever there is and whatever is asked', async () => {
    const word = aWord()
    const made = []
    for (let i = 0; i < 6; i += 1) {
      made.push(
        await courseWith(
          Array.from({ length: 6 }, () => ({
            title: `${word} ${'t'.repeat(60)}`,
            content: `${word} ${'word '.repeat(500)}`,
          })),
          {
            title: `${word} ${i} ${'c'.repeat(50)}`,
            category: `${word.slice(0, 20)} ${i}`,
            description: 'd '.repeat(240),
          },
        ),
      )
    }
    const answer = await search(await memberOf(...made), word.slice(0, 12))
    expect(answer.courses).toHaveLength(4)
    expect(answer.categories).toHaveLength(3)
    expect(answer.lessons).toHaveLength(12)
    expect(JSON.stringify(answer).length).toBeLessThan(12_000)
    const member = await db.person()
    for (const query of [
      '',
      ' ',
      'a',
      '!?',
      '%',
      '\\',
      "'",
      ':*',
      '<->',
      'a'.repeat(100_000),
      '& | !',
      '\u0002',
    ]) {
      expect(await search(member, query), query.slice(0, 10)).toEqual(nothing)
    }
    expect(await db.value(member, 'select public.search(null)')).toEqual(nothing)
  })
})

describe('who finds it', () => {
  test('without access a lesson is found only where it is a free preview of a published course', async () => {
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

  test('access that has ended finds nothing any more', async () => {
    const word = aWord()
    const made = await courseWith([{ content: word }], { title: word, category: word })
    const member = await db.person()
    await db.entitle(member, made.course, '-1 minute')
    expect(await search(member, word)).toEqual(nothing)
  })

  test('whoever edits a course finds it in any status, and no course of others', async () => {
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
    // A category leads to one's library, where a course that one only edits is not.
    expect((await search(admin, word)).categories).toEqual([])
    expect(await search(moderator, word)).toEqual(nothing)
    expect(await search(creator, word)).toEqual(nothing)
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(idsOf(await search(creator, word))).toEqual(own.ids)
      expect((await search(creator, word)).courses.map(({ slug }) => slug)).toEqual([own.slug])
    })
  })

  test('every lesson that is found can be opened', async () => {
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

  test('visitors are refused; whoever may not enter finds nothing', async () => {
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

  test('nobody reads the documents or calls the helpers', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    for (const table of ['lesson_documents', 'course_documents', 'known_words']) {
      expect((await db.as(admin, `select * from private.${table}`)).code, table).toBe('42501')
    }
    expect(
      (await db.as(admin, `select private.search_results('{}', '{}', '{git}', true)`)).code,
    ).toBe('42501')
  })
})

describe('an attack: what is locked has no part in any answer', () => {
  test('Eve cannot tell a word of a locked lesson from one that does not exist', async () => {
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

  test('planting locked lessons changes nothing of what Eve is answered', async () => {
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
    // More of them than are ever ranked, all better, and words that are nearer to each slip.
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
