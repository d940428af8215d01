import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that goes when the test that asked for it has finished. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'rookies-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
