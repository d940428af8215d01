import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../../supabase/local/src/catalogue/read-catalogue'
import { examineConnected } from '../database'
import { schedule } from '../due-work'
import type { Finding } from '../finding'
import type { Plan } from '../schema'
import { BREAKS, WIDE_BREAKS } from '../testing/breaks'
import { type Healthy, openHealthy } from '../testing/healthy'

// Each test breaks a healthy project, finds the fault and repairs it. An examination reads everything, so that breaks of
// different parts are examined together.

let old: Healthy
let young: Healthy
let plan: Plan
const project = 'https://abc.supabase.co'

beforeAll(async () => {
  ;[old, young] = await Promise.all([openHealthy('everything'), openHealthy('nothing')])
  plan = { least: await readCatalogue(young.client), most: await readCatalogue(old.client) }
})
afterAll(async () => {
  await Promise.all([old?.close(), young?.close()])
})

const examineAll = (client: Healthy['client']) =>
  examineConnected(client, async () => plan, project)

/** Returns the red findings after the statement has run; the statement is rolled back. */
async function redBy(
  statement: string,
  { client }: Healthy = old,
  { as = 'postgres', look = examineAll } = {},
): Promise<Finding[]> {
  await client.query('begin')
  try {
    await client.query(`set local role ${as}; ${statement}; set local role postgres`)
    return (await look(client)).filter(({ state }) => state !== 'ok')
  } finally {
    await client.query('rollback')
  }
}

const sentences = (findings: Finding[]) => findings.map(({ about, text }) => `${about}: ${text}`)

/** The breaks in as few groups as possible, of which each has at most one break of each part. */
const groups: (typeof BREAKS)[] = []
for (const one of BREAKS) {
  const free = groups.find((group) => group.every(([, about]) => about !== one[1]))
  if (free) free.push(one)
  else groups.push([one])
}

test.each(['old', 'young'])(
  'every check of an %s project with all migrations is ok',
  async (kind) => {
    expect(await redBy('select', kind === 'old' ? old : young)).toEqual([])
  },
)

test('the plan contains each part, and nothing twice', () => {
  for (const [about, things] of Object.entries(plan.most)) {
    // Nothing is granted by default, and only the database uses sequences.
    const isClosed = ['default grants', 'grants on sequences'].includes(about)
    if (!isClosed) expect(things.length, about).toBeGreaterThan(1)
    const keys = things.map(({ name, aspect }) => `${name} ${aspect}`)
    expect(new Set(keys).size, about).toBe(keys.length)
  }
})

test('the rights of visitors and members do not depend on the kind of project', () => {
  for (const part of ['tables', 'columns', 'functions', 'sequences', 'schemas']) {
    const names = (schema: Plan['least']) =>
      (schema[`grants on ${part}`] ?? [])
        .map(({ name }) => name)
        .filter((name) => /for (anon|authenticated)$/.test(name))
        .sort()
    expect(names(plan.least), part).toEqual(names(plan.most))
  }
})

