import { examine } from '../../doctor/examine'
import { environmentOf } from '../production-environment'
import { findingsToLacks, type Step } from '../step'
import type { Target } from '../target'

/** This check is left out, because nobody has an account before the first sign-up. */
const NEEDS_PERSON = 'administrators'

/** Compares the whole project with this repository as the last step. */
export const doctor = (target: Target): Step => ({
  name: 'doctor',
  plan: 'look at everything',
  async look() {
    // The settings name a project, so the folder and the port on this machine are not used.
    const findings = await examine(await environmentOf(target), { dataDir: '', port: 0 })
    return findingsToLacks(findings.filter(({ about }) => about !== NEEDS_PERSON))
  },
})
