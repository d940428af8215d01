import { describe, expect, test } from 'vitest'
import { useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { communities } from '../scenes/communities'
import { type InboxRow, inboxes } from '../scenes/inbox'

// What staff can do with a row of their inbox: mark it as done, snooze it, and hand it over (rules/inbox#done, #snooze,
// #hand-over).
const db = useDatabase()
const { rowOf, finish, snooze, handOver, longWaiting, silentPerson } = inboxes(db)
const { handIn, review } = assignments(db)
const { community, admit, post } = communities(db)

const admin = (name = 'Ada') => db.person({ role: 'ADMIN', name })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

/** Work that waits, and two administrators with their row about it. */
async function scene() {
  const work = await longWaiting()
  const [ada, bert] = [await admin('Ada'), await admin('Bert')]
  const row = (await rowOf(ada, work.id)) as InboxRow
  return { ...work, ada, bert, row }
}

/** Counts the marks and hand-overs about a subject. */
const kept = async (subject: string) => {
  const [counts] = await db.owner(
    `select (select count(*)::int from private.inbox_marks where subject_id = $1) as marks,
       (select count(*)::int from private.inbox_hand_overs where subject_id = $1) as handed`,
    [subject],
  )
  return counts
}

describe('a row that is done', () => {
  test('is hidden only from the person who marked it', async () => {
    const { ada, bert, coach, id, row } = await scene()
    await finish(ada, row)
    expect(await rowOf(ada, id)).toBeUndefined()
    expect(await rowOf(bert, id)).toEqual(row)
    expect(await rowOf(coach, id)).toEqual(row)
  })

  test('is shown again when there is something new', async () => {
    const { ada, coach, mia, id, lesson, round, row } = await scene()
    await finish(ada, row)
    await review(coach, round.id, { verdict: 'AGAIN' })
    await handIn(mia, lesson)
    await db.owner(
      `update public.submissions set awaiting_since = now() - interval '1 year' where id = $1`,
      [id],
    )
    await db.owner('delete from private.review_offers where submission_id = $1', [id])
    expect(await rowOf(ada, id)).toMatchObject({ version: '2' })
  })

  test('is shown if a new round arrived before the person marked the earlier version as done', async () => {
    const { ada, mia, id, lesson, row } = await scene()
    await handIn(mia, lesson)
    await finish(ada, row)
    expect(await rowOf(ada, id)).toMatchObject({ version: '2' })
  })

  test('is shown again when the person undoes that, and after 90 days', async () => {
    const { ada, id, row } = await scene()
    await finish(ada, row)
    await db.answer(ada, 'restore_inbox_row', { kind: 'WORK', subject_id: id })
    expect(await rowOf(ada, id)).toEqual(row)
    await finish(ada, row)
    await db.owner(
      `update private.inbox_marks set marked_at = now() - interval '91 days' where subject_id = $1`,
      [id],
    )
    const other = await longWaiting()
    await finish(ada, (await rowOf(ada, other.id)) as InboxRow)
    expect(await rowOf(ada, id)).toEqual(row)
  })
})

describe('a row that is snoozed', () => {
  test('is shown again to the person who snoozed it when the time is over', async () => {
    const { ada, bert, id, row } = await scene()
    await snooze(ada, row, inHours(3))
    expect(await rowOf(ada, id)).toBeUndefined()
    expect(await rowOf(bert, id)).toEqual(row)
    await db.owner('update private.inbox_marks set until = now() where subject_id = $1', [id])
    expect(await rowOf(ada, id)).toEqual(row)
  })

  test('is shown again earlier when there is something new', async () => {
    const { ada, mia, id, lesson, row } = await scene()
    await snooze(ada, row, inHours(3))
    await handIn(mia, lesson)
    expect(await rowOf(ada, id)).toMatchObject({ version: '2' })
  })

  test('can be snoozed for at most 31 days', async () => {
    const { ada, id, row } = await scene()
    for (const hours of [-1, 32 * 24]) {
      expect((await snooze(ada, row, inHours(hours))).code).toBe('PT422')
    }
    expect(await rowOf(ada, id)).toEqual(row)
  })
})

describe('a row that is handed over', () => {
  test('is shown to the colleague with the note, and is done for the person who handed it over', async () => {
    const { ada, bert, coach, id, row } = await scene()
    expect((await handOver(ada, row, bert, { note: ' You know tea. ' })).code).toBeUndefined()
    expect(await rowOf(ada, id)).toBeUndefined()
    expect((await rowOf(bert, id))?.holder).toMatchObject({
      ...{ id: bert.id, name: 'Bert', by: 'Ada', mine: true, note: 'You know tea.' },
    })
    // Others see who has it, but not the note.
    expect((await rowOf(coach, id))?.holder).toMatchObject({ id: bert.id, mine: false, note: null })
  })

  test('is announced to the colleague once, without names of people, and recorded without the note', async () => {
    const { ada, bert, id, row } = await scene()
    for (let time = 0; time < 3; time += 1) {
      await handOver(ada, row, bert, { note: 'Be kind to Zyra.' })
    }
    const bell = await db.owner(
      'select title, message, sender_id, action_url from public.notifications where recipient_id = $1',
      [bert.id],
    )
    expect(bell).toEqual([
      {
        title: 'Handed over to you',
        message: 'Work on "Building a page" waits for a review.',
        sender_id: ada.id,
        action_url: '/admin',
      },
    ])
    const records = await db.owner(
      'select action, after from public.audit_logs where user_id = $1 and target_id = $2',
      [ada.id, id],
    )
    expect(records).toEqual([
      { action: 'inbox.hand_over', after: { kind: 'WORK', to_id: bert.id } },
    ])
  })

  test('is shown to the colleague again if they had snoozed it or marked it as done', async () => {
    const { ada, bert, id, row } = await scene()
    await finish(bert, row)
    await handOver(ada, row, bert)
    expect(await rowOf(bert, id)).toMatchObject({ holder: { mine: true } })
  })

  test('can be given only to somebody who can have it in their inbox, and not to oneself', async () => {
    const { ada, mia, row, id } = await scene()
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const stranger = await db.person({ role: 'MODERATOR' })
      for (const to of [ada, mia, stranger, await db.person({ role: 'CREATOR' })]) {
        expect((await handOver(ada, row, to)).code).toBe('PT422')
      }
      const names = (await db.answer(ada, 'inbox_colleagues', {
        ...{ kind: 'WORK', subject_id: id },
      })) as { id: string }[]
      const ids = names.map((person) => person.id)
      expect(ids).not.toContain(stranger.id)
      expect(ids).not.toContain(ada.id)
      expect(ids).not.toContain(mia.id)
    })
    expect(await kept(id)).toEqual({ marks: 0, handed: 0 })
  })

  test('can be handed on only by people whose screen shows who has it', async () => {
    const { ada, bert, coach, row, id } = await scene()
    await handOver(ada, row, bert)
    expect(await handOver(coach, row, ada)).toMatchObject({
      code: 'PT409',
      message: 'Bert has it now. Your note was not sent.',
    })
    expect((await handOver(bert, row, coach, { held_by: bert.id })).code).toBeUndefined()
    expect((await rowOf(coach, id))?.holder).toMatchObject({ mine: true })
  })

  test('stays with its holder if the screen of the person who hands it over shows an earlier version', async () => {
    const { ada, bert, coach, mia, id, lesson, row } = await scene()
    await handIn(mia, lesson)
    const renewed = (await rowOf(bert, id)) as InboxRow
    await handOver(bert, renewed, ada, { note: 'Round 2' })
    expect(await handOver(coach, row, bert)).toMatchObject({
      code: 'PT409',
      message: 'Ada has it now. Your note was not sent.',
    })
    expect((await rowOf(ada, id))?.holder).toMatchObject({ mine: true, note: 'Round 2' })
  })

  test('has a holder for its present version, even if the screen showed an earlier one', async () => {
    const { ada, bert, coach, mia, id, lesson, row } = await scene()
    await handOver(coach, row, ada)
    await handIn(mia, lesson)
    expect((await rowOf(ada, id))?.holder).toBeNull()
    expect((await handOver(coach, row, bert)).code).toBeUndefined()
    expect((await rowOf(bert, id))?.holder).toMatchObject({ mine: true })
  })

  test('is not handed over if the note is too long', async () => {
    const { ada, bert, row, id } = await scene()
    expect((await handOver(ada, row, bert, { note: 'x'.repeat(501) })).code).toBe('PT422')
    expect(await kept(id)).toEqual({ marks: 0, handed: 0 })
  })
})

