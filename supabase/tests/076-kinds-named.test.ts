import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { INBOX_KINDS } from '@rookies/data/inbox/inbox-kinds'
import { BEHIND_REASONS } from '@rookies/data/library/behind'
import { beforeAll, describe, expect, test } from 'vitest'
import { BY_SERVICES, RUNS } from '../functions/tick/deliver-due-mails'
import { MAIL_TEMPLATES } from '../functions/tick/mails'
import { morning } from '../functions/tick/mails/morning'
import { reminder } from '../functions/tick/mails/reminder'
import { type Person, useDatabase } from './database'

// A function that compares only some values of a list treats a new value like one of the others, and nothing fails. So
// each such function has to name every value, or this file lists the values that it does not have to name. In the apps,
// tsc checks the same (docs/architecture.md, "To add a value to a list").
const db = useDatabase()

/** Functions of the database, each with the values that it does not have to name. */
type Places = Record<string, readonly string[]>

/** The functions and files for each list, by the name that docs/architecture.md gives to one of its values. */
const LISTS: Record<string, { list: string; places: Places }> = {
  'kind of inbox row': {
    list: 'inbox_kind',
    places: {
      'private.can_have_inbox_row': [],
      'private.inbox_version': [],
      'private.inbox_row_words': [],
      'private.morning_rows': [],
    },
  },
  'reason to have fallen behind': {
    list: 'behind_reason',
    places: {
      'private.find_behind': [],
      'private.behind_words': [],
      'private.tell_behind': [],
      'private.behind_view': ['SILENT', 'NOT_STARTED', 'MISSED_DUES', 'RETURNED_TWICE'],
      'private.export_cohort_members': ['NOT_ANSWERED'],
      // These reasons end when the person does something, so the function need not check them.
      'private.no_longer_behind': ['MISSED_DUES', 'RETURNED_TWICE', 'NOT_ANSWERED'],
      'private.recheck_behind': ['SILENT', 'NOT_STARTED'],
    },
  },
  'kind of reminder': {
    list: 'reminder_kind',
    places: { 'private.person_reminders': [], 'private.reminder_words': [] },
  },
  'verdict of a review': {
    list: 'review_verdict',
    places: {
      'private.end_waiting': [],
      'private.tell_of_verdict': [],
      'private.check_levels': ['AGAIN'],
      'private.due_review_mail': ['AGAIN'],
      'private.export_reviews': ['AGAIN'],
      'public.withdraw_review': ['AGAIN'],
      'private.find_behind': ['PASS'],
      // The tests of a commit pass the work, and never return it.
      'private.pass_by_tests': ['AGAIN'],
    },
  },
  'verdict of a run': {
    list: 'run_verdict',
    places: {
      'private.end_run': ['FAIL', 'ERROR'],
      'public.hand_in_run': ['PASS', 'FAIL', 'ERROR'],
      'public.settle_run': ['PASS', 'FAIL', 'ERROR'],
      'public.exercise_figures': ['PENDING', 'PASS', 'ERROR'],
      // A commit is judged at once, or not at all.
      'private.judge_tests': ['PENDING', 'ERROR'],
      'private.with_tested_commit': ['PENDING', 'PASS', 'ERROR'],
      'public.lesson_repositories': ['PENDING', 'ERROR'],
      'public.settle_repository_result': ['PENDING', 'PASS', 'ERROR'],
    },
  },
  'state of work': {
    list: 'submission_state',
    places: {
      'private.add_round': [],
      'private.end_waiting': ['WAITING'],
      'private.export_reviews': [],
      'public.publish_review': ['RETURNED', 'PASSED'],
      'public.review_queue': [],
      'public.my_week': [],
      'public.my_news': ['WAITING'],
      'private.find_behind': ['WAITING', 'PASSED'],
      'private.lesson_figures': ['RETURNED'],
      'public.assignment': ['WAITING', 'RETURNED'],
      'public.ask_extension': ['WAITING', 'RETURNED'],
      'private.open_extension_requests': ['WAITING', 'RETURNED'],
      'public.withdraw_review': ['RETURNED', 'PASSED'],
    },
  },
  'kind of work': {
    list: 'work_kind',
    places: {
      'private.check_work': [],
      // Blind assignments take no work that names its owner.
      'private.save_assignment': ['TEXT', 'CODE', 'FILE'],
    },
  },
  'effect of tests': {
    list: 'tests_do',
    places: {
      'private.pass_by_tests': ['SHOW', 'GATE'],
      // The other effects need names of tests.
      'private.save_assignment': ['GATE', 'PASS'],
      'private.with_tested_commit': ['SHOW', 'PASS'],
      'public.settle_repository_result': ['SHOW', 'PASS'],
    },
  },
  'late rule': {
    list: 'late_rule',
    places: {
      'private.check_assignment': [],
      'private.save_assignment': ['MARKED'],
      'private.person_dues': ['MARKED'],
      'public.my_news': ['MARKED'],
    },
  },
  'type of lesson': {
    list: 'lesson_content_type',
    places: {
      'public.check_course': [],
      'private.button_completes': ['ASSIGNMENT'],
      // The other types have no table of their own.
      'private.course_version': ['VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK'],
      'private.hard_lessons': ['VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK'],
      'public.course_outline': ['FILE', 'TEXT', 'EXTERNAL_LINK'],
    },
  },
  'audience of a question': {
    list: 'question_audience',
    places: {
      // These functions show nothing to an audience that they do not name.
      'private.questions_for': ['STAFF'],
      'private.readers_of_question': ['STAFF'],
      'private.reads_question': ['STAFF'],
      'public.lesson_questions': ['STAFF'],
      'public.questions_like': ['STAFF'],
      'public.my_news': ['STAFF'],
      'public.ask_question': ['STAFF'],
      'public.merge_questions': ['EVERYONE'],
      'public.questions_to_merge': ['EVERYONE'],
      'private.leave_work': ['EVERYONE', 'STAFF'],
    },
  },
  'state of a question': {
    list: 'question_state',
    places: {
      'private.refresh_question': [],
      'private.question_state_now': ['OPEN', 'ANSWERED'],
      'public.answer_question': ['OPEN', 'ANSWERED'],
      'public.reopen_question': ['ANSWERED', 'CLOSED'],
    },
  },
}

