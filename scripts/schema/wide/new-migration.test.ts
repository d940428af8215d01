import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '../../../supabase/local/src/testing/older-data'
import { temporaryFolder } from '../../../supabase/local/src/testing/temporary-folder'
import { newMigration, schemaDifferences } from '../new-migration'

test('a migration that was written from a changed schema creates what the schema says', {
  timeout: 120_000,
}, async () => {
  const dir = temporaryFolder()
  for (const part of ['migrations', 'schema', 'config.toml']) {
    cpSync(join(projectDir, part), join(dir, part), { recursive: true })
  }
  const edit = (file: string, from: string, to: string) => {
    const path = join(dir, 'schema', file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(from)
    writeFileSync(path, text.replaceAll(from, to))
  }
  edit('shared.sql', 'left(typed, 100)', 'left(sought, 100)')
  edit('shared.sql', 'private.like_pattern(typed text)', 'private.like_pattern(sought text)')
  // A reworded comment needs no statement.
  edit('cohorts.sql', '-- Archived cohorts are listed', '-- Archived cohorts are listed (as ever)')
  edit('cohorts.sql', 'new.slug := btrim(new.slug)', 'new.slug := lower(btrim(new.slug))')
  edit('catalogue.sql', `enum ('DRAFT', 'PUBLISHED')`, `enum ('DRAFT', 'REVIEW', 'PUBLISHED')`)
  edit(
    'catalogue.sql',
    'create table public.courses (',
    `create table public.courses (\n  motto text,`,
  )
  edit(
    'learning.sql',
    'function public.library() to authenticated, service_role',
    'function public.library() to authenticated',
  )
  writeFileSync(
    join(dir, 'schema/exports.sql'),
    `create table public.memos (id uuid primary key, course_id uuid references public.courses);
alter table public.memos enable row level security;
comment on table public.memos is 'A note.';
create policy memos_select on public.memos for select to authenticated using ((select private.can('memos', 'read')));`,
    { flag: 'a' },
  )

  const now = new Date('2026-12-31T00:00:00Z')
  const { files, byHand } = await newMigration(dir, 'memos', { now, why: 'Notes to oneself.' })
  expect(byHand).toEqual([])
  expect(files.map((file) => basename(file))).toEqual([
    '20261231000000_memos_values.sql',
    '20261231000100_memos.sql',
  ])
  const [values = '', text = ''] = files.map((file) => readFileSync(file, 'utf8'))
  expect(values).toBe(`alter type public.course_status add value 'REVIEW' after 'DRAFT';\n`)
  expect(text).toMatch(/^-- Why: Notes to oneself\.\n/)
  expect(text).toContain('drop function private.like_pattern(text);\ncreate or replace function')
  expect(text).toContain('comment on function private.like_pattern(text) is')
  expect(text).toContain('alter table public.courses add column motto text;')
  expect(text).toContain('revoke EXECUTE on function public.library() from service_role;')
  expect(text).toMatch(/create table public\.memos \(id[\s\S]*create policy memos_select/)
  expect(text.match(/^create (or replace )?function/gm)).toHaveLength(2)
  expect(await schemaDifferences(dir)).toEqual([])
})
