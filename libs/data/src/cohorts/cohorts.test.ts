import { describe, expect, it } from 'vitest'
import type { Behind } from '../library/behind'
import { lengthText } from './cohort-days'
import { againProposal, cohortFormErrors, emptyCohortForm, newCohort } from './cohort-form'
import { isPossible, shiftText } from './cohort-members'
import { END_OF_DAY, type LessonDue } from './dues'
import { behindReasonText } from './falling-behind'
import { changeSentences, moveSentences } from './move-cohort'
import { inOrder, lessonsLeftText, type PersonProgress } from './progress'
import {
  inverseChanges,
  movedBy,
  movedText,
  openingText,
  type Schedule,
  saveSchedule,
  storedChanges,
  stripItems,
  stripWeeks,
  undatedAssignments,
  weeklyReleases,
  withChanges,
} from './schedule'
import { messageErrors, reachText } from './sent-messages'

describe('days', () => {
  it('lengthText() counts the first and the last day', () => {
    expect(lengthText('2026-09-07', '2026-12-18')).toBe('14 weeks and 5 days')
    expect(lengthText('2026-09-07', '2026-09-07')).toBe('1 day')
    expect(lengthText('2026-09-07', '2026-09-20')).toBe('2 weeks')
    expect(lengthText('2026-09-07', '')).toBe('')
  })
})

describe('the form of a cohort', () => {
  const form = {
    ...emptyCohortForm(),
    title: ' Autumn ',
    slug: 'autumn-',
    starts_on: '2026-09-07',
    ends_on: '2026-12-18',
  }

  it('reports fields that are missing or not in order of time', () => {
    expect(Object.keys(cohortFormErrors(emptyCohortForm()))).toEqual([
      'title',
      'slug',
      'starts_on',
      'ends_on',
    ])
    expect(cohortFormErrors(form)).toEqual({})
    expect(
      Object.keys(
        cohortFormErrors({
          ...form,
          ends_on: '2026-09-06',
          access_ends_on: '2026-09-06',
          seats: -1,
        }),
      ),
    ).toEqual(['ends_on', 'access_ends_on', 'seats'])
  })

  it('sends the fields that are filled in, and leaves out empty optional fields', () => {
    const sent = newCohort(form)
    expect(sent).toMatchObject({ title: 'Autumn', slug: 'autumn' })
    expect(sent).not.toHaveProperty('seats')
    expect(sent).not.toHaveProperty('access_ends_on')
  })

  it('proposes the next title, and the Monday after the end, when a cohort begins again', () => {
    expect(againProposal({ title: 'Autumn 2026', ends_on: '2026-12-18' }, '2026-10-01')).toEqual({
      title: 'Autumn 2027',
      startsOn: '2026-12-21',
    })
    expect(againProposal({ title: 'Web', ends_on: '2025-12-15' }, '2026-11-30')).toEqual({
      title: 'Web 2',
      startsOn: '2026-12-07',
    })
  })
})

describe('actions on the people of a cohort', () => {
  it('are offered only in the states in which the database allows them', () => {
    const active = { state: 'ACTIVE', shift_days: 0, open_all: false } as const
    expect(isPossible('pause', active)).toBe(true)
    expect(isPossible('resume', active)).toBe(false)
    expect(isPossible('close', active)).toBe(false)
    expect(isPossible('open', { ...active, open_all: true })).toBe(false)
    expect(isPossible('return', { ...active, state: 'LEFT' })).toBe(true)
    expect(isPossible('shift', { ...active, state: 'LEFT' })).toBe(false)
  })

  it('show a shift as a number of days', () => {
    expect([shiftText(7), shiftText(-1), shiftText(0)]).toEqual([
      '7 days later',
      '1 day earlier',
      '',
    ])
  })
})

