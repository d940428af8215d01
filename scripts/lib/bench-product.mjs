import { buildWhatChanged } from './build.mjs'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function benchProduct() {
  return runMain(async () => {
    installWhatIsMissing()
    buildWhatChanged()
    const { bench } = await load('scripts/bench/bench.ts')
    await bench()
  })
}
