import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { freePort } from '../free-port'
import { localAnonKey, localJwtSecret, localServiceKey } from '../gateway/local-keys'
import { type Backend, startBackend } from '../main'
import { makeDataDir } from './cluster'
import { tinyProject } from './tiny-project'

/** Two people, each with a folder. */
export const ada = '0f0f0f0f-0000-4000-8000-00000000000a'
export const bob = '0f0f0f0f-0000-4000-8000-00000000000b'

/**
 * Each person has a folder in the private bucket `own` and in the public bucket `shown`. The bucket `restricted` accepts
 * only small pictures whose metadata name Ada.
 */
const FILES = `
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
        ('own', 'own', false, 1000000, array['text/plain', 'image/png']),
        ('shown', 'shown', true, null, null),
        ('restricted', 'restricted', false, null, null)
        on conflict do nothing;
      create policy own_select on storage.objects for select to authenticated
        using (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text);
      create policy restricted_insert on storage.objects for insert to authenticated
        with check (bucket_id = 'restricted' and metadata ->> 'mimetype' like 'image/%'
          and (metadata ->> 'contentLength')::int <= 1000 and user_metadata ->> 'by' = 'ada');
      create policy own_bucket on storage.buckets for select to authenticated using (id = 'own');
      create policy own_insert on storage.objects for insert to authenticated
        with check (bucket_id in ('own', 'shown') and (storage.foldername(name))[1] = auth.uid()::text);
      create policy own_update on storage.objects for update to authenticated
        using (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text)
        with check (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text);
      create policy own_delete on storage.objects for delete to authenticated
        using (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text);
`

/** Returns a person's token. */
export const tokenOf = (sub: string) =>
  new SignJWT({ sub, role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(localJwtSecret))

/** Returns the headers of a person, or of a visitor (null). */
export const headersOf = async (person: string | null) => ({
  apikey: localAnonKey,
  authorization: `Bearer ${person === null ? localAnonKey : await tokenOf(person)}`,
})

/** Starts a project with storage for a test file. Before each test, all files and all buckets but the three are removed. */
export function useStorageProject() {
  let backend: Backend
  let dir: string

  const start = async (port: number) => {
    const [dataDir, supabaseDir] = [join(dir, 'data'), join(dir, 'supabase')]
    backend = await startBackend({ dataDir, port, supabaseDir })
  }
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'rookies-storage-'))
    makeDataDir(dir)
    tinyProject(dir, { 'migrations/001_files.sql': FILES })
    await start(await freePort())
  })
  afterAll(async () => {
    await backend?.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  const url = () => `${backend.url}/storage/v1`
  /** Returns a client with the secret key. */
  const project = () =>
    new StorageClient(url(), {
      apikey: localServiceKey,
      authorization: `Bearer ${localServiceKey}`,
    })
  const inFolder = (...path: string[]) => join(backend.dataDir, 'storage', ...path)

  beforeEach(async () => {
    const { data: buckets, error } = await project().listBuckets()
    if (error) throw error
    for (const { id } of buckets) {
      await project().emptyBucket(id)
      if (!['own', 'shown', 'restricted'].includes(id)) await project().deleteBucket(id)
    }
  })

  return {
    url,
    project,
    /** Returns a client of a person, or of a visitor (null). */
    as: async (person: string | null) => new StorageClient(url(), await headersOf(person)),
    inFolder,
    /** Lists the files in the data folder: objects, files that are being received, and unfinished uploads. */
    onDisk: (folder: 'objects' | 'incoming' | 'resumable') => readdirSync(inFolder(folder)),
    /** Drops a policy while a function runs. */
    async withoutPolicy(name: string, act: () => Promise<void>) {
      const owner = new pg.Client(backend.databaseUrl('postgres'))
      await owner.connect()
      try {
        await owner.query(`alter policy ${name} on storage.objects to service_role`)
        await act()
      } finally {
        await owner.query(`alter policy ${name} on storage.objects to authenticated`)
        await owner.end()
      }
    },
    async restart() {
      const { port } = backend
      await backend.stop()
      await start(port)
    },
  }
}