/** The values of each list in the database. */
const values: Record<string, readonly string[]> = {}
/** The source of each function, without comments; of functions with the same name together. */
const sources: Record<string, string> = {}
let admin: Person

beforeAll(async () => {
  const enums = await db.owner(
    `select t.typname as name, array_agg(e.enumlabel::text) as labels from pg_type t join pg_enum e on e.enumtypid = t.oid
     where t.typnamespace = 'public'::regnamespace group by 1`,
  )
  for (const { name, labels } of enums) values[String(name)] = labels as string[]
  const functions = await db.owner(
    `select pronamespace::regnamespace || '.' || proname as name, string_agg(regexp_replace(prosrc, '--[^\n]*', '', 'g'), '') as source
     from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) group by 1`,
  )
  for (const { name, source } of functions) sources[String(name)] = String(source)
  const [known] = await db.owner(
    `select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '[A-Z_]+(?='')', 'g') m) as reasons
     from pg_constraint where conname = 'cohort_clearings_reason_known'`,
  )
  values.behind_reason = known?.reasons as string[]
  const [reminders] = await db.owner(
    `select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '[A-Z_]+(?='')', 'g') m) as kinds
     from pg_constraint where conname = 'reminders_kind_known'`,
  )
  values.reminder_kind = reminders?.kinds as string[]
  admin = await db.person({ role: 'ADMIN' })
  const inbox = (await db.answer(admin, 'staff_inbox', {})) as { counts: Record<string, number> }
  values.inbox_kind = Object.keys(inbox.counts)
})

const valuesOf = (list: string) => [...(values[list] ?? [])].sort()

/** Returns the row of docs/architecture.md that is about a list. */
function rowOf(words: string): string {
  const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  return page.split('\n').find((line) => line.startsWith(`| ${words} `)) ?? ''
}

describe.each(Object.entries(LISTS))('a %s', (words, { list, places }) => {
  test.each(Object.entries(places))('%s knows each value', (place, others) => {
    const named = valuesOf(list).filter((value) => sources[place]?.includes(`'${value}'`))
    expect([...named, ...others].sort()).toEqual(valuesOf(list))
  })

  test('docs/architecture.md names these functions', () => {
    const row = rowOf(words)
    const absent = Object.keys(places).filter(
      (place) => !row.includes(`\`${place.replace(/^\w+\./, '')}()\``),
    )
    expect(absent).toEqual([])
  })
})

// Only for these lists, because values of the others also occur elsewhere with another meaning.
test.each(['reason to have fallen behind', 'verdict of a review'])(
  'each function that names a %s is listed here',
  (words) => {
    const listed = Object.values(LISTS).flatMap(({ places }) => Object.keys(places))
    const named = valuesOf(LISTS[words]?.list ?? '').map((value) => `'${value}'`)
    const naming = Object.entries(sources).filter(([, source]) =>
      named.some((value) => source.includes(value)),
    )
    expect(naming.map(([place]) => place).filter((place) => !listed.includes(place))).toEqual([])
  },
)

/** Constraints that have values of a list with another meaning, each with that meaning. */
const OTHER_MEANINGS: Record<string, string> = {
  // An assignment accepts texts and files, as kinds of work; lessons have types of the same names.
  lesson_versions_assignment_form: 'lesson_content_type',
}

/** The check constraints that name at least two values of a list, with the values that each names. */
async function constraintsOf(list: string) {
  const constraints = await db.owner(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'c' and connamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
  )
  return constraints
    .map(({ name, definition }) => ({
      name: String(name),
      named: valuesOf(list).filter((value) =>
        new RegExp(`['"]${value}['"]`).test(String(definition)),
      ),
    }))
    .filter(({ name, named }) => named.length >= 2 && OTHER_MEANINGS[name] !== list)
}

test('a constraint that names two values of a list names all of them', async () => {
  const partial: string[] = []
  for (const list of Object.keys(values)) {
    for (const { name, named } of await constraintsOf(list)) {
      const absent = valuesOf(list).filter((value) => !named.includes(value))
      if (absent.length > 0) partial.push(`${name} lacks ${absent} of ${list}`)
    }
  }
  expect(partial).toEqual([])
})

