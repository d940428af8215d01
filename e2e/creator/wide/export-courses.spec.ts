import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '../../support/fixtures'
import { origin, type Person } from '../../support/world'

/** Runs a command; throws if the command fails. */
async function command(name: string, { email, password }: Person, ...args: string[]) {
  const script = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, name, ...args, '--url', origin()],
    { env: { ...process.env, ROOKIES_EMAIL: email, ROOKIES_PASSWORD: password } },
  )
  return stdout
}

test('a creator backs up their own courses by one command, and restores each by an import', async ({
  world,
}) => {
  // Each command starts its own Node.js process.
  await world.sql('update public.settings set creators_admin_panel = true')
  const creator = await world.person({ role: 'CREATOR' })
  const [published, draft, others] = [
    await world.course({ title: 'Knots' }),
    await world.course({ title: 'Ropes: a draft', status: 'DRAFT' }),
    await world.course(),
  ]
  await world.sql('update public.courses set created_by_id = $1 where id = any ($2)', [
    creator.id,
    [published.id, draft.id],
  ])
  const folder = await mkdtemp(join(tmpdir(), 'rookies-backup-'))
  try {
    const said = await command('export-courses', creator, folder)
    expect(said).toContain('2 courses: 2 written, 0 replaced, 0 failed.')
    expect(said).not.toContain(others.slug)
    expect((await readdir(folder)).sort()).toEqual([published.slug, draft.slug].sort())
    const back = await command('import-course', creator, join(folder, published.slug), '--dry-run')
    expect(back).toContain('1 module, 3 lessons: 0 created, 0 updated, 3 unchanged.')
    expect(back).not.toContain('could not be taken')

    // Overwrites a lesson, so that the import has something to restore.
    await world.sql(`update public.lessons set content = 'Spoilt' where id = $1`, [
      draft.lessons.text,
    ])
    expect(await command('import-course', creator, join(folder, draft.slug))).toContain('1 updated')
    expect(
      await world.sql(
        `select l.content, c.status from public.lessons l, public.courses c where l.id = $1 and c.id = $2`,
        [draft.lessons.text, draft.id],
      ),
    ).toEqual([{ content: expect.stringContaining('Why we read'), status: 'DRAFT' }])

    expect(await command('export-courses', creator, folder, '--replace')).toContain(
      '2 courses: 0 written, 2 replaced, 0 failed.',
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
