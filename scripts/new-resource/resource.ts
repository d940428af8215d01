import type { Role, Wanted } from './arguments'
import type { Field } from './field'
import type { Reference } from './references'
import { camel, kebab, pascal, spaced } from './words'

/** A resource with all names that the templates need. */
export interface Resource extends Wanted {
  references: readonly Reference[]
  /** The first text field that is not optional; its value is the name of a record. */
  name: Field
  /** The unique field, if any. */
  unique: Field | undefined
  /** Names in code: `Coupon`, `coupon`, `COUPON`, and `coupons` in camel case. */
  type: string
  variable: string
  constant: string
  variables: string
  /** Names of folders and files: `coupons` and `coupon`. */
  folder: string
  file: string
  /** Names on screens: `coupon` and `coupons`. */
  words: { one: string; many: string }
  /** The numeric prefix of the migration. */
  stamp: string
  /** A role of the back-office without the right to read this resource; null if there is none. */
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

/** Returns the reference of a field; undefined if its type is not `ref`. */
export const referenceOf = (field: Field, { references }: Resource) =>
  references.find((reference) => reference.field === field)

/** Returns whether a role may read the resource; staff may do everything that members may do. */
const mayRead = ({ read }: Wanted, role: Role) => read.includes(role) || read.includes('MEMBER')

/** Returns whether these roles include this one; every role has the rights of members. */
export const includesRole = (roles: readonly Role[], role: Role) =>
  roles.includes(role) || roles.includes('MEMBER')

/**
 * Returns the number of a new migration, which must be greater than all others: the current time in UTC or, if a
 * migration has a later one, a minute after that.
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