test('nobody can change a row that is not in their inbox', async () => {
  const { ada, mia, row, id } = await scene()
  await db.withSettings(
    { moderators_see_everybody: false, creators_admin_panel: true },
    async () => {
      for (const role of ['MODERATOR', 'CREATOR'] as const) {
        const stranger = await db.person({ role })
        await finish(stranger, row)
        await snooze(stranger, row, inHours(1))
        expect((await handOver(stranger, row, ada)).code).toBe('PT404')
        expect(
          await db.answer(stranger, 'inbox_colleagues', { kind: 'WORK', subject_id: id }),
        ).toEqual([])
      }
      for (const name of ['finish_inbox_row', 'restore_inbox_row'] as const) {
        const version = name === 'finish_inbox_row' ? { version: '1' } : {}
        const { code } = await db.call(mia, name, { kind: 'WORK', subject_id: id, ...version })
        expect(code).toBe('42501')
      }
      expect((await snooze(mia, row, inHours(1))).code).toBe('42501')
      expect((await handOver(mia, row, ada)).code).toBe('42501')
    },
  )
  expect(await kept(id)).toEqual({ marks: 0, handed: 0 })
})

test('marks and hand-overs of a row are deleted when the row ends', async () => {
  const { ada, bert, row, id } = await scene()
  await handOver(ada, row, bert, { note: 'Zyra again' })
  await finish(bert, row)
  expect(await kept(id)).toEqual({ marks: 2, handed: 1 })
  await db.owner('delete from public.submissions where id = $1', [id])
  expect(await kept(id)).toEqual({ marks: 0, handed: 0 })
})