describe('the texts about moving a cohort', () => {
  const move = {
    moves: 14,
    stays: 3,
    dues_move: 0,
    dues_stay: 0,
    begun: true,
    starts_on: '2026-09-07',
    ends_on: '2026-12-25',
    access_ends_on: null,
    people: 2,
    names: [],
    changes: [],
  }
  it('count the openings that move and those that stay', () => {
    expect(moveSentences(move)).toEqual([
      '14 openings move, 3 lie in the past and stay.',
      'The cohort has begun, so its first day stays: Mon 7 Sep 2026.',
      'The last day will be Fri 25 Dec 2026.',
      'This concerns 2 people.',
    ])
    expect(moveSentences({ ...move, moves: 1, stays: 0, begun: false })[0]).toBe('1 opening moves.')
  })

  it('name the first people, openings and due dates, with their days', () => {
    const told = { ...move, people: 23, names: ['Ada', 'Mia'], moves: 2, dues_move: 1 }
    expect(moveSentences(told).at(-1)).toBe('This concerns Ada, Mia, and 21 others.')
    const changes = [
      { kind: 'OPENING' as const, title: 'Git', from: '2026-09-14', to: '2026-09-21' },
      { kind: 'DUE' as const, title: 'A page', from: '2026-09-18', to: '2026-09-25' },
    ]
    expect(changeSentences({ ...told, changes })).toEqual([
      'Git will open on Mon 21 Sep instead of Mon 14 Sep.',
      'A page will be due on Fri 25 Sep instead of Fri 18 Sep.',
      'And 1 other.',
    ])
    expect(changeSentences(move)).toEqual([])
  })

  it('count due dates separately from openings', () => {
    const first = (part: object) => moveSentences({ ...move, ...part })[0]
    expect(first({ dues_move: 6, dues_stay: 1 })).toBe(
      '14 openings and 6 due dates move, 4 lie in the past and stay.',
    )
    expect(first({ moves: 0, stays: 0, dues_move: 1 })).toBe('1 due date moves.')
    expect(first({ moves: 1, stays: 0, dues_move: 1 })).toBe('1 opening and 1 due date move.')
    expect(first({ moves: 0, stays: 0 })).toBe('Nothing has an opening of its own.')
  })
})

const lesson = (id: string, day?: number) => ({
  id,
  title: id,
  release: day === undefined ? null : { day, at_time: '09:00' },
  due: null,
})

const schedule: Schedule = {
  starts_on: '2026-09-07',
  ends_on: '2026-09-25',
  time_zone: 'Europe/Vienna',
  today: '2026-09-15',
  courses: [
    {
      id: 'c',
      title: 'Web',
      modules: [
        { id: 'm1', title: 'Begin', release: null, lessons: [lesson('l1'), lesson('l2', 3)] },
        {
          id: 'm2',
          title: 'Go on',
          release: { day: 7, at_time: '09:00' },
          lessons: [lesson('l3')],
        },
      ],
    },
  ],
}

