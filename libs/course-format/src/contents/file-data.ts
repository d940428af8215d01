import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { unixLines } from '../reading/text-lines'

export type Fields = Readonly<Record<string, unknown>>

/** Returns whether a value is a record, not a list or a single value. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses YAML, or JSON, which is YAML too; undefined for an invalid text. */
export function yamlData(text: string): unknown {
  try {
    return parseDocument(unixLines(text), { logLevel: 'silent', uniqueKeys: false }).toJS({
      maxAliasCount: 100,
    })
  } catch {
    return undefined
  }
}

/** Parses TOML; undefined for an invalid text. */
export function tomlData(text: string): unknown {
  try {
    return parseToml(unixLines(text))
  } catch {
    return undefined
  }
}
