import { examine } from '../../doctor/examine'
import { environmentOf } from '../production-environment'
import { lacksIn, type Step } from '../step'
import type { Target } from '../target'

/** The check for an administrator is left out, because nobody has an account before the first sign-up. */
const NEEDS_PERSON = 'administrators'

/** Compares the whole project with this repository, at the end. */
export const doctor = (target: Target): Step => ({
  name: 'doctor',
  plan: 'look at everything',
  async look() {
    // The settings name a project, so nothing on this machine is examined.
    const findings = await examine(await environmentOf(target), { dataDir: '', port: 0 })
    return lacksIn(findings.filter(({ about }) => about !== NEEDS_PERSON))
  },
})
