import pg from 'pg'
import type { Defaults } from '../../../supabase/local/src/migrate/base'
import { databaseUrl, readPasswords } from '../../../supabase/local/src/postgres/secrets'
import { openScratchDatabase } from '../../../supabase/local/src/scratch-database'

/** A project as the doctor wants it. */
export interface Healthy {
  /** The superuser, who can break what a project's owner cannot. */
  client: pg.Client
  /** The address for the role `postgres`. */
  url: string
  close(): Promise<void>
}

/** With all migrations and an administrator, on a project that grants by itself what `defaults` says. */
export async function openHealthy(defaults: Defaults): Promise<Healthy> {
  const { dir, url, close } = await openScratchDatabase({ defaults })
  const port = Number(new URL(url).port)
  const client = new pg.Client(databaseUrl('supabase_admin', readPasswords(dir), port))
  await client.connect()
  await client.query(`
    insert into auth.users (id, email) values (gen_random_uuid(), 'ada@example.org');
    update public.profiles set role = 'ADMIN'`)
  return {
    client,
    url,
    async close() {
      await client.end()
      await close()
    },
  }
}
