import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { buildWhatChanged } from './build.mjs'
import { installWhatIsMissing } from './install.mjs'
import { root } from './root.mjs'

export function tryOtherBrowsers() {
  installWhatIsMissing()
  buildWhatChanged()
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(root, 'e2e/browsers/run.ts')],
    { cwd: root, stdio: 'inherit' },
  )
  process.exit(status ?? 1)
}