test('docs/architecture.md names the constraints that name values of a list', async () => {
  const absent: string[] = []
  for (const [words, { list }] of Object.entries(LISTS)) {
    for (const { name } of await constraintsOf(list)) {
      if (!rowOf(words).includes(`\`${name}\``)) absent.push(`${words}: ${name}`)
    }
  }
  expect(absent).toEqual([])
})

/** The moment by which a row of the morning mail has to be dealt with. */
const promised = { until: '2026-12-07T08:00:00Z', zone: 'UTC' }

describe('a kind of inbox row', () => {
  test('staff_inbox() counts each kind of row that it reads', () => {
    const read = [
      ...(sources['public.staff_inbox'] ?? '').matchAll(/private\.inbox_\w+(?=\(rights\))/g),
    ]
    const source = read.map(([name]) => sources[name]).join('\n')
    const made = [...source.matchAll(/private\.inbox_row\('(\w+)'|\('(\w+)', (?:work|appeals)\)/g)]
    expect(made.map(([, one, other]) => one ?? other).sort()).toEqual(valuesOf('inbox_kind'))
  })

  test('INBOX_KINDS of the apps has each kind', () => {
    expect([...INBOX_KINDS].sort()).toEqual(valuesOf('inbox_kind'))
  })

  test('the morning mail has a text for each kind', () => {
    for (const kind of valuesOf('inbox_kind')) {
      const content = { counts: { [kind]: 2 }, rows: [{ ...promised, kind, title: 'Tea' }] }
      const { preview, parts } = morning(content, 'https://example.test', 'https://example.test')
      expect(preview, kind).toMatch(/^2 [a-z]/)
      expect(JSON.stringify(parts), kind).not.toContain('"Row: Tea"')
    }
  })

  test('an unknown kind is in no inbox', async () => {
    const row = { kind: 'SURPRISE', subject_id: randomUUID() }
    const seen = { ...row, version: '1' }
    expect(await db.answer(admin, 'finish_inbox_row', seen)).toBe('')
    const until = new Date(Date.now() + 3_600_000)
    expect(await db.answer(admin, 'snooze_inbox_row', { ...seen, until })).toBe('')
    expect(await db.answer(admin, 'restore_inbox_row', row)).toBe('')
    expect(await db.answer(admin, 'inbox_colleagues', row)).toEqual([])
    const other = await db.person({ role: 'ADMIN' })
    expect(await db.call(admin, 'hand_over_inbox_row', { ...seen, to_id: other.id })).toMatchObject(
      {
        code: 'PT404',
        hint: 'NO_ROW',
      },
    )
    expect(await db.owner('select from private.inbox_marks where kind = $1', [row.kind])).toEqual(
      [],
    )
  })
})

test('a reason to have fallen behind: BEHIND_REASONS of the apps has each value, and the morning mail a text for each', () => {
  expect([...BEHIND_REASONS].sort()).toEqual(valuesOf('behind_reason'))
  const reasonOf = (reason: string) =>
    JSON.stringify(
      morning({ rows: [{ ...promised, kind: 'BEHIND', reasons: [reason] }] }, '', '').parts,
    )
  const words = valuesOf('behind_reason').map(reasonOf)
  expect(new Set([...words, reasonOf('ANOTHER')]).size).toBe(words.length + 1)
})

test('a kind of reminder: the mail has a text for each value', () => {
  for (const kind of valuesOf('reminder_kind')) {
    const thing = { kind, title: 'Tea', place: 'Cups', lessons: 1, when: 'Fri', path: '/app' }
    const [list] = reminder({ things: [thing] }, 'https://x', 'https://x').parts
    expect(JSON.stringify(list)).toMatch(/(Due|Opens|Begins) Fri/)
  }
})

describe('a kind of background job', () => {
  /** The kinds that have a function, because other tests add kinds without one. */
  const kinds = (condition: string) =>
    db.owner(
      `select substr(p.proname, 5) as kind from pg_proc p left join private.due_kinds k on 'due_' || k.kind = p.proname
       where p.pronamespace = 'private'::regnamespace and starts_with(p.proname, 'due_')
         and p.pronargs = 1 and p.proargtypes[0] = 'private.due_work'::regtype and ${condition} order by 1`,
    )

  test('due_kinds lists each kind, and whether the worker or the database does it', async () => {
    expect(await kinds(`k.mail is distinct from (p.prorettype = 'jsonb'::regtype)`)).toEqual([])
  })

  test('the worker has a function for each kind that is done outside of the database', async () => {
    const known = [...Object.keys({ ...MAIL_TEMPLATES, ...BY_SERVICES, ...RUNS })].sort()
    expect(await kinds('k.mail')).toEqual(known.map((kind) => ({ kind })))
  })

  test('runs_code() is true for each kind that runs code', async () => {
    const runs = Object.keys(RUNS).sort()
    expect(await kinds('private.runs_code(k.kind)')).toEqual(runs.map((kind) => ({ kind })))
  })
})
