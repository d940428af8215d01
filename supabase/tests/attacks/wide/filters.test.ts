import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { codeOf, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { leakedSecrets, plantVictim, type Victim } from '../secrets'
import { useUnchangedRows } from '../unchanged-rows'

/** The code of a constraint, or of the form's own message. */
const REFUSALS = ['23514', 'PT422']

const db = useDatabase()

let victim: Victim
let mallory: string

beforeAll(async () => {
  victim = await plantVictim(db)
  mallory = await tokenFor(await db.person())
})
const watch = useUnchangedRows()

const pieces = [
  `'; drop table public.profiles; --`,
  `' or '1'='1`,
  `1) or (1=1`,
  `x" or "1"="1`,
  `$$; select pg_sleep(3); $$`,
  `\\'; select 1; --`,
  `%00`,
  `eq.1&select=*`,
  `*)`,
  `(select email from auth.users limit 1)`,
]

test('SQL in a value is taken as text', async () => {
  const forMembers = (text: string) => [
    `profiles?name=eq.${text}`,
    `profiles?id=eq.${text}`,
    `profiles?or=(name.eq.${text},email.eq.${text})`,
    `profiles?name=in.(${text})`,
    `profiles?name=like.${text}`,
    `profiles?select=${text}`,
    `profiles?order=${text}`,
    `profiles?limit=${text}`,
    `profiles?${text}=eq.1`,
    `${text}?select=*`,
    `rpc/course_outline?slug=${text}`,
  ]
  const forAll = (text: string) => [`rpc/${text}`, `rpc/invite_by_token?token=${text}`]
  for (const text of pieces.map(encodeURIComponent)) {
    const calls = [
      ...forMembers(text).map((path) => ({ path, token: mallory })),
      ...forAll(text).map((path) => ({ path, token: undefined })),
    ]
    for (const { path, token } of calls) {
      const answer = await rest(path, { token })
      expect(answer.status, `${path} ${answer.text}`).toBeLessThan(500)
      expect(leakedSecrets(victim, answer.text), path).toEqual([])
    }
  }
})

test('only columns can be selected, cast or ordered by', async () => {
  const token = mallory
  for (const path of [
    'profiles?select=id::regclass',
    'profiles?select=current_user',
    'profiles?select=version()',
    'profiles?select=pg_sleep(1)',
    'profiles?select=email::auth.users',
    'profiles?select=password',
    'profiles?select=raw_user_meta_data->>role',
    'profiles?order=random()',
    'profiles?order=entitlements(created_at)',
    'courses?select=*&limit=-1',
    'profiles?name=@@.x',
    'profiles?name=nonsense.x',
    'profiles?name=fts(nowhere).x',
  ]) {
    const { status, text } = await rest(path, { token })
    expect([400, 404, 416], `${path} ${text}`).toContain(status)
  }
})

test('an expensive pattern is answered or stopped, and does not delay others', async () => {
  const token = mallory
  const heavy = encodeURIComponent(`^(a+)+${'(b?)'.repeat(200)}$`)
  const answer = await rest(`profiles?name=match.${heavy}`, { token })
  expect(answer.status).toBeLessThan(500)
  const many = Array.from({ length: 300 }, () => victim.id).join(',')
  expect((await rest(`profiles?id=in.(${many})`, { token })).body).toEqual([])
})

test('a malformed or unusual body gets an error, or an empty answer', async () => {
  const token = await tokenFor(await db.person())
  await watch()
  for (const body of [
    '{"title": "x", "slug": "x", "__proto__": {"status": "PUBLISHED"}}',
    '{"title": "x", "title": "y", "slug": "x"}',
    '[[]]',
    '"text"',
    'null',
    '{',
    '[{"title": "x"}, 1]',
    '{"slug": "a\\u0000b"}',
  ]) {
    const answer = await rest('courses', { method: 'POST', token, body })
    expect([400, 403, 201], `${body} ${answer.text}`).toContain(answer.status)
    if (answer.status === 201) expect(answer.text).toBe('')
  }
})

test('too large values are refused by the gateway or by their column', async () => {
  const creator = await db.person({ role: 'ADMIN' })
  const token = await tokenFor(creator)
  await watch()
  const huge = await rest('courses', {
    method: 'POST',
    token,
    body: `{"title": "${'x'.repeat(1_000_001)}"}`,
  })
  expect(huge.status).toBe(413)
  const cases = [
    ['courses', { title: 'x'.repeat(101), slug: 'long' }],
    ['courses', { title: 'x', slug: 'x'.repeat(51) }],
    ['courses', { title: 'x', slug: 'long', description: 'x'.repeat(501) }],
    ['courses', { title: 'x', slug: 'long', thumbnail_url: `https://e.org/${'x'.repeat(2000)}` }],
    ['communities', { name: 'x'.repeat(101), slug: 'long' }],
    [
      'lessons',
      { module_id: victim.course.module, title: 'x', index: 9, content: 'x'.repeat(500_001) },
    ],
    ['rpc/send_global_notification', { title: 'x', message: 'x'.repeat(2001) }],
    ['rpc/create_invite', { email: `${'x'.repeat(320)}@example.test` }],
  ] as const
  for (const [path, body] of cases) {
    const answer = await rest(path, { method: 'POST', token, body })
    expect(REFUSALS, `${path} ${answer.text}`).toContain(codeOf(answer))
  }
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const nested = await rest('rpc/import_course', {
    method: 'POST',
    token,
    body: `{"payload": ${deep}}`,
  })
  expect(nested.status).toBeGreaterThanOrEqual(400)
  expect(nested.status).toBeLessThan(500)
})

test('links that would run a script or lead elsewhere are refused by the database', async () => {
  const token = await tokenFor(await db.person({ role: 'ADMIN' }))
  await watch()
  const bad = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://user:pass@evil.example',
    'https://evil.example/"onload="x',
    'https://',
    'https:evil.example',
    'file:///etc/passwd',
    'java\nscript:alert(1)',
    'https://evil.example\\@good.example',
  ]
  const lesson = { module_id: victim.course.module, title: 'x', index: 9 }
  for (const link of bad) {
    for (const [path, body] of [
      ['courses', { title: 'x', slug: 'linked', thumbnail_url: link }],
      ['lessons', { ...lesson, content_type: 'EXTERNAL_LINK', external_url: link }],
      [
        'lesson_attachments',
        { lesson_id: victim.course.lesson, title: 'x', url: link, sort_order: 9 },
      ],
      ['communities', { name: 'x', slug: 'linked', cover_url: link }],
      ['rpc/send_global_notification', { title: 'x', message: 'x', action_url: link }],
    ] as const) {
      const answer = await rest(path, { method: 'POST', token, body })
      expect(REFUSALS, `${path} ${link} ${answer.text}`).toContain(codeOf(answer))
    }
  }
  for (const [provider, id] of [
    ['YOUTUBE', 'https://evil.example'],
    ['YOUTUBE', '"><script>'],
    ['VIMEO', '1/../../evil'],
    ['MUX', 'a?token=secret'],
    ['CF', 'a/../../b'],
    ['NONE', 'abcdefghijk'],
  ]) {
    const body = { ...lesson, video_provider: provider, video_asset_id: id }
    const answer = await rest('lessons', { method: 'POST', token, body })
    expect(REFUSALS, `${provider} ${id}`).toContain(codeOf(answer))
  }
})