describe('the schedule of a cohort as a strip of weeks', () => {
  const all = stripItems(schedule, new Set(['m2']))

  it('contains modules, lessons with their own opening, and all lessons of unfolded modules', () => {
    expect(all.map(({ id, day, own }) => [id, day, own])).toEqual([
      ['m1', 0, false],
      ['l2', 3, true],
      ['m2', 7, true],
      ['l3', 7, false],
    ])
    expect(stripItems(schedule, new Set()).map(({ id }) => id)).toEqual(['m1', 'l2', 'm2'])
  })

  it('contains the weeks from the first day to the last, and marks the current week', () => {
    const weeks = stripWeeks(schedule, all)
    expect(weeks.map(({ first, last, isNow }) => [first, last, isNow])).toEqual([
      ['2026-09-07', '2026-09-13', false],
      ['2026-09-14', '2026-09-20', true],
      ['2026-09-21', '2026-09-27', false],
    ])
    expect(weeks[1]?.items.map(({ id }) => id)).toEqual(['m2', 'l3'])
  })

  it('moves several items together, but not before the first day', () => {
    const [, second, third] = all
    if (!second || !third) throw new Error('The strip is too short')
    expect(movedBy([second, third], 7).map(({ release }) => release?.day)).toEqual([10, 14])
    expect(movedBy([second, third], -7).map(({ release }) => release?.day)).toEqual([0, 4])
    expect(movedBy(all, -1)).toEqual([])
  })

  it('can open one module a week, unless an item has its own opening', () => {
    const module = (id: string) => ({ id, title: id, release: null, lessons: [] })
    const modules = ['m1', 'm2', 'm3'].map(module)
    const course = { id: 'c', title: 'Web', modules }
    expect(weeklyReleases({ courses: [course] })).toEqual([
      { kind: 'module', id: 'm2', release: { day: 7, at_time: '00:00' } },
      { kind: 'module', id: 'm3', release: { day: 14, at_time: '00:00' } },
    ])
    expect(weeklyReleases(schedule)).toEqual([])
    expect(weeklyReleases({ courses: [{ ...course, modules: modules.slice(0, 1) }] })).toEqual([])
  })

  it('can be restored after a change, also for items without their own opening', () => {
    const changes = [
      { kind: 'module', id: 'm1', release: { day: 2, at_time: '08:00' } },
      { kind: 'lesson', id: 'l2', release: null },
    ] as const
    const after = withChanges(schedule, changes)
    expect(after.courses[0]?.modules[0]?.release).toEqual({ day: 2, at_time: '08:00' })
    expect(withChanges(after, inverseChanges(schedule, changes))).toEqual(schedule)
  })

  const assignment = (said: LessonDue['said'], own: LessonDue['own'] = null): Schedule => ({
    ...schedule,
    courses: schedule.courses.map((course) => ({
      ...course,
      modules: course.modules.map((module) => ({
        ...module,
        lessons: module.lessons.map((one) =>
          one.id === 'l1' ? { ...one, due: { said, own } } : one,
        ),
      })),
    })),
  })
  const dues = (of: Schedule) =>
    stripItems(of, new Set())
      .filter(({ kind }) => kind === 'due')
      .map(({ id, day, at_time, own }) => [id, day, at_time, own])

  it('contains the due dates of assignments or of the cohort, even for lessons that are not shown', () => {
    const said = { day: 5, at_time: '18:00' }
    expect(dues(assignment(said))).toEqual([['l1', 5, '18:00', false]])
    expect(dues(assignment(said, { day: 9, at_time: null }))).toEqual([['l1', 9, '18:00', true]])
    expect(dues(assignment({ day: 5, at_time: null }))).toEqual([['l1', 5, END_OF_DAY, false]])
    const none = assignment({ day: null, at_time: '18:00' })
    expect(dues(none)).toEqual([])
    expect(undatedAssignments(none).map(({ id, day, at_time }) => [id, day, at_time])).toEqual([
      ['l1', 7, '18:00'],
    ])
    expect(undatedAssignments(schedule)).toEqual([])
  })

  it('stores only the difference to the assignment’s due date, and can undo it', () => {
    const from = assignment({ day: 5, at_time: '18:00' })
    const to = (day: number, at_time: string) =>
      [{ kind: 'due', id: 'l1', release: { day, at_time } }] as const
    expect(storedChanges(from, to(6, '18:00'))[0]?.release).toEqual({ day: 6, at_time: null })
    expect(storedChanges(from, to(5, '20:00'))[0]?.release).toEqual({ day: null, at_time: '20:00' })
    expect(storedChanges(from, to(5, '18:00'))[0]?.release).toBeNull()
    const after = withChanges(from, to(6, '20:00'))
    expect(dues(after)).toEqual([['l1', 6, '20:00', true]])
    // Changing the due date does not change the opening.
    expect(after.courses[0]?.modules[0]?.lessons[0]?.release).toBeNull()
    expect(withChanges(after, inverseChanges(from, to(6, '20:00')))).toEqual(from)
    const own = assignment({ day: 5, at_time: null }, { day: 8, at_time: null })
    expect(
      withChanges(withChanges(own, to(9, END_OF_DAY)), inverseChanges(own, to(9, END_OF_DAY))),
    ).toEqual(own)
  })

  it('is saved with two database functions, and a text counts the moved items', async () => {
    const calls: string[] = []
    const client = {
      rpc: (name: string, args: object) => {
        calls.push(`${name} ${JSON.stringify(args)}`)
        return Promise.resolve({ data: null, error: null })
      },
    }
    const changes = [
      { kind: 'module', id: 'm1', release: { day: 2, at_time: '08:00' } },
      { kind: 'due', id: 'l1', release: { day: 6, at_time: null } },
    ] as const
    await saveSchedule(client as never, 'c', changes)
    expect(calls).toEqual([
      'save_releases {"cohort_id":"c","changes":[{"module_id":"m1","day":2,"at_time":"08:00"}]}',
      'save_dues {"cohort_id":"c","changes":[{"lesson_id":"l1","day":6,"at_time":null}]}',
    ])
    expect(movedText(changes)).toBe('1 opening and 1 due date moved')
    expect(movedText(changes.slice(1))).toBe('1 due date moved')
  })

  it('formats the day and time of an opening', () => {
    expect(openingText(schedule, { day: 7, at_time: '09:00' })).toBe('Mon 14 Sep, 09:00')
    expect(openingText(schedule, { day: 0, at_time: '00:00' })).toBe('Mon 7 Sep')
  })
})

