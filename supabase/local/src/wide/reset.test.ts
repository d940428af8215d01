import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../free-port'
import { isAlive } from '../lock/processes'
import { readPostmaster } from '../postgres/postmaster-file'
import { reset } from '../reset'
import { runBackendProcess } from '../testing/backend-process'
import { makeDataDir } from '../testing/cluster'
import { temporaryFolder } from '../testing/temporary-folder'
import { tinyProject } from '../testing/tiny-project'
import { until } from '../testing/until'

test('deletes the data of a stopped backend, orphans included, and nothing else', async () => {
  const dir = temporaryFolder()
  const dataDir = makeDataDir(dir)
  const how = { dataDir, port: await freePort(), supabaseDir: tinyProject(dir) }
  const backend = await runBackendProcess(how)
  writeFileSync(join(dataDir, 'notes-of-mine.txt'), 'keep me')
  await expect(reset(dataDir)).rejects.toThrow(
    `Rookies is running at ${backend.url} (process ${backend.pid}) with this data folder. Stop it`,
  )

  const postgres = readPostmaster(dataDir)?.pid ?? 0
  backend.child.kill('SIGKILL')
  await backend.exited
  expect((await reset(dataDir)).sort()).toEqual(['database', 'files', 'logs', 'mail', 'passwords'])
  expect(readdirSync(dataDir)).toEqual(['notes-of-mine.txt'])
  await until('PostgreSQL is gone', () => !isAlive(postgres))

  const again = await runBackendProcess(how)
  expect(again.output()).toContain('ready at')
})
