import type { TestDatabase } from '../database'

/** Changes settings, and returns a function that restores them and the description that probes change. */
export async function turnSwitches(
  db: TestDatabase,
  switches: Readonly<Record<string, boolean>>,
): Promise<() => Promise<unknown>> {
  const names = [...Object.keys(switches), 'site_description']
  const before = (await db.owner('select * from public.settings'))[0] ?? {}
  const write = (row: Record<string, unknown>) =>
    db.owner(
      `update public.settings set ${names.map((name, i) => `${name} = $${i + 1}`).join(', ')}`,
      names.map((name) => row[name]),
    )
  await write({ ...before, ...switches })
  return () => write(before)
}
