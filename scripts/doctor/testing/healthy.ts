import pg from 'pg'
import type { Defaults } from '../../../supabase/local/src/migrate/base'
import { databaseUrl, readPasswords } from '../../../supabase/local/src/postgres/secrets'
import { openScratchDatabase } from '../../../supabase/local/src/scratch-database'

/** A project in which the doctor finds no faults. */
export interface Healthy {
  /** A superuser's connection, for faults that the project's owner cannot cause. */
  client: pg.Client
  /** The connection address for the role `postgres`. */
  url: string
  close(): Promise<void>
}

/** Opens a project with all migrations, an administrator, a worker that has just run, and these default privileges. */
export async function openHealthy(defaults: Defaults): Promise<Healthy> {
  const { dir, url, close } = await openScratchDatabase({ defaults })
  const port = Number(new URL(url).port)
  const client = new pg.Client(databaseUrl('supabase_admin', readPasswords(dir), port))
  await client.connect()
  await client.query(`
    insert into auth.users (id, email) values (gen_random_uuid(), 'ada@example.org');
    update public.profiles set role = 'ADMIN';
    update private.motor set turned_at = now(), mailed_at = now()`)
  return {
    client,
    url,
    async close() {
      await client.end()
      await close()
    },
  }
}
