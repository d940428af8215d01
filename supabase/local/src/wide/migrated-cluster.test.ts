import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScratchDatabase } from '../scratch-database'
import { ask } from '../testing/older-data'
import { temporaryFolder } from '../testing/temporary-folder'
import { tinyProject } from '../testing/tiny-project'

test('a new migration is applied to a copy of the database that the earlier migrations made', async () => {
  const supabaseDir = tinyProject(temporaryFolder(), {
    'migrations/1_first.sql': 'create table public.t as select gen_random_uuid() as id',
  })
  const rows = async () => {
    const { url, close } = await openScratchDatabase({ supabaseDir })
    return ask(url, 'select * from public.t').finally(close)
  }
  const [first] = await rows()
  writeFileSync(
    join(supabaseDir, 'migrations/2_second.sql'),
    'alter table public.t add column two int',
  )
  expect(await rows()).toEqual([{ ...first, two: null }])
  expect(await rows()).toEqual([{ ...first, two: null }])
})
