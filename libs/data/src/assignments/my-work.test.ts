import { describe, expect, it } from 'vitest'
import type { WorkChange } from '../assignments/queued-rounds'
import { afterRound, queuedRounds, withQueuedRounds } from '../assignments/queued-rounds'
import { DraftStore } from '../drafts/draft-store'
import { DataError } from '../errors'
import type { Queued } from '../outbox/kind'
import { anAssignment, aRound } from '../testing/assignments'
import { pageOf } from '../testing/memory-storage'
import { parseAssignment } from './my-assignment'
import {
  draftJson,
  EMPTY_DRAFT,
  firstWords,
  isNothing,
  parseWorkDraft,
  type WorkDraft,
} from './my-draft'
import { acceptsText, queuePlaceText, reviewTimeText } from './my-standing'

const store = () => new DraftStore<WorkDraft>('u1', pageOf(), 'draft:')
const draft = (url: string) => ({ ...EMPTY_DRAFT, url })
const put = (to: DraftStore<WorkDraft>, url: string, from: string | null = null) => {
  to.put({ lessonId: 'a', body: draft(url), from })
  const entry = to.of('a')
  if (!entry) throw new Error('not kept')
  return entry
}

describe('drafts on this device', () => {
  it('are based on the server’s text until they are sent, however often they change', () => {
    const own = store()
    put(own, 'one', 's1')
    expect(put(own, 'two', 's1').basedOn).toEqual(['s1'])
  })

  it('are based on every text that was sent, because the server may have stored it', () => {
    const own = store()
    const first = put(own, 'one', 's1')
    own.markSent(first)
    const second = put(own, 'two', 's1')
    expect(second.basedOn).toEqual([first.id, 's1'])
    expect(own.settle(first)).toBe(false)
    expect(own.of('a')?.body.url).toBe('two')
    expect(own.settle(second)).toBe(true)
    expect(own.of('a')).toBeNull()
  })

  it('stay when the server refuses them, and are sent again after the next change', () => {
    const own = store()
    const entry = put(own, 'one')
    own.refuse(entry, new DataError({ code: 'PT422', message: 'Too large.' }))
    expect(own.all()).toEqual([])
    expect(own.of('a')?.refused).toBe('Too large.')
    put(own, 'two')
    expect(own.all()).toHaveLength(1)
  })

  it('store which replaced texts the person has discarded', () => {
    const own = store()
    own.put({ lessonId: 'a', body: draft('one'), from: 's1', drop: 'k1' })
    own.put({ lessonId: 'a', body: draft('one'), from: 's1', drop: 'k2' })
    expect(own.of('a')?.dropped).toEqual(['k1', 'k2'])
  })

  it('can be read even if another build wrote them in another shape', () => {
    expect(parseWorkDraft(null)).toEqual(EMPTY_DRAFT)
    expect(parseWorkDraft({ text: 7, code: [{ name: 'a' }, null], more: true })).toEqual(
      EMPTY_DRAFT,
    )
    const full = { ...draft('x'), code: [{ name: 'a.js', body: 'let a' }] }
    expect(parseWorkDraft(draftJson(full))).toEqual(full)
  })

  it('cannot be handed in if they contain only a note', () => {
    expect(isNothing({ ...EMPTY_DRAFT, note: 'Hi', code: [{ name: 'a.js', body: ' ' }] })).toBe(
      true,
    )
    expect(isNothing(draft('x'))).toBe(false)
    expect(firstWords({ ...EMPTY_DRAFT, text: ' Tea \n time ' })).toBe('Tea time')
  })
})

const round = (lessonId: string, draftRevision: string | null = null): Queued => ({
  id: lessonId,
  user: 'u1',
  at: 1000,
  change: {
    ...{ kind: 'work', lessonId, slug: 'git', title: 'Tea', work: draft('x') },
    ...{ operationId: 'o1', draftRevision, secondOpinion: false },
  },
})
const change = round('a', 'd1').change as WorkChange
const stored = { body: draft('x'), revision: 'd1', kept: [] }

describe('a queued round', () => {
  it('is shown as waiting, and its draft is hidden', () => {
    const known = anAssignment({ draft: stored })
    const shown = withQueuedRounds(known, queuedRounds([round('a', 'd1'), round('b')], 'a'))
    expect(shown.submission).toMatchObject({ state: 'WAITING', round: 1 })
    expect(shown.draft).toBeNull()
    expect(withQueuedRounds(known, [])).toBe(known)
  })

  it('does not hide a draft that was written later', () => {
    const later = { ...stored, revision: 'd2' }
    expect(
      withQueuedRounds(anAssignment({ draft: later }), queuedRounds([round('a', 'd1')], 'a')).draft,
    ).toBe(later)
  })

  it('is listed only once after it was accepted', () => {
    const known = anAssignment({ draft: stored })
    const after = afterRound(known, change, aRound())
    expect(after).toMatchObject({ draft: null, submission: { state: 'WAITING', round: 1 } })
    expect(afterRound(after, change, aRound()).rounds).toHaveLength(1)
  })
})

describe('the texts about an assignment', () => {
  it('name the accepted kinds of work, the place in the queue, and the usual waiting time', () => {
    expect(acceptsText(['TEXT', 'CODE', 'LINK'])).toBe('Hand in a text, code or a link.')
    expect(queuePlaceText({ place: 1, of: 1 })).toBe('Yours is the only work that waits.')
    expect(queuePlaceText({ place: 1, of: 4 })).toBe('You are next of 4 in the queue.')
    expect([2, 3, 11, 21].map((place) => queuePlaceText({ place, of: 30 }))).toEqual([
      'You are 2nd of 30 in the queue.',
      'You are 3rd of 30 in the queue.',
      'You are 11th of 30 in the queue.',
      'You are 21st of 30 in the queue.',
    ])
    expect(reviewTimeText({ reviews: 3, median_hours: 0.4, p90_hours: 72 })).toBe(
      'Reviews here usually take less than an hour, and nine of ten at most 3 days.',
    )
  })
})

it('parseAssignment() accepts the answer of the database, and throws for another shape', () => {
  const known = anAssignment({ rounds: [aRound()], draft: stored, place: { place: 1, of: 2 } })
  expect(parseAssignment(JSON.parse(JSON.stringify(known)))).toEqual(known)
  expect(() =>
    parseAssignment({ ...JSON.parse(JSON.stringify(known)), accepts: ['SONG'] }),
  ).toThrow()
})
