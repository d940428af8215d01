import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'

// What is stored of a person's work, who may read it, and who gets signals when it changes (rules/accounts#my-data,
// rules/assignments#files, rules/interface#live-lists).
const db = useDatabase()
const { task, group, waiting, handIn, review, workOf } = assignments(db)

test('a person’s data include what they handed in, with its reviews, and nobody else’s name', async () => {
  const { mia, coach, round } = await waiting({ dueDay: 3 })
  await db.answer(coach, 'publish_review', {
    ...{ round_id: round.id, verdict: 'AGAIN', comment: 'Which tea?' },
    remarks: JSON.stringify([{ line_from: 1, body: 'Name it.' }]),
  })
  const review = { verdict: 'AGAIN', comment: 'Which tea?' }
  const data = await db.value(mia, 'select public.my_data()')
  expect(data).toMatchObject({
    work: [{ lesson: 'Building a page', state: 'RETURNED', rounds: [{ round: 1, review }] }],
    work_drafts: [],
    extensions: [],
    reviews_given: [],
  })
  const given = await db.value(coach, 'select public.my_data()')
  expect(given).toMatchObject({ work: [], reviews_given: [{ ...review, remarks: ['Name it.'] }] })
  expect(JSON.stringify(given)).not.toContain(mia.id)
  expect(JSON.stringify(data)).not.toContain(coach.id)
})

test('the work of a deleted account is deleted', async () => {
  const { mia, coach, lesson, round } = await waiting()
  await review(coach, round.id, { verdict: 'AGAIN', comment: 'Which tea?' })
  await db.owner('delete from public.profiles where id = $1', [coach.id])
  const shown = (await db.answer(mia, 'assignment', { lesson_id: lesson })) as object
  expect(shown).toMatchObject({ rounds: [{ review: { comment: 'Which tea?', reviewer: null } }] })
  await db.owner('delete from public.profiles where id = $1', [mia.id])
  for (const table of ['submissions', 'submission_rounds', 'reviews']) {
    const left = `select from public.${table} t where to_jsonb(t)::text ~ $1`
    expect(await db.owner(left, [`${mia.id}|${round.id}`]), table).toEqual([])
  }
})

test('files are sent for an assignment that takes them, and fetched by owner and reviewers', async () => {
  const work = await task({ accepts: ['FILE'], blind: true })
  const [mia, mate, coach] = [
    await db.person(),
    await db.person(),
    await db.person({ role: 'MODERATOR' }),
  ]
  await group(work, [mia, mate], { staff: [coach] })
  const begin = (who: Person, lesson: string, name: string) =>
    db.call(who, 'begin_work_uploads', {
      lesson_id: lesson,
      files: JSON.stringify([{ name, size: 4, type: 'application/pdf' }]),
    })
  const other = await task()
  await group(other, [mia])
  expect((await begin(mia, other.lesson, 'a.pdf')).code).toBe('PT422')
  expect((await begin(await db.person(), work.lesson, 'a.pdf')).code).toBe('PT404')
  const begun = (await begin(mia, work.lesson, 'Mia Wu.pdf')).rows[0]?.answer as { path: string }[]
  const path = String(begun[0]?.path)
  expect(path).toMatch(/\/file\.pdf$/)
  const arrive = (who: Person) =>
    db.as(
      who,
      `insert into storage.objects (bucket_id, name, metadata) values ('work-files', $1, '{"size": 4}')`,
      [path],
    )
  const files = JSON.stringify([{ path, name: 'Mia Wu.pdf', bytes: 4 }])
  const submit = (who: Person) =>
    db.call(who, 'submit_round', { lesson_id: work.lesson, operation_id: randomUUID(), files })
  expect((await arrive(mate)).code).toBe('42501')
  expect(await submit(mia)).toMatchObject({ code: 'PT422' })
  expect((await arrive(mia)).code).toBeUndefined()
  expect(await submit(mate)).toMatchObject({ code: 'PT422' })
  expect((await submit(mia)).code).toBeUndefined()
  const fetched = (who: Person) => db.answer(who, 'readable_work_files', { paths: [path] })
  for (const who of [mia, coach]) expect(await fetched(who)).toEqual([path])
  for (const who of [mate, await db.person({ role: 'CREATOR' })])
    expect(await fetched(who)).toEqual([])
  expect(await db.answer(coach, 'readable_files', { paths: [path] })).toEqual([])
  const { id } = await workOf(mia, work.lesson)
  const shown = JSON.stringify(await db.answer(coach, 'review', { submission_id: id }))
  expect(shown).toContain('File 1.pdf')
  expect(shown).not.toContain('Mia Wu')
  await db.owner('delete from public.profiles where id = $1', [mia.id])
  expect(
    await db.owner(`select from private.due_work where kind = 'file_removal' and key like $1`, [
      `file_removal:work-files/${path}%`,
    ]),
  ).toHaveLength(1)
})

