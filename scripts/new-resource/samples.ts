import type { Field } from './field'
import type { Resource } from './resource'
import { spaced } from './words'

/** Returns the n-th example value of a field, as the table stores it; null for a ref, whose record is looked up. */
export function sample(field: Field, n: number): string | number | boolean | null {
  switch (field.type) {
    case 'text':
      return `${field.label} ${n}`
    case 'longtext':
      return `What there is to say, in a few words and in so many lines: ${n}.`
    case 'int':
      return n * 10
    case 'money':
      return n * 1990
    case 'bool':
      return n % 2 === 1
    case 'date':
      return `2027-0${n}-15`
    case 'timestamptz':
      return `2027-0${n}-15T09:00:00+00:00`
    case 'url':
      return `https://example.org/${spaced(field.name).replaceAll(' ', '-')}/${n}`
    case 'enum':
      return field.values[(n - 1) % field.values.length] ?? null
    case 'ref':
      return null
  }
}

/** Returns the SQL type of a column. */
export function sqlType(field: Field, { one }: Resource): string {
  const types: Record<Field['type'], string> = {
    text: 'text',
    longtext: 'text',
    url: 'text',
    int: 'integer',
    money: 'integer',
    bool: 'boolean',
    date: 'date',
    timestamptz: 'timestamptz',
    enum: `public.${one}_${field.name}`,
    ref: 'uuid',
  }
  return types[field.type]
}

export const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`

export function sqlSample(field: Field, n: number, resource: Resource): string {
  const value = sample(field, n)
  const literal = typeof value === 'string' ? sqlText(value) : String(value)
  return `${literal}::${sqlType(field, resource)}`
}
