import { parseArgs } from 'node:util'
import { PlainError } from '../../supabase/local/src/plain-error'
import { columnOf, FIELD_TYPES, type Field, MAY_BE_UNIQUE } from './field'
import { sentence, singular, spaced } from './words'

export const USAGE = `Usage: npm run new-resource -- <table> <field:type>... [options]
       npm run new-resource -- <table> --remove

Makes a resource: a table, who may do what with it, its screens, and the tests of all that. For instance

  npm run new-resource -- coupons code:text:unique course:ref:courses percent:int starts_at:timestamptz --menu "Coupons"

  <table>           a plural in small letters, such as coupons or discount_codes
  <field:type>      text, longtext, int, money (US dollars, kept in cents), bool, date, timestamptz, url,
                    enum:a|b (quoted: "kind:enum:open|closed"), ref:table; then :unique (one field at most)
                    and :optional.
                    The first text that is not optional is what a record is called by.

  --menu <text>     what the menu calls it; the table's name in words otherwise
  --one <word>      one of them, where that is not the plural without its end: --one person
  --read <ROLE,..>  who may read; ADMIN otherwise
  --write <ROLE,..> who may create, update and delete, and read; ADMIN otherwise
  --dry-run         say what would be written and write nothing
  --remove          take a resource that was never released back out
  --yes             do not ask before something is overwritten or removed`

const ROLES = ['ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER'] as const
export type Role = (typeof ROLES)[number]

/** The resource that the command line describes. */
export interface Wanted {
  table: string
  /** The singular, such as `coupon`. */
  one: string
  menu: string
  fields: Field[]
  read: Role[]
  write: Role[]
}

export interface Arguments {
  wanted: Wanted
  remove: boolean
  dryRun: boolean
  yes: boolean
}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const OPTIONS = {
  menu: text,
  one: text,
  read: text,
  write: text,
  'dry-run': flag,
  remove: flag,
  yes: flag,
  help: { ...flag, short: 'h' },
} as const

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/

/** Columns that every table has. */
const TAKEN = ['id', 'created_at', 'updated_at']

/** Reserved words of SQL. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc between both case cast check collate column constraint create cross
   current_date current_role current_time current_timestamp current_user default deferrable desc distinct do else end except
   exists false fetch for foreign from full grant group having ilike in initially inner intersect into is join lateral
   leading left like limit localtime natural not null offset on only or order outer overlaps placing primary references
   returning right select session_user similar some symmetric table then to trailing true union unique user using
   values variadic verbose when where window with`.split(/\s+/),
)

/** Parses the command line. Returns null for `--help`. @throws PlainError that says what to type instead */
export function readArguments(argv: string[]): Arguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  const [table, ...typed] = positionals
  if (!table) throw new PlainError(`Name the resource.\n\n${USAGE}`)
  if (!NAME.test(table) || RESERVED.has(table) || table.length > 40) {
    throw new PlainError(
      `${table} cannot be a table's name. Type a plural in small letters, such as discount_codes.`,
    )
  }
  if (values.remove && typed.length > 0) {
    throw new PlainError(
      `With --remove there are no fields: npm run new-resource -- ${table} --remove`,
    )
  }
  const one = values.one ?? singular(table)
  if (!NAME.test(one) || one === table) {
    throw new PlainError(`Name one of the ${spaced(table)}, such as --one person.`)
  }
  const write = rolesOf(values.write, '--write')
  return {
    wanted: {
      table,
      one,
      menu: menuOf(values.menu ?? sentence(table)),
      fields: values.remove ? [] : fieldsOf(typed),
      // A role that writes records must read them too, because a write that returns no row counts as denied.
      read: ROLES.filter(
        (role) => rolesOf(values.read, '--read').includes(role) || write.includes(role),
      ),
      write,
    },
    remove: values.remove,
    dryRun: values['dry-run'],
    yes: values.yes,
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    const [said = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new PlainError(`${said.replace(/\.$/, '')}.\n\n${USAGE}`)
  }
}

function menuOf(label: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} &-]{0,39}$/u.test(label)) return label
  throw new PlainError(
    `"${label}" cannot be used in the menu: up to 40 letters, digits and spaces.`,
  )
}

function rolesOf(typed: string | undefined, option: string): Role[] {
  const names = (typed ?? 'ADMIN').split(',')
  const unknown = names.find((name) => !ROLES.some((role) => role === name))
  if (unknown !== undefined) {
    throw new PlainError(
      `${option} names no role with "${unknown}". There are ${ROLES.join(', ')}.`,
    )
  }
  return ROLES.filter((role) => names.includes(role))
}

function fieldsOf(typed: string[]): Field[] {
  const fields = typed.map(fieldOf)
  if (!fields.some(({ type, optional }) => type === 'text' && !optional)) {
    throw new PlainError(
      'A record is called by its first text: name one that is not optional, such as title:text.',
    )
  }
  // Both must be unique, because the screens use the name `price`, and the table its column `price_cents`.
  const twice = [({ name }: Field) => name, ({ column }: Field) => column]
    .flatMap((of) => fields.map(of).filter((one, i, all) => all.indexOf(one) < i))
    .at(0)
  if (twice) throw new PlainError(`${twice} is named twice.`)
  const unique = fields.filter((field) => field.unique).map(({ name }) => name)
  if (unique.length > 1) {
    throw new PlainError(
      `Only one field can be unique, so that the form knows which one to blame: ${unique.join(' or ')}.`,
    )
  }
  return fields
}

function fieldOf(typed: string): Field {
  const [name = '', type = '', ...rest] = typed.split(':')
  const known = FIELD_TYPES.find((candidate) => candidate === type)
  if (!known) {
    throw new PlainError(
      `${typed}: "${type}" is not a type. The types are ${FIELD_TYPES.join(', ')}.`,
    )
  }
  const more = known === 'enum' || known === 'ref' ? rest.shift() : ''
  const unknown = rest.find((flag) => flag !== 'unique' && flag !== 'optional')
  if (unknown !== undefined) {
    throw new PlainError(`${typed}: what is "${unknown}"? A field can be :unique and :optional.`)
  }
  const field: Field = {
    name,
    type: known,
    unique: rest.includes('unique'),
    optional: rest.includes('optional'),
    values: known === 'enum' ? (more ?? '').split('|') : [],
    table: known === 'ref' ? (more ?? '') : '',
    column: columnOf(name, known),
    label: sentence(name),
  }
  const wrong = whatIsWrong(field)
  if (wrong) throw new PlainError(`${typed}: ${wrong}`)
  return field
}

function whatIsWrong({
  name,
  type,
  column,
  unique,
  optional,
  values,
  table,
}: Field): string | null {
  if (!NAME.test(name) || RESERVED.has(name) || name.length > 40) {
    return 'a field is called in small letters, and not by a word of SQL, such as starts_at.'
  }
  if (TAKEN.includes(column)) return `every table has ${column} already.`
  if (unique && !MAY_BE_UNIQUE.includes(type)) return `a ${type} cannot be unique.`
  if (optional && type === 'bool') return 'a bool is yes or no, and never left out.'
  if (type === 'enum' && !areValues(values)) {
    return 'an enum names two values or more, such as kind:enum:open|closed.'
  }
  if (type === 'ref' && !NAME.test(table)) return 'a ref names a table, such as course:ref:courses.'
  return null
}

function areValues(values: readonly string[]): boolean {
  return (
    values.length > 1 &&
    new Set(values).size === values.length &&
    values.every((value) => /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(value))
  )
}
