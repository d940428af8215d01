import type { Role, Wanted } from './arguments'
import type { Field } from './field'
import type { Reference } from './references'
import { camel, kebab, pascal, spaced } from './words'

/** A resource as the templates write it down. */
export interface Resource extends Wanted {
  references: readonly Reference[]
  /** The first text that is not optional: what a record is called by. */
  name: Field
  /** The one that is unique, if any. */
  unique: Field | undefined
  /** `Coupon`, `coupon`, `COUPON`, `coupons` (camel case): what code calls it. */
  type: string
  variable: string
  constant: string
  variables: string
  /** `coupons`, `coupon`: what folders and files are called. */
  folder: string
  file: string
  /** What people read: `coupon`, `coupons`. */
  words: { one: string; many: string }
  /** The first digits of the migration. */
  stamp: string
  /** Roles that enter the admin panel, and may not read it; null where all of them may. */
  stranger: Role | null
}

export function describeResource(
  wanted: Wanted,
  references: readonly Reference[],
  stamp: string,
): Resource {
  const name = wanted.fields.find(({ type, optional }) => type === 'text' && !optional)
  if (!name) throw new Error('A resource without a name was let through.')
  return {
    ...wanted,
    references,
    name,
    unique: wanted.fields.find(({ unique }) => unique),
    type: pascal(wanted.one),
    variable: camel(wanted.one),
    constant: wanted.one.toUpperCase(),
    variables: camel(wanted.table),
    folder: kebab(wanted.table),
    file: kebab(wanted.one),
    words: { one: spaced(wanted.one), many: spaced(wanted.table) },
    stamp,
    stranger: (['MODERATOR', 'CREATOR'] as const).find((role) => !mayRead(wanted, role)) ?? null,
  }
}

/** What every member may do, staff may too. */
const mayRead = ({ read }: Wanted, role: Role) => read.includes(role) || read.includes('MEMBER')

/** Whether these roles include one that may, as the gate counts them. */
export const holds = (roles: readonly Role[], role: Role) =>
  roles.includes(role) || roles.includes('MEMBER')

/**
 * The number of a new migration: this moment in UTC, or a minute after the last one where that says later,
 * for a migration never sorts before one that is there.
 */
export function stampAfter(names: readonly string[], now: Date): string {
  const last = names
    .filter((name) => /^\d{14}_/.test(name))
    .sort()
    .at(-1)
    ?.slice(0, 14)
  const digits = (date: Date) => date.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  if (last === undefined || digits(now) > last) return digits(now)
  const [, y, mo, d, h, mi, s] = /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(last) ?? []
  const after = new Date(
    Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi) + 1, Number(s)),
  )
  return digits(after)
}
