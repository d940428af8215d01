import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder that is removed at the end of the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'rookies-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
