import { randomUUID } from 'node:crypto'
import { assignmentText, parseAssignmentPart } from '@rookies/data/assignments/assignment-part'
import { parseKept } from '@rookies/data/assignments/my-assignment'
import { parseWorkDraft } from '@rookies/data/assignments/my-draft'
import { parseWork } from '@rookies/data/assignments/queue'
import { parseResult } from '@rookies/data/assignments/result'
import { parseDraft } from '@rookies/data/assignments/review-work'
import { parseRound } from '@rookies/data/assignments/round'
import { parseRubric } from '@rookies/data/assignments/rubric'
import { fieldChanges } from '@rookies/data/audit/audit-record'
import type { Json } from '@rookies/data/database.gen'
import { parseExerciseVersion } from '@rookies/data/exercises/edit-exercise'
import { parseFiles, parseHints } from '@rookies/data/exercises/exercise-part'
import { parseRun } from '@rookies/data/exercises/exercise-run'
import { parseKeptCode } from '@rookies/data/exercises/my-exercise'
import { list, object } from '@rookies/data/json'
import { expect, test } from 'vitest'
import { useDatabase } from './database'
import { assignments } from './scenes/assignments'

// What the database stores as JSON can be read by the apps (rules/data#stored-json).
const db = useDatabase()
const { task, group, waiting, look, workOf } = assignments(db)

interface Column {
  /** A value that the column accepts. */
  sample: Json
  /** Reads a value as the apps do; throws if it cannot be read. */
  read: (stored: Json) => unknown
}

const at = '2026-12-15T10:00:00+00:00'
const id = randomUUID()
const files = [{ path: 'main.js', text: 'let a' }]
const levels = [
  { title: 'Not yet', points: 0, meaning: 'Not there' },
  { title: 'Met', points: null },
]
const rubric = [{ id, title: 'It works', essential: true, levels }]
const work = {
  text: 'Tea',
  url: '',
  repo_url: '',
  note: '',
  code: [{ name: 'a.js', body: 'let a' }],
  files: [{ path: `${id}/tea.txt`, name: 'tea.txt', bytes: 10 }],
}
const round = (change: object) =>
  parseRound({
    ...{
      id,
      round: 1,
      submitted_at: at,
      late: false,
      commit_sought: false,
      second_opinion: false,
      ...change,
    },
  })
const whole = (change: object) => {
  const read = round(change)
  if (read.unreadable) throw new Error('A part of the round was left out.')
  return read
}
const review = (change: object) =>
  round({
    ...{
      review: {
        id,
        verdict: 'AGAIN',
        levels: {},
        rubric,
        published_at: at,
        remarks: [],
        ...change,
      },
    },
  })

const CODE: Column = { sample: files, read: parseFiles }
const HINTS: Column = { sample: [{ after: 2, text: 'Look again' }], read: parseHints }
const RECORD: Column = { sample: { title: 'Tea' }, read: (json) => fieldChanges(json, json) }

const RESULT = {
  ...{
    id,
    verdict: 'FAIL',
    sha: 'a'.repeat(40),
    commit_url: 'https://github.com/a/b',
    suite: 'tea',
  },
  ...{ tests: 1, failed: 1, missing: [], received_at: at, run_url: 'https://github.com/a/b' },
}

