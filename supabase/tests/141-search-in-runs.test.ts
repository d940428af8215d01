import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { idsOf, nothing, searching } from './scenes/search'

const db = useDatabase()
const { search, courseWith, memberOf } = searching(db)

const shown = (text: string | null | undefined) =>
  text?.replaceAll('\u0002', '[').replaceAll('\u0003', ']')

describe('words inside a text without spaces', () => {
  test('are found in title, description and text, in each of these scripts', async () => {
    const made = await courseWith([
      { title: '変数と配列の基礎', content: '配列の長さを調べてから、再帰処理で合計を求めます。' },
      { title: '数据库入门教程', description: '学习如何查询数据' },
      { title: '자바스크립트', content: '여기서는 비동기함수를 호출하고 결과를기다립니다.' },
      { title: 'บทนำ', content: 'เราจะเขียนคำสั่งควบคุมและทำตัวแปรใหม่ในโปรแกรม' },
    ])
    const member = await memberOf(made)
    const [japanese, chinese, korean, thai] = made.ids
    for (const [query, lesson] of [
      ['配列', japanese],
      ['再帰', japanese],
      ['基礎', japanese],
      ['再帰処理', japanese],
      ['ﾊｲﾚﾂ', undefined],
      ['教程', chinese],
      ['查询', chinese],
      ['함수', korean],
      ['스크립트', korean],
      ['기다', korean],
      ['คำสั่ง', thai],
      ['ตัวแปร', thai],
      ['โปรแกรม', thai],
      // A query for all words, and one for each word.
      ['再帰 配列', japanese],
      ['再帰 함수', undefined],
    ] as const) {
      const found = idsOf(await search(member, query))
      // If no lesson contains all words, the search offers lessons with one of them.
      if (lesson !== undefined) expect(found, query).toEqual([lesson])
      else expect(found, query).not.toEqual([japanese])
    }
  })

  test('are highlighted exactly, at the beginning of the passage', async () => {
    const made = await courseWith([
      {
        title: 'Gitで学ぶ分岐',
        content: `${'前書きが続きます。'.repeat(20)} まず枝分かれを作り、次に統合します。${'後書きです。'.repeat(40)}`,
      },
      { title: '함수와 let을 배우는 Array함수 3부' },
    ])
    const member = await memberOf(made)
    expect(shown((await search(member, '分岐')).lessons[0]?.title)).toBe('Gitで学ぶ[分岐]')
    expect(shown((await search(member, 'git')).lessons[0]?.title)).toBe('[Git]で学ぶ分岐')
    expect(shown((await search(member, 'git分岐')).lessons[0]?.title)).toBe('[Git]で学ぶ[分岐]')
    const titleFor = async (query: string) => shown((await search(member, query)).lessons[0]?.title)
    expect(await titleFor('함수')).toBe('[함수]와 let을 배우는 Array[함수] 3부')
    expect(await titleFor('arr')).toBe('함수와 let을 배우는 [Array]함수 3부')
    expect(await titleFor('let을')).toBe('함수와 [let][을] 배우는 Array함수 3부')
    expect(shown((await search(member, '統合')).lessons[0]?.snippet)).toMatch(
      /^….*まず枝分かれを作り、次に\[統合\]します。/,
    )
  })

  test('are highlighted although a vowel before them has two code points', async () => {
    const made = await courseWith([{ content: `${'ทำคำนำ'.repeat(200)} ตัวแปร` }])
    const [lesson] = (await search(await memberOf(made), 'แปร')).lessons
    expect(shown(lesson?.snippet)).toContain('ตัว[แปร]')
  })

  test('are shown in the excerpt from any part of a long text', async () => {
    // The text is read in pieces, and a piece may end within the word or within a letter of several code points.
    const places = Array.from({ length: 24 }, (_, i) => 385 + i)
    for (const [word, filler] of [
      ['関数', '学'],
      ['がん', '学'],
      ['น้ำใจ', 'ก'],
      ['word', 'ab '],
    ] as const) {
      const shownAt = await db.owner(
        `select n, private.snippet(left(repeat($2, n), n) || ' ' || normalize($1, nfd) || ' ' || repeat($2, 900),
           array[private.search_fold($1)], '(?:' || private.search_fold($1) || ')', null) as snippet
         from unnest($3::int[]) n`,
        [word, filler, places],
      )
      for (const { n, snippet } of shownAt)
        expect(shown(String(snippet)), `${word} at ${n}`).toContain('[')
    }
  })

  test('are folded in the same way whether or not a text is in normal form', async () => {
    const texts = [
      '関数',
      'ﾊｲﾚﾂ',
      'が',
      '함수',
      'น้ำ ກຳ',
      'ﬁ Ａ',
      'é',
      'ทำ ﬁ',
      'น้\u0301ำ',
      'น้\u0e4d\u0e32',
      'plain',
    ]
    const folded = await db.owner(
      `select t, private.search_fold(t) as one, private.search_fold(normalize(t, nfkd)) as other,
         replace(replace(private.fold(t), U&'\\0E4D\\0E32', U&'\\0E33'), U&'\\0ECD\\0EB2', U&'\\0EB3') as expected
       from unnest($1::text[]) t`,
      [texts],
    )
    for (const { t, one, other, expected } of folded)
      expect([t, one, other]).toEqual([t, expected, expected])
  })

  test('are found after a change, and not after they were removed', async () => {
    const made = await courseWith([{ content: '最初の文章' }])
    const member = await memberOf(made)
    await db.owner(`update public.lessons set content = '別の段落に変わった' where id = $1`, [
      made.ids[0],
    ])
    expect(idsOf(await search(member, '段落'))).toEqual(made.ids)
    expect(await search(member, '文章')).toEqual(nothing)
  })

  test('are not found in a course without access, and the search causes no error', async () => {
    const made = await courseWith([{ content: '秘密の鍵穴' }])
    expect(idsOf(await search(await db.person(), '鍵穴'))).toEqual([])
    const member = await memberOf(made)
    for (const query of ["鍵'穴", '鍵:*&穴', '穴', '\u{2A6D6}\u{2A6D6}', '한ー๐', 'ー'.repeat(100)])
      expect(await search(member, query), query).toBeDefined()
    // The text is longer than any search index of it may be: 100,000 different letters.
    const letters = Array.from({ length: 100_000 }, (_, n) =>
      String.fromCodePoint(n < 20_000 ? 0x4e00 + n : 0x20000 + ((n * 7919) % 60_000)),
    ).join('')
    await db.owner('update public.lessons set content = $1, description = $2 where id = $3', [
      letters,
      letters.slice(0, 2000),
      made.ids[0],
    ])
    expect(idsOf(await search(member, letters.slice(500, 503)))).toEqual(made.ids)
  })
})

