import { type Field, formName, LONGEST } from '../field'
import type { Resource } from '../resource'
import { sample } from '../samples'
import { spaced, withArticle } from '../words'

/** Returns the names that the form's module exports. */
export const formNames = ({ type, variable, constant }: Resource) => ({
  values: `${type}FormValues`,
  empty: `EMPTY_${constant}_FORM`,
  valuesOf: `${variable}FormValues`,
  errors: `${variable}FormErrors`,
  columns: `${variable}Columns`,
})

/** `libs/data`: the type of the form's values, their checks, and their conversion to columns. */
export function formFile(resource: Resource): string {
  const { type, variable, file, fields, one } = resource
  const names = formNames(resource)
  const lines = (lineOf: (field: Field) => string) => fields.map(lineOf).join('\n')
  const body = `/** The values of the form of ${withArticle(one)}: texts as typed, and '' or null for an empty field. */
export interface ${names.values} {
${lines((field) => valueType(field, resource))}
}

/** The values of an empty form. */
export const ${names.empty}: ${names.values} = {
${lines((field) => `${formName(field)}: ${emptyValue(field)},`)}
}

/** Returns the form's values for ${withArticle(one)}. */
export function ${names.valuesOf}(${variable}: ${type}): ${names.values} {
  return {
${lines((field) => `${formName(field)}: ${formValue(field, `${variable}.${field.column}`)},`)}
  }
}

/** Returns the errors of the form by field; empty if it can be saved. */
export function ${names.errors}(form: ${names.values}): Partial<Record<keyof ${names.values}, string>> {
  const errors: Partial<Record<keyof ${names.values}, string>> = {}
${fields.map(checks).filter(Boolean).join('\n')}
  return errors
}

/** Returns the columns to store: trimmed, with null for an empty field. */
export function ${names.columns}(form: ${names.values}) {
  return {
${lines((field) => `${field.column}: ${stored(field)},`)}
  }
}
`
  const imports = [
    ['isWebLink', '../links/web-link'],
    ['cents', '../money'],
    ['characterCount', '../records/limits'],
  ].filter(([name]) => body.includes(`${name}(`))
  const most = body.includes('MAX_NUMBER')
    ? '\n/** The largest whole number that a column takes. */\nconst MAX_NUMBER = 2_147_483_647\n'
    : ''
  return `${imports.map(([name, from]) => `import { ${name} } from '${from}'\n`).join('')}import type { ${type} } from './${file}'
${most}
${body}`
}

function valueType(field: Field, { type }: Resource): string {
  const types: Record<Field['type'], string> = {
    text: 'string',
    longtext: 'string',
    int: 'number | null',
    money: 'string',
    bool: 'boolean',
    date: 'string',
    timestamptz: 'string | null',
    url: 'string',
    enum: `${field.optional ? `NonNullable<${type}['${field.column}']>` : `${type}['${field.column}']`} | ''`,
    ref: 'string | null',
  }
  const about = field.type === 'money' ? '/** In US dollars: `49`, `49.90`. */\n' : ''
  return `${about}${formName(field)}: ${types[field.type]}`
}

function emptyValue({ type }: Field): string {
  if (type === 'bool') return 'false'
  return type === 'int' || type === 'timestamptz' || type === 'ref' ? 'null' : "''"
}

/** Returns the code of the form's value; `value` is the code of the record's value. */
function formValue({ type, optional }: Field, value: string): string {
  if (type === 'money') {
    const typed = `(${value} / 100).toFixed(2)`
    return optional ? `${value} === null ? '' : ${typed}` : typed
  }
  const isText = ['text', 'longtext', 'url', 'date', 'enum'].includes(type)
  return isText && optional ? `${value} ?? ''` : value
}