const COLUMNS: Record<string, Column> = {
  'private.exercise_keys.files': CODE,
  'private.exercise_keys.hints': HINTS,
  'private.exercise_keys.problems': {
    sample: [{ file: 'main.js', line: 3, message: 'No' }],
    read: (problems) =>
      parseExerciseVersion({
        version: 1,
        proved_version: null,
        proof: { state: 'REFUSED', problems },
      }),
  },
  'private.exercise_keys.solution': CODE,
  'public.audit_logs.after': RECORD,
  'public.audit_logs.before': RECORD,
  'public.exercise_drafts.files': CODE,
  'public.exercise_drafts.kept': {
    sample: [{ files, revision: id, updated_at: at }],
    read: parseKeptCode,
  },
  'public.exercise_runs.files': CODE,
  'public.exercise_runs.results': {
    sample: [
      {
        name: 'adds',
        ok: false,
        problem: { message: 'No', expected: '1', actual: '2', path: 'main.js', line: 1, column: 2 },
      },
      { name: 'hides', ok: true, hidden: true },
    ],
    read: (results) =>
      parseRun({
        id,
        no: 1,
        version: 1,
        created_at: at,
        verified_at: at,
        verdict: 'FAIL',
        results,
        claimed: null,
      }),
  },
  'public.exercises.files': CODE,
  'public.exercises.hints': HINTS,
  'public.lesson_versions.assignment': {
    sample: {
      accepts: ['TEXT'],
      due_day: 3,
      due_time: '18:00',
      late: 'SHUT',
      cutoff_days: 2,
      blind: false,
      rubric,
    },
    read: (json) => assignmentText(parseAssignmentPart(json)),
  },
  'public.repository_results.results': {
    sample: [{ name: 'pours', ok: false, skipped: true, message: 'No tea', ms: 1.5 }],
    read: (results) => parseResult({ ...RESULT, results }),
  },
  'public.review_drafts.body': {
    sample: {
      verdict: 'PASS',
      levels: { [id]: 1 },
      comment: 'Good',
      remarks: [{ key: 'k', path: null, line_from: 1, line_to: 2, body: 'Here' }],
    },
    read: parseDraft,
  },
  'public.reviews.levels': { sample: { [id]: 1 }, read: (json) => review({ levels: json }) },
  'public.reviews.rubric': { sample: rubric, read: (json) => review({ rubric: json }) },
  'public.rubric_criteria.levels': {
    sample: levels,
    read: (json) => parseRubric([{ id, title: 'It works', essential: false, levels: json }]),
  },
  'public.submission_drafts.body': { sample: work, read: parseWorkDraft },
  'public.submission_drafts.kept': {
    sample: [{ body: work, revision: id, updated_at: at }],
    read: parseKept,
  },
  'public.submission_rounds.code': { sample: work.code, read: (code) => whole({ code }) },
  'public.submission_rounds.files': {
    sample: work.files,
    read: (given) => whole({ files: given }),
  },
}

/** JSON that only functions of the database read. */
const READ_IN_THE_DATABASE: Record<string, string> = {
  'private.behind_people.facts': 'made of ids and moments by find_behind(), shown by behind_view()',
  'private.bulk_pieces.result': 'made and answered by the same function',
  'private.exports.filter': 'texts by which export_source() narrows what the same person exports',
  'private.import_undos.before': 'made and read by the import',
  'private.purchase_events.result': 'made and answered by record_purchase_event()',
  'private.withheld_records.record':
    'the columns of a record, put back when the review is published',
  'private.sent_lessons.listed': 'checked when it is imported, by check_import()',
}

test('every JSON column has a reader', async () => {
  const rows = await db.owner(
    `select n.nspname || '.' || c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r' and a.attnum > 0 and a.atttypid in ('jsonb'::regtype, 'json'::regtype)`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(COLUMNS), ...Object.keys(READ_IN_THE_DATABASE)].sort(),
  )
})

/** The values, as JSON, that replace each value of the sample. The database replaces @long by 600,000 letters. */
const HOSTILE = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1.5',
    '7',
    '-1e300',
    '1e400',
    '1e131071',
    '0e-16383',
    '2147483648',
  ],
  ...['"NaN"', '""', '" "', '"\\ud800"', '"\\udc00x"', '"\\u0000"', '"__proto__"', '"@long"'],
  ...[
    '[]',
    '[null]',
    '[[]]',
    '{}',
    '{"toString": {}}',
    '{"__proto__": {}}',
    '{"path": {}, "path": 1}',
  ],
  `${'['.repeat(300)}${']'.repeat(300)}`,
]

/** Returns copies of the sample as JSON; each has one value replaced in one of these ways. */
function hostile(sample: Json): string[] {
  const found: string[] = []
  const walk = (value: Json, whole: (part: string) => string) => {
    found.push(...HOSTILE.map(whole))
    if (Array.isArray(value)) {
      const texts = value.map((item) => JSON.stringify(item))
      found.push(
        whole(`[${Array(1200).fill(texts[0]).join()}]`),
        whole(`[${[...texts, ...texts]}]`),
      )
      for (const [index, item] of value.entries()) {
        walk(item, (part) => whole(`[${texts.with(index, part)}]`))
      }
    } else if (typeof value === 'object' && value !== null) {
      const parts = Object.entries(value).map(([key, part]) => [
        JSON.stringify(key),
        JSON.stringify(part),
      ])
      const text = (pairs: (string | undefined)[][]) =>
        whole(`{${pairs.map((pair) => pair.join(':'))}}`)
      found.push(text([...parts, ['"extra"', '{}']]))
      found.push(
        text(
          parts.flatMap(([key, part]) => [
            [key, '{"twice": 1}'],
            [key, part],
          ]),
        ),
      )
      found.push(text([...parts, ...Array.from({ length: 1200 }, (_, no) => [`"k${no}"`, '1'])]))
      for (const [index, [key, part = 'null']] of parts.entries()) {
        found.push(text(parts.toSpliced(index, 1)))
        walk(JSON.parse(part), (changed) => text(parts.with(index, [key ?? '', changed])))
      }
    }
  }
  walk(sample, (part) => part)
  return found
}