test('notes about a post are deleted with the post, and when its author deletes their account', async () => {
  const place = await community()
  const [ada, bert] = [await admin('Ada'), await admin('Bert')]
  const [deleted, erased] = [
    await admit(await db.person(), place),
    await admit(await db.person(), place),
  ]
  const [first, second] = [await post(deleted, place), await post(erased, place)]
  for (const id of [first, second]) {
    await db.owner(
      `insert into public.community_post_reports (post_id, reporter_id, created_at) values ($1, $2, now() - interval '1 year')`,
      [id, (await db.person()).id],
    )
    await handOver(ada, (await rowOf(ada, id)) as InboxRow, bert, { note: 'Call Mia.' })
    expect(await kept(id)).toEqual({ marks: 1, handed: 1 })
  }
  await db.answer(deleted, 'delete_post', { post_id: first })
  await db.authService('delete from auth.users where id = $1', [erased.id])
  for (const id of [first, second]) expect(await kept(id)).toEqual({ marks: 0, handed: 0 })
})

test('marks and hand-overs of a deleted account are deleted', async () => {
  const { ada, bert, coach, row, id } = await scene()
  await handOver(ada, row, bert, { note: 'Yours' })
  await finish(coach, row)
  await db.authService('delete from auth.users where id = $1', [ada.id])
  expect(await kept(id)).toEqual({ marks: 1, handed: 0 })
  await db.authService('delete from auth.users where id = $1', [bert.id])
  expect(await rowOf(coach, id)).toBeUndefined()
})

test('the person’s own data contain the rows that they put away and handed over, without the colleague', async () => {
  const { ada, bert, row } = await scene()
  await handOver(ada, row, bert, { note: 'You know tea.' })
  for (const [who, given] of [
    [ada, true],
    [bert, false],
  ] as const) {
    const data = (await db.answer(who, 'my_data', {})) as Record<string, unknown[]>
    expect(data.inbox_handed_over).toMatchObject([{ kind: 'WORK', given, note: 'You know tea.' }])
    expect(data.inbox_put_away).toHaveLength(given ? 1 : 0)
    const colleague = given ? bert : ada
    expect(JSON.stringify(data.inbox_handed_over)).not.toContain(colleague.id)
  }
})

test('a change of a person’s inbox is signalled only to them, and new rows to staff', async () => {
  const { ada, bert, coach, mia, row, id } = await scene()
  const heard = async (who: typeof ada) =>
    (await db.as(who, `select resource from public.list_changes where resource = 'inbox'`)).rows
      .length
  const clear = () => db.owner('delete from public.list_changes')
  await clear()
  await finish(coach, row)
  expect([await heard(coach), await heard(ada), await heard(mia)]).toEqual([1, 0, 0])
  await clear()
  await handOver(ada, row, bert)
  expect([await heard(ada), await heard(bert), await heard(coach)]).toEqual([1, 1, 0])
  await clear()
  const { behind, mia: silent } = await silentPerson()
  expect([(await heard(ada)) > 0, (await heard(coach)) > 0, await heard(silent)]).toEqual([
    true,
    true,
    0,
  ])
  const words = await db.owner('select * from public.list_changes')
  expect(JSON.stringify(words)).not.toMatch(new RegExp(`${behind}|${id}|${silent.id}`))
})
