import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../../../functions/_shared/mail-layout.ts'
import type { TemplateVariables } from './index'

/** Reads the file at each call, so that a template can be edited while the backend runs. */
export function readTemplate(templatesDir: string, name: string): Promise<string> {
  return readFile(join(templatesDir, `${name}.html`), 'utf8')
}

/**
 * Fills in `{{ .Name }}` and `{{ .Data.key }}`, the part of Go's template language that the product's mails
 * use.
 *
 * @param form `html` escapes the values, for a body; `text` does not, for a subject
 * @throws Error for other expressions, so that a template that only a hosted project can read is noticed
 */
export function fillTemplate(
  template: string,
  variables: TemplateVariables,
  form: 'html' | 'text',
): string {
  return template.replace(/\{\{(.*?)\}\}/gs, (action, inner: string) => {
    const path = /^-?\s*\.(\w+(?:\.\w+)*)\s*-?$/.exec(inner)?.[1]
    const value = path === undefined ? undefined : lookUp(variables, path.split('.'))
    if (value === undefined)
      throw new Error(`A mail template has ${action}, which is not known here`)
    return form === 'html' ? escapeHtml(value) : value
  })
}

function lookUp(variables: TemplateVariables, path: string[]): string | undefined {
  const [name, ...keys] = path
  const found = Object.entries(variables).find(([key]) => key === name)?.[1]
  if (found === undefined) return undefined
  if (typeof found === 'string') return keys.length === 0 ? found : undefined
  // A missing value of a person's data is empty, and no error of the template.
  const value = keys.length === 1 ? found[keys[0] ?? ''] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
