import { type Field, formName, LONGEST } from '../field'
import { type Resource, referenceOf } from '../resource'
import { spaced, valueInWords, withArticle } from '../words'
import { formNames } from './form'

/** The file with the fields of the form. */
export function fields(resource: Resource): string {
  const { type, folder, file, fields: all, words } = resource
  const { errors, values } = formNames(resource)
  const body = all.map((field) => item(field, resource)).join('\n')
  const isUsed = (name: string) => new RegExp(`<${name}[ .<]`).test(body)
  const parts: readonly [name: string, from: string][] = [
    ['MomentControl', '../../kit/moment-control'],
    ['NumberControl', '../../kit/number-control'],
    ['RecordSelect', '../../kit/record-select'],
    ['DateField', '../../ui/date-field'],
    ['Optional', '../../ui/optional'],
    ['SelectField', '../../ui/select-field'],
  ]
  const imports = parts
    .filter(([name]) => isUsed(name) || body.includes(`<${name}>`))
    .map(([name, from]) => `import { ${name} } from '${from}'\n`)
  const antd = ['Form', ...['Checkbox', 'Input'].filter((name) => body.includes(`<${name}`))]
  return `import { type ${values}, ${errors} } from '@rookies/data/${folder}/${file}-form'
import { ${antd.join(', ')} } from 'antd'
import { judgedBy } from '../../kit/rules'
${imports.join('')}
const rules = (field: keyof ${values}) => [judgedBy(${errors}, field)]

/** The fields of a ${words.one}'s form. */
export function ${type}Fields() {
  return (
    <>
${body}
    </>
  )
}
`
}

function item(field: Field, resource: Resource): string {
  const { label, optional, type } = field
  const name = formName(field)
  if (type === 'bool') {
    return `<Form.Item name="${name}" valuePropName="checked">
  <Checkbox>${label}</Checkbox>
</Form.Item>`
  }
  const shown = optional ? `{<Optional>${label}</Optional>}` : JSON.stringify(label)
  return `<Form.Item name="${name}" label=${shown} rules={rules('${name}')}>
  ${control(field, resource)}
</Form.Item>`
}

function control(field: Field, resource: Resource): string {
  const { type, label, values, optional } = field
  const required = optional ? '' : 'required '
  const reference = referenceOf(field, resource)
  if (reference) {
    const { title } = reference
    return `<RecordSelect<{ id: string; ${title}: string }> resource="${field.table}" many="${manyOf(field.table)}" labelOf={({ ${title} }) => ${title}} />`
  }
  switch (type) {
    case 'longtext':
      return `<Input.TextArea ${required}autoSize={{ minRows: 3, maxRows: 12 }} count={{ show: true, max: ${LONGEST.longtext} }} />`
    case 'int':
      return '<NumberControl />'
    case 'money':
      return `<Input ${required}inputMode="decimal" autoComplete="off" prefix="$" placeholder="49.00" />`
    case 'date':
      return '<DateField />'
    case 'timestamptz':
      return '<MomentControl />'
    case 'url':
      return `<Input ${required}inputMode="url" autoComplete="off" placeholder="https://" />`
    case 'enum':
      return `<SelectField label=${JSON.stringify(label)} options={[${options(field, values)}]} />`
    default:
      return `<Input ${required}autoComplete="off" />`
  }
}

/** Returns the plural of a table's records, as screens name them. */
const manyOf = (table: string) => (table === 'profiles' ? 'members' : spaced(table))

function options({ label, optional }: Field, values: readonly string[]): string {
  const empty = optional ? 'None' : `Choose ${withArticle(label.toLowerCase())}`
  return [
    { value: '', label: empty },
    ...values.map((value) => ({ value, label: valueInWords(value) })),
  ]
    .map(({ value, label }) => `{ value: '${value}', label: '${label}' }`)
    .join(', ')
}
