import { at } from '../../doctor/ask'
import { askManagement } from '../../doctor/management-api'
import type { Step } from '../step'
import type { Target } from '../target'

/** The functions, each as one file. */
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
  const answer = await askManagement(target.owner, '/functions')
  const list: unknown[] = Array.isArray(answer) ? answer : []
  return [...(await target.bundles())].flatMap(([name, file]): [string, string][] => {
    const found = list.find((one) => at(one, ['slug']) === name)
    if (!found) return [[name, 'is not deployed']]
    if (at(found, ['status']) !== 'ACTIVE') return [[name, 'is not active']]
    if (at(found, ['verify_jwt']) !== false) return [[name, 'refuses callers before it runs']]
    const entry = String(at(found, ['entrypoint_path']))
    return entry.endsWith(`/${file}`) ? [] : [[name, 'is deployed in another version']]
  })
}