describe('progress against the schedule', () => {
  const person = (id: string, opened: number, opened_done: number): PersonProgress => ({
    id,
    name: id,
    email: id,
    state: 'ACTIVE',
    shift_days: 0,
    open_all: false,
    opened,
    opened_done,
    done: [],
    last_at: null,
  })

  it('is described by the number of open lessons that are not completed', () => {
    expect(lessonsLeftText(person('a', 12, 9))).toBe('3 of 12 open lessons left')
    expect(lessonsLeftText(person('a', 12, 12))).toBe('Up to date')
    expect(lessonsLeftText(person('a', 0, 0))).toBe('Nothing open yet')
  })

  it('can be sorted by how far people are behind', () => {
    const people = [person('a', 12, 12), person('b', 12, 2), person('c', 12, 9)]
    expect(inOrder(people, 'behind').map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    expect(inOrder(people, 'name')).toEqual(people)
  })
})

describe('the reason why a person has fallen behind', () => {
  const reason = (change: Partial<Behind>): Behind => ({
    ...{ reason: 'SILENT', days: 9, usual: 1.5, since: '2026-11-09', facts: [] },
    ...change,
  })
  const fact = (title: string, on: string, times: number | null = null) => ({
    ...{ id: title, lesson_id: title, slug: 'rope', title, on, times },
  })

  it('is a sentence with the facts behind it', () => {
    expect(behindReasonText(reason({}))).toBe(
      'Silent for 9 days, since Mon 9 Nov. Usually there every 1.5 days.',
    )
    expect(behindReasonText(reason({ days: 3, usual: 1 }))).toBe(
      'Silent for 3 days, since Mon 9 Nov. Usually there every day.',
    )
    expect(behindReasonText(reason({ reason: 'NOT_STARTED', days: 3, usual: null }))).toBe(
      'Nothing completed in 3 days, since Mon 9 Nov, their first day.',
    )
  })

  it('names the work or the questions in question', () => {
    const facts = [fact('Knots', '2026-11-06'), fact('Hitches', '2026-11-09')]
    expect(behindReasonText(reason({ reason: 'MISSED_DUES', facts }))).toBe(
      '2 due dates missed: “Knots” on Fri 6 Nov and “Hitches” on Mon 9 Nov.',
    )
    const many = [...facts, fact('Bends', '2026-11-10'), fact('Loops', '2026-11-11')]
    expect(behindReasonText(reason({ reason: 'MISSED_DUES', facts: many }))).toBe(
      '4 due dates missed, the latest: “Hitches” on Mon 9 Nov, “Bends” on Tue 10 Nov, and “Loops” on Wed 11 Nov.',
    )
    const returned = [fact('Knots', '2026-11-06', 2), fact('Bends', '2026-11-10', 3)]
    expect(behindReasonText(reason({ reason: 'RETURNED_TWICE', facts: returned }))).toBe(
      'Came back without another round: “Knots” twice, last on Fri 6 Nov and “Bends” 3 times, last on Tue 10 Nov.',
    )
    const asked = [fact('How do loops end?', '2026-11-09')]
    expect(behindReasonText(reason({ reason: 'NOT_ANSWERED', facts: asked }))).toBe(
      'Waits for an answer: “How do loops end?”, since Mon 9 Nov.',
    )
  })
})

describe('a message to a cohort', () => {
  it('says how many people it will reach', () => {
    expect(reachText({ people: 30, mails: 12 })).toBe('30 people, 12 of them by email, too')
    expect(reachText({ people: 30, mails: 30 })).toBe('30 people, all by email, too')
    expect(reachText({ people: 1, mails: 1 })).toBe('1 person, by email, too')
    expect(reachText({ people: 2, mails: 0 })).toBe('2 people')
  })

  it('must have a title and a text within the limits', () => {
    expect(messageErrors({ title: ' ', message: '' })).toEqual({
      title: 'Title is required',
      message: 'Message is required',
    })
    expect(
      Object.keys(messageErrors({ title: 'x'.repeat(101), message: 'y'.repeat(2001) })),
    ).toEqual(['title', 'message'])
    expect(messageErrors({ title: 'x'.repeat(100), message: 'y'.repeat(2000) })).toEqual({})
  })
})
