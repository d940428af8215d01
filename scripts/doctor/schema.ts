import { differences } from '../../supabase/local/src/catalogue/differences'
import { PARTS } from '../../supabase/local/src/catalogue/parts'
import type { Catalogue } from '../../supabase/local/src/catalogue/read-catalogue'
import type { Thing } from '../../supabase/local/src/catalogue/thing'
import { differs, type Finding, MAX_SHOWN, ok } from './finding'

/**
 * What the migrations create: the least in a project without default privileges, as new projects are, and the most in
 * a project with them. The two differ only in the rights of service_role.
 */
export interface Plan {
  least: Catalogue
  most: Catalogue
}

/** Triggers that a hosted project may refuse; the migration says what is missing without them. */
const OPTIONAL = /^trigger rookies_(audit_login|audit_logout|audit_factor_\w+|mailbox_proved) /

/**
 * Returns one finding for each difference, at most `MAX_SHOWN` for each part, and a positive one for a part without
 * differences.
 * @param plan the objects that the migrations create
 */
export function compareSchemas(
  plan: Plan,
  actual: Catalogue,
  fileOf: (words: string) => string | undefined,
): Finding[] {
  const found = differences(plan.least, plan.most, actual)
  return Object.keys(PARTS).flatMap((about) => {
    const wrong = found
      .filter(({ part }) => part === about)
      .flatMap(({ wanted, found }) => sentence(wanted, found, fileOf) ?? [])
      .map((text) => differs(about, text.trim()))
    if (wrong.length === 0) {
      const whole = (actual[about] ?? []).filter(({ aspect }) => aspect === null)
      return [ok(about, whole.length > 0 ? `${whole.length} as expected` : 'none, as expected')]
    }
    const rest = wrong.length - MAX_SHOWN
    return [
      ...wrong.slice(0, MAX_SHOWN),
      ...(rest > 0 ? [differs(about, `${rest} more of this kind.`)] : []),
    ]
  })
}

/** Says what is wrong and how to repair it; undefined for a permitted difference. */
function sentence(
  wanted: Thing | null,
  found: Thing | null,
  fileOf: (words: string) => string | undefined,
): string | undefined {
  if (wanted === null) {
    return found?.drop ? `${found.name} is not expected. ${found.drop}` : undefined
  }
  const cure = (statement: string | null) => {
    const file = wanted.source && fileOf(wanted.source)
    if (!file) return statement ?? ''
    const bring = `ring it back to its definition in ${file}.`
    return statement ? `${statement}; then b${bring}` : `B${bring}`
  }
  if (found === null) {
    return OPTIONAL.test(wanted.name)
      ? undefined
      : `${wanted.name} is missing. ${cure(wanted.make)}`
  }
  const mend = cure(wanted.mend ?? wanted.make)
  if (found.state === wanted.state) return `${wanted.name} is not what the migrations make. ${mend}`
  const label = wanted.aspect === null ? wanted.name : `${wanted.aspect} of ${wanted.name}`
  return `${label} is "${found.state}", expected "${wanted.state}". ${mend}`
}