/** Returns the code that checks a field by the same rules as the table. */
function checks(field: Field): string {
  const { label, optional, type } = field
  const name = formName(field)
  const value = `form.${name}`
  const typed = `${value}.trim()`
  const found: [condition: string, message: string][] = []
  if (!optional && type !== 'bool') {
    const isNull = type === 'int' || type === 'timestamptz' || type === 'ref'
    const isChosen = type === 'date' || type === 'enum'
    const empty = isNull ? `${value} === null` : `${isChosen ? value : typed} === ''`
    found.push([empty, `${label} is required`])
  }
  const unlessEmpty = (condition: string) =>
    optional ? `${typed} !== '' && ${condition}` : condition
  if (type === 'text' || type === 'longtext') {
    const most = LONGEST[type].toLocaleString('en-US')
    found.push([
      `characterCount(${typed}) > ${LONGEST[type]}`,
      `${label} must be at most ${most} characters`,
    ])
  }
  if (type === 'url') {
    found.push([
      unlessEmpty(`!isWebLink(${typed})`),
      'Enter a full address that begins with https://',
    ])
  }
  if (type === 'int')
    found.push([
      `Math.abs(${optional ? `${value} ?? 0` : value}) > MAX_NUMBER`,
      `${label} is too large`,
    ])
  if (type === 'money') {
    found.push([
      unlessEmpty(`(cents(${value}, 'USD') ?? Number.POSITIVE_INFINITY) > MAX_NUMBER`),
      'Please enter an amount, such as 49 or 49.90',
    ])
  }
  return found
    .map(
      ([condition, message], at) =>
        `${at > 0 ? 'else ' : ''}if (${condition}) errors.${name} = '${message}'`,
    )
    .join('\n')
}

/** Returns the code of the stored value of a column. */
function stored(field: Field): string {
  const value = `form.${formName(field)}`
  const orNull = field.optional ? ' || null' : ''
  switch (field.type) {
    case 'text':
    case 'longtext':
    case 'url':
      return `${value}.trim()${orNull}`
    case 'date':
    case 'enum':
      return `${value}${orNull}`
    case 'money':
      return `cents(${value}, 'USD')`
    default:
      return value
  }
}

const ID = '00000000-0000-4000-8000-000000000001'

/** The unit test of the form's checks and conversions. */
export function formTest(resource: Resource): string {
  const { type, variable, file, fields, references, one } = resource
  const { empty, valuesOf, errors, columns } = formNames(resource)
  const value = (field: Field) => JSON.stringify(field.type === 'ref' ? ID : sample(field, 1))
  const row = fields.map((field) => `${field.column}: ${value(field)},`)
  const embedded = references.map(({ as, title }) => `${as}: { id: '${ID}', ${title}: 'A name' },`)
  const needed = fields
    .filter(({ optional, type }) => !optional && type !== 'bool')
    .map((field) => `${formName(field)}: '${field.label} is required',`)
  const unset = fields.filter(({ optional }) => optional).map(({ column }) => `${column}: null,`)
  const emptied =
    unset.length === 0
      ? ''
      : `
test('an empty field of the form is stored as null', () => {
  expect(${columns}(${empty})).toMatchObject({ ${unset.join(' ')} })
})
`
  return `import { expect, test } from 'vitest'
import type { ${type} } from './${file}'
import { ${[columns, empty, errors, valuesOf].join(', ')} } from './${file}-form'

const stored = {
  ${row.join('\n  ')}
} as const

const ${variable}: ${type} = {
  ...stored,
  id: '${ID}',
  ${[...embedded, "created_at: '2026-10-01T09:00:00+00:00',", "updated_at: '2026-10-01T09:00:00+00:00',"].join('\n  ')}
}

test('an empty form of ${withArticle(spaced(one))} names the fields that are required', () => {
  expect(${errors}(${empty})).toEqual({ ${needed.join(' ')} })
})

test('the form stores an unchanged record as it was', () => {
  const values = ${valuesOf}(${variable})
  expect(${errors}(values)).toEqual({})
  expect(${columns}(values)).toEqual(stored)
})
${emptied}`
}
