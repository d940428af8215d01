import { valueAt } from '../../doctor/ask'
import { askForList } from '../../doctor/management-api'
import { functionFault } from '../../doctor/owner'
import type { Step } from '../step'
import type { Target } from '../target'

/** Deploys the functions, each as one file. */
export const functions = (target: Target): Step => ({
  name: 'functions',
  plan: 'deploy the functions that are said above: supabase functions deploy',
  look: async () => (await lacking(target)).map(([name, what]) => `${name} ${what}.`),
  async act() {
    const names = (await lacking(target)).map(([name]) => name)
    const remote = `--remote=${target.owner.ref}`
    await target.cli(['functions', 'deploy', ...names, '--use-api', remote, '--yes'])
  },
})

async function lacking(target: Target): Promise<[name: string, what: string][]> {
  const list = await askForList(target.owner, '/functions')
  return [...(await target.bundles())].flatMap(([name, file]): [string, string][] => {
    const found = list.find((one) => valueAt(one, ['slug']) === name)
    const fault = functionFault(found)
    if (fault) return [[name, fault]]
    const entry = String(valueAt(found, ['entrypoint_path']))
    return entry.endsWith(`/${file}`) ? [] : [[name, 'is deployed in another version']]
  })
}
