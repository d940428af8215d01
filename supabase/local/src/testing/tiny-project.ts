import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Migration and seed files by their name in the `supabase` folder. */
type Files = Record<string, string>

const notes: Files = {
  'migrations/001_notes.sql': `
    create table public.notes (id bigint primary key, text text not null default '');
    revoke all on public.notes from anon, authenticated;
    grant select on public.notes to anon;
    grant all on public.notes to service_role;
  `,
  'seed.sql': "insert into public.notes values (1, 'from the seed');",
}

/** Writes a small `supabase` folder into `dir` and returns its path; by default with a table of notes. */
export function tinyProject(dir: string, files: Files = notes): string {
  const supabaseDir = join(dir, 'supabase')
  mkdirSync(join(supabaseDir, 'migrations'), { recursive: true })
  const templates = fileURLToPath(new URL('../../../templates', import.meta.url))
  cpSync(templates, join(supabaseDir, 'templates'), { recursive: true })
  const config = 'project_id = "tiny"\n\n[auth.email]\nenable_confirmations = true\n'
  const all: Files = { 'config.toml': config, ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(supabaseDir, name), text)
  return supabaseDir
}
