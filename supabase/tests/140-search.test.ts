import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { aWord, idsOf, nothing, searching } from './scenes/search'

const db = useDatabase()
const { search, courseWith, memberOf } = searching(db)

const shown = (text: string | null | undefined) =>
  text?.replaceAll('\u0002', '[').replaceAll('\u0003', ']')

describe('the search', () => {
  test('finds a lesson by title, description and text, titles first', async () => {
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

  test('finds words with digits around an e, which look like numbers', async () => {
    const made = await courseWith([
      { title: 'About 877e0e0b', content: 'Commit 2e3d9079, then 1e5.' },
    ])
    const member = await memberOf(made)
    for (const word of ['877e0e0b', '877e0', '2e3d9079', '2e3d', '1e5'])
      expect([word, idsOf(await search(member, word))]).toEqual([word, made.ids])
  })

  test('puts a lesson whose heading names a word before one that mentions it, and shows that heading', async () => {
    const word = aWord()
    const passing = `${'Some text. '.repeat(40)} In passing, ${word}, ${word} and ${word}.`
    const made = await courseWith([
      { content: passing },
      {
        content: `A ${word} at the start.\n\n${'More text. '.repeat(40)}\n\n## Why ${word} helps\n\nBecause of it.`,
      },
      { title: `The ${word}` },
      { content: `\`\`\`\n# ${word} is no heading here\n\`\`\`` },
    ])
    const { lessons } = await search(await memberOf(made), word)
    expect(lessons.slice(0, 2).map(({ id }) => id)).toEqual([made.ids[2], made.ids[1]])
    expect(shown(lessons[1]?.snippet)).toContain(`Why [${word}] helps Because of it.`)
  })

  test('shows the heading of a match even if the title has the word, too, and finds words at the end of a text in ASCII', async () => {
    const word = aWord()
    const text = 'More text. '.repeat(200)
    const made = await courseWith([
      { title: `The ${word}`, content: `A ${word}.\n\n${text}\n\n## Why ${word} helps\n\nEnd.` },
      { content: `${text} un${word} ${text} Then ${word.toUpperCase()} comes.` },
    ])
    const { lessons } = await search(await memberOf(made), word)
    expect(lessons.map(({ id }) => id)).toEqual(made.ids)
    expect(shown(lessons[0]?.snippet)).toContain(`Why [${word}] helps End.`)
    expect(shown(lessons[1]?.snippet)).toContain(`Then [${word.toUpperCase()}] comes.`)
  })

  test('shows prose rather than a drawing in a block of code', async () => {
    const word = aWord()
    const made = await courseWith([
      {
        content: `\`\`\`\n┌────┐ ${word}\n└────┘\n\`\`\`\n\nThe branch ${word} is drawn above.`,
      },
    ])
    const { lessons } = await search(await memberOf(made), word)
    expect(shown(lessons[0]?.snippet)).toMatch(
      new RegExp(`^The branch \\[${word}\\] is drawn above\\. \\[?${word}`),
    )
  })

  test('finds a course by title, text and category, and a category by its name', async () => {
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

  test('finds words by their beginning and other forms, and common words too', async () => {
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

  test('ignores accents and capitals, and highlights the original text', async () => {
    const made = await courseWith([{ title: 'Café Zürich', content: 'Straße und Œuvre.' }])
    const member = await memberOf(made)
    for (const query of ['cafe', 'CAFÉ', 'cafe\u0301', 'zurich']) {
      expect(idsOf(await search(member, query)), query).toEqual(made.ids)
    }
    expect(shown((await search(member, 'zurich')).lessons[0]?.title)).toBe('Café [Zürich]')
    expect(shown((await search(member, 'strasse')).lessons[0]?.snippet)).toBe('[Straße] und Œuvre.')
  })

  test('highlights short words only as whole words, and shows code as it was written', async () => {
    const made = await courseWith([{ title: 'Go to js', content: 'my_function(js) goes to json.' }])
    const answer = await search(await memberOf(made), 'js function')
    expect(shown(answer.lessons[0]?.title)).toBe('Go to [js]')
    expect(shown(answer.lessons[0]?.snippet)).toBe('my_[function]([js]) goes to json.')
  })

  test('corrects a typing error, and says so', async () => {
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

  test('finds contents with some of the words if none has all', async () => {
    const [one, two] = [aWord(), aWord()]
    const made = await courseWith([{ content: one }, { content: two }])
    const answer = await search(await memberOf(made), `${one} ${two}`)
    expect(idsOf(answer).toSorted()).toEqual(made.ids.toSorted())
  })

  test('ignores markup, but not code', async () => {
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

  test('finds a footnote by its words, and no link by its address', async () => {
    const word = aWord()
    const made = await courseWith([
      {
        content: [
          `Git keeps both[^${word}mark], as the book says.`,
          '',
          `[^${word}mark]: A *rare* ${word} word.`,
          `[book]: https://example.org/${word}hidden`,
        ].join('\n'),
      },
    ])
    const member = await memberOf(made)
    expect(shown((await search(member, word)).lessons[0]?.snippet)).toBe(
      `…keeps both, as the book says. A rare [${word}] word.`,
    )
    expect(await search(member, `${word}mark`)).toEqual(nothing)
    expect(await search(member, `${word}hidden`)).toEqual(nothing)
  })

  test('cuts an excerpt with one ellipsis, even where the text has dots', async () => {
    const word = aWord()
    const before = 'Words that stand before it all the time. '
    const snippetOf = async (content: string) => {
      const made = await courseWith([{ content }])
      const { lessons } = await search(await memberOf(made), word)
      return shown(lessons.find(({ id }) => id === made.ids[0])?.snippet)
    }
    const long = `${word} ${'ab '.repeat(60)}`
    for (const dots of ['...', '…', '. . .', '.']) {
      // An excerpt has 150 characters and begins 40 before the word, so it ends within the dots or in the word after
      // them.
      const text = `${before}${word} ${'ab '.repeat(21)}cd${dots} ${'e'.repeat(80)} and more of it`
      expect(await snippetOf(text), dots).toMatch(/^….*ab cd…$/)
    }
    expect(await snippetOf(`${'x'.repeat(30)} .... ${'y'.repeat(20)} ${long}`)).toMatch(
      /^…y{20} \[.*ab…$/,
    )
    expect(await snippetOf(`Run it in ..... ${long}`)).toMatch(/^Run it in \.{5} \[.*ab…$/)
  })

  test('finds changed contents at once', async () => {
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

  test('returns an answer of limited size for any stored text and any query', async () => {
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
