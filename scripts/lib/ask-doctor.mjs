import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function askDoctor() {
  return runMain(async () => {
    installWhatIsMissing()
    const { backendEnvironment } = await load('supabase/local/src/cli.ts')
    const { examine } = await load('scripts/doctor/examine.ts')
    const { isRed, report } = await load('scripts/doctor/finding.ts')
    const findings = await examine(process.env, backendEnvironment(process.env))
    console.log(report(findings))
    if (isRed(findings)) process.exit(1)
  })
}
