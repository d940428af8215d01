import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { unixLines } from '../line-endings'

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is a record: neither a list nor a single value. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In: a text of YAML, or of JSON, which is YAML too. Out: what it says; undefined for what is neither. */
export function yamlData(text: string): unknown {
  try {
    return parseDocument(unixLines(text), { logLevel: 'silent', uniqueKeys: false }).toJS({
      maxAliasCount: 100,
    })
  } catch {
    return undefined
  }
}

/** In: a text of TOML. Out: what it says; undefined for what is none. */
export function tomlData(text: string): unknown {
  try {
    return parseToml(unixLines(text))
  } catch {
    return undefined
  }
}
