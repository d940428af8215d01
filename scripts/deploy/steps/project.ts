import { valueAt } from '../../doctor/ask'
import { askManagement } from '../../doctor/management-api'
import type { Step } from '../step'
import type { Target } from '../target'

const POSTGRES = /^17\./

/** Checks that the project runs and that its database answers. Only a person can create a project. */
export const project = (target: Target): Step => ({
  name: 'the project',
  plan: 'look at the project',
  isFirst: true,
  async look() {
    const answer = await askManagement(target.owner, '')
    const [status, version] = [
      valueAt(answer, ['status']),
      String(valueAt(answer, ['database', 'version'])),
    ]
    if (status !== 'ACTIVE_HEALTHY') {
      return [`It is ${status}, not ACTIVE_HEALTHY. Wait, or restore it in the dashboard.`]
    }
    await target.onDatabase((client) => client.query('select'))
    return POSTGRES.test(version)
      ? []
      : [`It has PostgreSQL ${version}, and 17 is needed: Project Settings, Infrastructure.`]
  },
})