test('a file of any path, type and name can be handed in, and is stored in the same way', async () => {
  const work = await task({ accepts: ['FILE'], blind: true })
  const [mia, coach] = [await db.person(), await db.person({ role: 'MODERATOR' })]
  await group(work, [mia], { staff: [coach] })
  const hostile = 'text/html" onload="x()'
  const wanted = [
    { name: 'index.html', size: 26, type: 'text/html' },
    { name: '__init__.py', size: 0, type: 'text/plain' },
    { name: '../../logo.svg', size: 20_971_520, type: 'image/svg+xml' },
    { name: 'ph\u202Eoto.e/x/e', size: 1, type: hostile },
    { name: '数据 (最終).ipynb', size: 1, type: 'application/x-ipynb+json' },
  ]
  const begin = (files: object[]) =>
    db.call(mia, 'begin_work_uploads', { lesson_id: work.lesson, files: JSON.stringify(files) })
  expect((await begin([{ name: 'a', size: 20_971_521, type: '' }])).message).toBe(
    'a is larger than 20 MB',
  )
  expect((await begin([{ name: 'x'.repeat(256), size: 1, type: '' }])).code).toBe('PT422')
  const begun = (await begin(wanted)).rows[0]?.answer as { path: string }[]
  const paths = begun.map(({ path }) => path)
  expect(paths.map((path) => path.slice(36))).toEqual([
    ...['/file.html', '/file.py', '/file.svg', '/file', '/file.ipynb'],
  ])
  const files = wanted.map(({ name, size }, at) => ({ path: paths[at], name, bytes: size }))
  await db.owner(
    `insert into storage.objects (bucket_id, name, metadata)
     select 'work-files', p, '{"size": 0, "mimetype": "application/octet-stream"}' from unnest($1::text[]) p`,
    [paths],
  )
  const submit = () =>
    db.answer(mia, 'submit_round', {
      ...{ lesson_id: work.lesson, operation_id: randomUUID() },
      files: JSON.stringify(files),
    })
  const types = [
    ...['text/html', 'text/plain', 'image/svg+xml'],
    ...['application/octet-stream', 'application/x-ipynb+json'],
  ]
  expect(await submit()).toMatchObject({ files: files.map((f, at) => ({ ...f, type: types[at] })) })
  // The next round still has the type of the file after the row of the upload was deleted.
  await db.owner('delete from private.uploads where path = any ($1)', [paths])
  expect(await submit()).toMatchObject({ files: types.map((type) => ({ type })) })
  const { id } = await workOf(mia, work.lesson)
  const shown = (await db.answer(coach, 'review', { submission_id: id })) as { rounds: object[] }
  const hidden = ['html', 'py', 'svg', 'e/x/e', 'ipynb'].map((ending, at) => ({
    ...{ path: paths[at], bytes: files[at]?.bytes },
    name: at === 3 ? 'File 4' : `File ${at + 1}.${ending}`,
  }))
  expect(shown.rounds.map((round) => Object(round).files)).toEqual([hidden, hidden])
})

test('a review is signalled only to the owner of the work, to people who move up in the queue, and to staff', async () => {
  const work = await task()
  const [mia, max, mate, coach] = [
    await db.person(),
    await db.person(),
    await db.person(),
    await db.person({ role: 'MODERATOR' }),
  ]
  await group(work, [mia, max, mate], { staff: [coach] })
  const round = await handIn(mia, work.lesson)
  await handIn(max, work.lesson)
  const heard = async (who: Person) =>
    (await db.as(who, 'select resource from public.list_changes order by 1')).rows.map(
      ({ resource }) => resource,
    )
  await db.owner('delete from public.list_changes')
  await review(coach, round.id)
  // Her week and the outline on any of her devices have changed, too.
  expect(await heard(mia)).toEqual(['dates', 'submission'])
  expect(await heard(max)).toEqual(['submission'])
  expect(await heard(mate)).toEqual([])
  expect(await heard(coach)).toContain('submissions')
  expect(await heard(coach)).not.toContain('submission')
})

test('a file can be handed in again for the same assignment only, and is removed with the last of its rounds', async () => {
  const [first, second] = [await task({ accepts: ['FILE'] }), await task({ accepts: ['FILE'] })]
  const mia = await db.person()
  for (const one of [first, second]) await group(one, [mia])
  const begun = (await db.answer(mia, 'begin_work_uploads', {
    lesson_id: first.lesson,
    files: JSON.stringify([{ name: 'tea.pdf', size: 4, type: 'application/pdf' }]),
  })) as { path: string }[]
  const path = String(begun[0]?.path)
  await db.as(
    mia,
    `insert into storage.objects (bucket_id, name, metadata) values ('work-files', $1, '{"size": 4}')`,
    [path],
  )
  const submit = (lesson_id: string) =>
    db.call(mia, 'submit_round', {
      ...{ lesson_id, operation_id: randomUUID() },
      files: JSON.stringify([{ path, name: 'tea.pdf', bytes: 4 }]),
    })
  expect((await submit(first.lesson)).code).toBeUndefined()
  // Rows of uploads are deleted after some time; the rounds still show to whom the file belongs.
  await db.owner(`delete from private.uploads where path = '${path}'`)
  expect((await submit(first.lesson)).code).toBeUndefined()
  expect(await submit(second.lesson)).toMatchObject({ code: 'PT422' })
  const removed = () =>
    db.owner('select from private.due_work where key like $1', [`file_removal:work-files/${path}%`])
  const drop = (round: number) =>
    db.owner(
      `delete from public.submission_rounds r using public.submissions s
       where s.id = r.submission_id and s.lesson_id = '${first.lesson}' and r.round = ${round}`,
    )
  await drop(1)
  expect(await removed()).toEqual([])
  await drop(2)
  expect(await removed()).toHaveLength(1)
})