test.each(Object.entries(COLUMNS))(
  '%s: the apps can read every value that the database accepts',
  async (name, { sample, read }) => {
    const [schema, table, column] = name.split('.')
    let taken: Json[] = []
    await db.transaction(async (client) => {
      // The test table has the same constraints, but neither the other columns nor the triggers.
      await client.query(
        `create temp table probe (like ${schema}.${table} including constraints) on commit drop;
       do $do$ declare one text; begin
         for one in select attname from pg_attribute where attrelid = 'probe'::regclass and attnum > 0 and attnotnull loop
           execute format('alter table probe alter column %I drop not null', one);
         end loop;
       end $do$;
       create or replace function pg_temp.store(given text[]) returns void language plpgsql as $do$
       declare one text; begin
         foreach one in array given loop
           begin
             insert into probe (${column}) values (replace(one, '@long', repeat('x', 600000))::jsonb);
           exception when others then
           end;
         end loop;
       end $do$`,
      )
      await client.query('select pg_temp.store($1)', [[JSON.stringify(sample), ...hostile(sample)]])
      const { rows } = await client.query(`select ${column} as stored from probe`)
      taken = rows.map(({ stored }) => stored)
    })
    expect(taken[0]).toEqual(JSON.parse(JSON.stringify(sample)))
    for (const stored of taken) {
      expect(() => read(stored), JSON.stringify(stored)?.slice(0, 500)).not.toThrow()
    }
  },
)

test('a round whose files cannot be read is refused', async () => {
  const member = await db.person()
  const of = await task({ accepts: ['TEXT', 'FILE'] })
  await group(of, [member])
  const good = { path: `${randomUUID()}/tea.txt`, name: 'tea.txt', bytes: 10 }
  for (const change of [
    { name: {} },
    { bytes: -1e300 },
    { bytes: '10' },
    { path: [] },
    { name: null },
  ]) {
    const refused = await db.call(member, 'submit_round', {
      lesson_id: of.lesson,
      operation_id: randomUUID(),
      text: 'Tea',
      files: JSON.stringify([{ ...good, ...change }]),
    })
    expect(refused, JSON.stringify(change)).toMatchObject({ code: 'PT422', hint: 'files' })
  }
})

test('unreadable work from before this check is marked in the queue, can be opened, and can be returned', async () => {
  const { coach, mia, lesson, id: submission } = await waiting()
  await db.transaction(async (client) => {
    const form = 'submission_rounds_files_form'
    await client.query(
      `alter table public.submission_rounds drop constraint ${form}, disable trigger user`,
    )
    await client.query(
      `update public.submission_rounds set files = '[{"name": {}, "bytes": -1e300}]' where submission_id = $1`,
      [submission],
    )
    await client.query(
      `alter table public.submission_rounds enable trigger user,
         add constraint ${form} check (private.is_handed_files(files)) not valid`,
    )
  })
  const filter = JSON.stringify({ lesson_id: lesson })
  const queue = object((await db.answer(coach, 'review_queue', { filter })) as Json)
  const rows = list(queue.rows).map(parseWork)
  expect(rows.filter(({ unreadable }) => unreadable).map((row) => row.id)).toEqual([submission])
  const shown = object((await look(coach, submission)) as Json)
  const [first = null] = list(shown.rounds)
  expect(parseRound(first)).toMatchObject({ unreadable: true, files: [] })
  await db.answer(coach, 'publish_review', {
    round_id: String(object(first).id),
    verdict: 'AGAIN',
    comment: 'A part of this work could not be read. Please hand it in once more.',
  })
  expect(await workOf(mia, lesson)).toMatchObject({ state: 'RETURNED' })
})