describe('a break', () => {
  test.each(groups.map((group) => ({ parts: group.map(([, about]) => about).join(', '), group })))(
    'of $parts is reported, and nothing else',
    async ({ group }) => {
      const red = await redBy(group.map(([statement]) => statement).join('; '))
      for (const [, about, sentence] of group) {
        expect(sentences(red)).toContainEqual(expect.stringContaining(`${about}: ${sentence}`))
      }
      const parts = red.map(({ state, about }) => `${state} ${about}`)
      expect(parts.sort()).toEqual(group.map(([, about]) => `differs ${about}`).sort())
    },
  )

  test.each(
    WIDE_BREAKS.map((group) => ({ group, statement: group.map(([one]) => one).join('; ') })),
  )('$statement is reported', async ({ group, statement }) => {
    const red = await redBy(statement, old, { as: 'supabase_admin' })
    for (const [, sentence] of group) {
      expect(sentences(red)).toContainEqual(expect.stringContaining(sentence))
    }
    expect(red.some(({ state }) => state === 'differs')).toBe(true)
  })

  test('of a view that runs with its owner’s rights is reported', async () => {
    const view = `create view public.mine with (security_invoker) as select * from public.notes; grant select on public.mine to authenticated`
    const { client } = old
    await client.query(`begin; set local role postgres; ${view}`)
    const both = await readCatalogue(client)
    await client.query('rollback')
    const before = plan
    plan = { least: both, most: both }
    try {
      expect(await redBy(view)).toEqual([])
      const red = await redBy(`${view}; alter view public.mine reset (security_invoker)`)
      expect(sentences(red)).toEqual([
        'tables: security_invoker of view public.mine is "false", expected "true". Run: alter view public.mine set (security_invoker = true)',
      ])
    } finally {
      plan = before
    }
  })

  test('of a project without default privileges is reported too', async () => {
    const red = await redBy('grant select on public.profiles to anon', young)
    expect(sentences(red)).toEqual([
      'grants on tables: SELECT on public.profiles for anon is not expected. Run: revoke SELECT on public.profiles from anon',
    ])
  })

  test('is not an additional index, bucket or extension, nor a missing trigger that hosted projects may refuse', async () => {
    const own = `create index speed on public.courses (title); insert into storage.buckets (id, name) values ('mine', 'mine');
      create extension citext with schema extensions; drop trigger rookies_audit_login on auth.sessions`
    expect(await redBy(own, old, { as: 'supabase_admin' })).toEqual([])
  })

  test('that occurs often in one part is listed only a few times', async () => {
    const red = await redBy(`delete from public.role_permissions where role = 'ADMIN'`)
    expect(red).toHaveLength(6)
    expect(red.at(-1)?.text).toMatch(/^\d+ more of this kind\.$/)
  })

  test('that prevents one check is a failure, and the other checks go on', async () => {
    const red = await redBy('alter function private.worker_stopped() rename to stopped')
    expect(red.map(({ state, about }) => `${state} ${about}`)).toContain('failed background jobs')
    expect(red.map(({ state, about }) => `${state} ${about}`)).toContain('differs functions')
  })

  test('is not a right of a role that does not belong to the API', async () => {
    const { client } = old
    await client.query('begin; set local role authenticated')
    const findings = await examineAll(client)
    await client.query('rollback')
    expect(findings.filter(({ state }) => state === 'failed').map(({ text }) => text)).toContain(
      'DATABASE_URL logs in as authenticated. Take the address for postgres.',
    )
  })
})

describe('pg_cron', () => {
  const url = 'https://abc.supabase.co/functions/v1/tick'
  const CRON = `
    create schema net;
    create schema cron;
    create table cron.job (jobid int, jobname text, schedule text, command text, active boolean);
    create table cron.job_run_details (jobid int, status text, return_message text, end_time timestamptz);
    insert into cron.job values
      (1, 'due work', '* * * * *', 'select private.run_due_work(500)', true),
      (2, 'due mails', '* * * * *', 'select net.http_post(''${url}'', headers := ''{"authorization": "Bearer long"}'')', true);
    insert into cron.job_run_details values (1, 'failed', 'long ago', now() - interval '1 day'), (1, 'succeeded', '1 row', now());
    grant usage on schema cron, net to postgres; grant select on all tables in schema cron to postgres`
  const WORK = 'background jobs, by pg_cron'
  const MAILS = 'due emails, by pg_cron'
  const SEE = 'See docs/deploy.md, Schedule the worker.'

  test.each([
    ['select', []],
    [
      'delete from cron.job where jobid = 1',
      [`${WORK}: No job calls private.run_due_work(). ${SEE}`],
    ],
    [
      'update cron.job set active = false where jobid = 1',
      [`${WORK}: Its job is switched off. ${SEE}`],
    ],
    [
      `update cron.job set schedule = '0 * * * *' where jobid = 2`,
      [`${MAILS}: Its job runs at "0 * * * *", not each minute. ${SEE}`],
    ],
    [
      `update cron.job set command = replace(command, 'long', '<TICK_SECRET>')`,
      [`${MAILS}: Its job still says <ref> or <TICK_SECRET>. ${SEE}`],
    ],
    [
      `update cron.job set command = replace(command, 'abc', 'xyz')`,
      [`${MAILS}: Its job calls xyz.supabase.co, and the project is at abc.supabase.co. ${SEE}`],
    ],
    [
      `insert into cron.job_run_details values (1, 'failed', 'permission denied', now() + interval '1 second')`,
      [`${WORK}: Its job's last run failed: permission denied. ${SEE}`],
    ],
    ['drop schema net', [`pg_net: The extension is not enabled, so no job can call tick. ${SEE}`]],
  ])('%s', async (statement, red) => {
    const look = (client: Healthy['client']) => schedule(client, project)
    const found = await redBy(`${CRON}; ${statement}`, old, { as: 'supabase_admin', look })
    expect(sentences(found)).toEqual(red)
    expect(JSON.stringify(found)).not.toContain('Bearer')
  })

  test('its schemas are no difference, and its jobs are examined with all else', async () => {
    const statement = `${CRON}; delete from cron.job where jobid = 2`
    const red = await redBy(statement, old, { as: 'supabase_admin' })
    expect(sentences(red)).toEqual([`${MAILS}: No job calls the function tick. ${SEE}`])
  })
})
