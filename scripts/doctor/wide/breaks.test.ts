import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../../supabase/local/src/catalogue/read-catalogue'
import { scheduleStatements } from '../../hosted/schedule'
import { STAND_IN } from '../../hosted/testing/extensions'
import { examineConnected } from '../database'
import type { Finding } from '../finding'
import { schedule } from '../jobs'
import type { Plan } from '../schema'
import { BREAKS, WIDE_BREAKS } from '../testing/breaks'
import { type Healthy, openHealthy } from '../testing/healthy'

// Each test breaks a healthy project and expects the doctor to find the fault. An examination reads everything, so
// faults in different parts are examined together to save time.

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

/** Returns the findings that are not ok after a statement; the statement is rolled back. */
async function findingsAfter(
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

/** The faults in as few groups as possible. A group has at most one fault for each part. */
const groups: (typeof BREAKS)[] = []
for (const one of BREAKS) {
  const free = groups.find((group) => group.every(([, about]) => about !== one[1]))
  if (free) free.push(one)
  else groups.push([one])
}

test.each(['old', 'young'])(
  'the doctor finds no fault in a project with all migrations (%s)',
  async (kind) => {
    expect(await findingsAfter('select', kind === 'old' ? old : young)).toEqual([])
  },
)

test('the plan contains each part, and no object twice', () => {
  for (const [about, things] of Object.entries(plan.most)) {
    // Nothing is granted by default, and only the database itself uses sequences.
    const isClosed = ['default grants', 'grants on sequences'].includes(about)
    if (!isClosed) expect(things.length, about).toBeGreaterThan(1)
    const keys = things.map(({ name, aspect }) => `${name} ${aspect}`)
    expect(new Set(keys).size, about).toBe(keys.length)
  }
})

test('the rights of visitors and members are the same in old and new projects', () => {
  for (const part of ['tables', 'columns', 'functions', 'sequences', 'schemas']) {
    const names = (schema: Plan['least']) =>
      (schema[`grants on ${part}`] ?? [])
        .map(({ name }) => name)
        .filter((name) => /for (anon|authenticated)$/.test(name))
        .sort()
    expect(names(plan.least), part).toEqual(names(plan.most))
  }
})

describe('doctor', () => {
  test.each(groups.map((group) => ({ parts: group.map(([, about]) => about).join(', '), group })))(
    'the doctor reports one fault in each of these parts, and no other: $parts',
    async ({ group }) => {
      const red = await findingsAfter(group.map(([statement]) => statement).join('; '))
      for (const [, about, sentence] of group) {
        expect(sentences(red)).toContainEqual(expect.stringContaining(`${about}: ${sentence}`))
      }
      const parts = red.map(({ state, about }) => `${state} ${about}`)
      expect(parts.sort()).toEqual(group.map(([, about]) => `differs ${about}`).sort())
    },
  )

  test.each(
    WIDE_BREAKS.map((group) => ({ group, statement: group.map(([one]) => one).join('; ') })),
  )(
    'the doctor reports the fault that this statement causes: $statement',
    async ({ group, statement }) => {
      const red = await findingsAfter(statement, old, { as: 'supabase_admin' })
      for (const [, sentence] of group) {
        expect(sentences(red)).toContainEqual(expect.stringContaining(sentence))
      }
      expect(red.some(({ state }) => state === 'differs')).toBe(true)
    },
  )

  test('the doctor reports a view that runs with the rights of its owner', async () => {
    const view = `create view public.mine with (security_invoker) as select * from public.notes; grant select on public.mine to authenticated`
    const { client } = old
    await client.query(`begin; set local role postgres; ${view}`)
    const both = await readCatalogue(client)
    await client.query('rollback')
    const before = plan
    plan = { least: both, most: both }
    try {
      expect(await findingsAfter(view)).toEqual([])
      const red = await findingsAfter(`${view}; alter view public.mine reset (security_invoker)`)
      expect(sentences(red)).toEqual([
        'tables: security_invoker of view public.mine is "false", expected "true". Run: alter view public.mine set (security_invoker = true)',
      ])
    } finally {
      plan = before
    }
  })

  test('the doctor reports a fault in a project without default privileges too', async () => {
    const red = await findingsAfter('grant select on public.profiles to anon', young)
    expect(sentences(red)).toEqual([
      'grants on tables: SELECT on public.profiles for anon is not expected. Run: revoke SELECT on public.profiles from anon',
    ])
  })

  test('the doctor accepts additional indexes, buckets and extensions, and missing triggers that hosted projects may refuse', async () => {
    const own = `create index speed on public.courses (title); insert into storage.buckets (id, name) values ('mine', 'mine');
      create extension citext with schema extensions; drop trigger rookies_audit_login on auth.sessions`
    expect(await findingsAfter(own, old, { as: 'supabase_admin' })).toEqual([])
  })

  test('the doctor lists a fault that occurs often in one part only a few times', async () => {
    const red = await findingsAfter(`delete from public.role_permissions where role = 'ADMIN'`)
    expect(red).toHaveLength(6)
    expect(red.at(-1)?.text).toMatch(/^\d+ more of this kind\.$/)
  })

  test('the doctor reports a check that cannot run as a failure, and runs the other checks', async () => {
    const red = await findingsAfter('alter function private.worker_stopped() rename to stopped')
    expect(red.map(({ state, about }) => `${state} ${about}`)).toContain('failed background jobs')
    expect(red.map(({ state, about }) => `${state} ${about}`)).toContain('differs functions')
  })

  test('the doctor refuses to examine as a role that does not own the schema', async () => {
    const { client } = old
    await client.query('begin; set local role authenticated')
    const findings = await examineAll(client)
    await client.query('rollback')
    expect(findings.filter(({ state }) => state === 'failed').map(({ text }) => text)).toContain(
      'DATABASE_URL logs in as authenticated. Take the address for postgres.',
    )
  })
})

describe('doctor and the jobs of pg_cron', () => {
  const deploy = scheduleStatements({ project, tickSecret: 'long' })
  // The stand-in for pg_cron already exists and cannot be created as an extension.
  const run = async (client: Healthy['client'], statements = deploy) => {
    for (const { text, values } of statements) {
      if (!text.startsWith('create extension')) await client.query(text, values)
    }
  }
  const look = (client: Healthy['client']) => schedule(client, project)
  const JOB = `insert into cron.job_run_details (jobid, status, return_message, end_time) select jobid`
  const WORK = 'background jobs, by pg_cron'
  const MAILS = 'due emails, by pg_cron'
  const PURGE = 'history of jobs, by pg_cron'
  const SEE = 'See docs/deploy.md, Schedule the worker.'

  /** Schedules the worker as a deployment does, runs `act` as the superuser, and undoes both. */
  async function scheduled<T>(act: (client: Healthy['client']) => Promise<T>): Promise<T> {
    const { client } = old
    await client.query(`begin; ${STAND_IN}; set local role postgres`)
    try {
      await run(client)
      await client.query('reset role')
      return await act(client)
    } finally {
      await client.query('rollback')
    }
  }

  test.each([
    ['select', []],
    [
      `${JOB}, 'failed', 'long ago', now() - interval '1 day' from cron.job; ${JOB}, 'succeeded', 'DO', now() from cron.job`,
      [],
    ],
    [
      `update cron.job set command = replace(command, 'run_due_work', 'run_nothing')`,
      [`${WORK}: No job calls private.run_due_work(). ${SEE}`],
    ],
    [
      `update cron.job set active = false where jobname = 'worker'`,
      [`${WORK}: Its job is switched off. ${SEE}`, `${MAILS}: Its job is switched off. ${SEE}`],
    ],
    [
      `update cron.job set schedule = '0 * * * *' where jobname = 'worker'`,
      [WORK, MAILS].map(
        (about) => `${about}: Its job runs at "0 * * * *", not each minute. ${SEE}`,
      ),
    ],
    [
      `update cron.job set command = replace(command, '/tick', '/tock')`,
      [`${MAILS}: No job calls the function tick. ${SEE}`],
    ],
    [
      `${JOB}, 'failed', 'permission denied', now() from cron.job where jobname = 'worker'`,
      [WORK, MAILS].map(
        (about) => `${about}: Its job's last run failed: permission denied. ${SEE}`,
      ),
    ],
    [
      `insert into cron.job (jobname, schedule, command) values ('due mails', '* * * * *', 'select net.http_post(''${project}/functions/v1/tick'', headers := ''{"authorization": "Bearer long"}'')')`,
      [`${MAILS}: The secret is written in its job, and belongs into Vault as tick_secret. ${SEE}`],
    ],
    [
      `delete from cron.job where jobname = 'purge of job runs'`,
      [`${PURGE}: No job purges cron.job_run_details, which grows without end. ${SEE}`],
    ],
    [
      `update cron.job set active = false where jobname = 'purge of job runs'`,
      [`${PURGE}: Its job is switched off. ${SEE}`],
    ],
    [
      `delete from vault.secrets where name = 'tick_secret'`,
      [`Vault: It has no tick_secret, which the worker's job reads. ${SEE}`],
    ],
    [
      'delete from vault.secrets',
      [`Vault: It has no tick_secret and no project_url, which the worker's job reads. ${SEE}`],
    ],
    [
      `update vault.secrets set secret = 'https://xyz.supabase.co' where name = 'project_url'`,
      [`Vault: Its project_url is xyz.supabase.co, and the project is at abc.supabase.co. ${SEE}`],
    ],
    [
      'drop schema vault cascade',
      [`Vault: The extension is not enabled, so no job can read the worker's secret. ${SEE}`],
    ],
    [
      'drop schema net cascade',
      [`pg_net: The extension is not enabled, so no job can call tick. ${SEE}`],
    ],
  ])('the doctor finds the fault after: %s', async (statement, red) => {
    const found = await scheduled(async (client) => {
      await client.query(`${statement}; set local role postgres`)
      return look(client)
    })
    expect(sentences(found.filter(({ state }) => state !== 'ok'))).toEqual(red)
    expect(JSON.stringify(found)).not.toMatch(/Bearer|"long"/)
  })

  test('the doctor accepts the schemas of pg_cron, and examines its jobs with everything else', async () => {
    const red = await scheduled(async (client) => {
      await client.query(`delete from vault.secrets; set local role postgres`)
      return (await examineAll(client)).filter(({ state }) => state !== 'ok')
    })
    expect(sentences(red)).toEqual([
      `Vault: It has no tick_secret and no project_url, which the worker's job reads. ${SEE}`,
    ])
  })

  test('scheduling the worker again changes only new values, removes old jobs, and turns on jobs that were turned off', async () => {
    await scheduled(async (client) => {
      const state = async () => {
        const { rows } = await client.query(`
          select jobid::text as id, jobname as name, schedule, command, active::text as rest from cron.job
          union all select id::text, name, secret, description, updated_at::text from vault.secrets order by 2`)
        return rows
      }
      const first = await state()
      await run(client)
      expect(await state()).toEqual(first)

      await client.query(`update cron.job set active = false; insert into cron.job (jobname, schedule, command)
        values ('due work', '* * * * *', 'select 1'), ('due mails', '* * * * *', 'select 1'), ('own', '0 0 * * *', 'select 1')`)
      await run(client, scheduleStatements({ project: `${project}/`, tickSecret: 'longer' }))
      const { rows } = await client.query('select jobname, active from cron.job order by 1')
      expect(rows).toEqual(
        ['own', 'purge of job runs', 'worker'].map((jobname) => ({ jobname, active: true })),
      )
      expect((await state()).filter((row) => !first.some(({ id }) => id === row.id))).toEqual([
        expect.objectContaining({ name: 'own' }),
      ])
      const secrets = await client.query('select name, secret from vault.secrets order by 1')
      expect(secrets.rows).toEqual([
        { name: 'project_url', secret: project },
        { name: 'tick_secret', secret: 'longer' },
      ])
    })
  })

  const request = {
    url: `${project}/functions/v1/tick`,
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer long' },
    timeout_milliseconds: 90_000,
  }
  const failing = (body: string) =>
    `create or replace function private.run_due_work(how_many integer default 50) returns integer language plpgsql as $$ begin ${body} end $$`

  test.each([
    ['both parts', 'select', true, [request]],
    ['the mails of a part that fails', failing(`raise 'broken';`), false, [request]],
    [
      'the mails of a part that takes longer than a statement may',
      `set local statement_timeout = '200ms'; ${failing('perform pg_sleep(60); return 1;')}`,
      false,
      [request],
    ],
    ['the other part without Vault', 'delete from vault.secrets', true, []],
    ['the other part without pg_net', 'drop function net.http_post', true, []],
  ])("the worker's job does %s", async (_, statement, turned, requests) => {
    await scheduled(async (client) => {
      await client.query(
        `update private.motor set turned_at = now() - interval '1 hour'; ${statement}`,
      )
      const { rows } = await client.query(`select command from cron.job where jobname = 'worker'`)
      await client.query('set local role postgres')
      await client.query(rows[0]?.command)
      const motor = await client.query('select turned_at = now() as turned from private.motor')
      expect(motor.rows).toEqual([{ turned }])
      expect((await client.query('select * from net.http_request_queue')).rows).toEqual(requests)
    })
  })

  test('the daily job removes job runs that are older than three days', async () => {
    await scheduled(async (client) => {
      await client.query(`insert into cron.job_run_details (status, start_time, end_time) values
        ('old', now() - interval '73 hours', now() - interval '73 hours'), ('stopped', now() - interval '73 hours', null),
        ('new', now() - interval '71 hours', now() - interval '71 hours'), ('running', now(), null)`)
      const { rows } = await client.query(
        `select command from cron.job where jobname like 'purge%'`,
      )
      await client.query('set local role postgres')
      await client.query(rows[0]?.command)
      const left = await client.query('select status from cron.job_run_details order by 1')
      expect(left.rows).toEqual([{ status: 'new' }, { status: 'running' }])
    })
  })
})

test('the statements that schedule the worker contain no values in their text', () => {
  const statements = scheduleStatements({ project, tickSecret: 'long' })
  expect(statements.map(({ text }) => text).join()).not.toMatch(/long|abc/)
})