describe('the lists of the back-office', () => {
  const people = async (who: Person, query: string) => {
    const page = (await db.value(who, 'select public.members(query => $1)', [query])) as {
      members: { id: string }[]
    }
    return page.members.map(({ id }) => id)
  }

  test('find people by a name of two letters inside of their full name', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person({ name: '櫻庭薫子' })
    const other = await db.person({ name: '선우지민' })
    for (const query of ['櫻庭', '庭薫', '薫子', '庭薫子', '櫻庭薫子'])
      expect(await people(admin, query), query).toEqual([person.id])
    expect(await people(admin, '우지')).toEqual([other.id])
    expect(await people(admin, '櫻子')).toEqual([])
  })

  test('find notes by the same rule as people', async () => {
    const made = await courseWith([{ title: 'One' }])
    const member = await memberOf(made)
    const note = crypto.randomUUID()
    await db.owner(
      `insert into public.notes (id, user_id, lesson_id, body, lesson_title, course_title, revision)
       values ($1, $2, $3, '後で復習すること', 'One', 'Two', gen_random_uuid())`,
      [note, member.id, made.ids[0]],
    )
    const found = (await db.value(member, 'select public.my_notes(query => $1)', ['復習'])) as {
      notes: { id: string }[]
    }
    expect(found.notes.map(({ id }) => id)).toEqual([note])
  })
})
