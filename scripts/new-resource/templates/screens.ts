import { type Field, isFilter, isSearched, LONGEST } from '../field'
import type { Reference } from '../references'
import type { Resource } from '../resource'
import { singular, titled, withArticle } from '../words'

/** The screens' folder in the back-office: file names and texts. */
export function screens(resource: Resource): Record<string, string> {
  const { file } = resource
  return {
    [`${file}-kind.ts`]: kind(resource),
    'columns.tsx': columns(resource),
    [`${file}-fields.tsx`]: fields(resource),
    'list.tsx': list(resource),
    'create.tsx': create(resource),
    'edit.tsx': edit(resource),
    'show.tsx': show(resource),
  }
}

export const screenNames = ({ type }: Resource) => ({
  list: `${type}List`,
  create: `Create${type}`,
  edit: `Edit${type}`,
  show: `Show${type}`,
})

const dataImport = ({ folder, file }: Resource, names: string) =>
  `import ${names} from '@rookies/data/${folder}/${file}'`

const kindName = ({ constant }: Resource) => `${constant}_KIND`
const kindImport = (resource: Resource) =>
  `import { ${kindName(resource)} } from './${resource.file}-kind'`

function kind(resource: Resource): string {
  const { type, constant, table, name } = resource
  return `${dataImport(resource, `{ type ${type}, ${constant}_SELECT, ${constant}_TEXTS }`)}
import type { RecordKind } from '../../kit/record-kind'

export const ${kindName(resource)}: RecordKind<${type}> = {
  resource: '${table}',
  select: ${constant}_SELECT,
  texts: ${constant}_TEXTS,
  nameOf: ({ ${name.column} }) => ${name.column},
}
`
}

function list(resource: Resource): string {
  const { type, constant, menu, table, folder, words, fields } = resource
  const searched = inRow(fields.filter(isSearched).map(({ label }) => label.toLowerCase()))
  const One = titled(words.one)
  const count = words.many === `${words.one}s` ? '' : `, '${words.many}'`
  const filters = fields.filter(isFilter).map(choiceFilter)
  const search = `<SearchField label="Search ${words.many}..." {...searchProps} />`
  const [bar, hint] =
    filters.length === 0
      ? [`<FilterBar search={${search}} />`, 'Try another word']
      : [
          `<FilterBar search={${search}} active={active}>\n${filters.join('\n')}\n</FilterBar>`,
          'Try another word or filter',
        ]
  const filtering = filters.length > 0 ? ' filterProps, active,' : ''
  return `${dataImport(resource, `{ ${constant}_LIST, ${constant}_TEXTS }`)}
import { listExport } from '@rookies/data/lists/filter-args'
import { formatCount } from '@rookies/data/wording'
import { useNavigation } from '@refinedev/core'
import { Plus, SearchX } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useExportItem } from '../../app/export/use-export-item'
import { useMay } from '../../app/may'
${filters.length > 0 ? "import { ChoiceFilter } from '../../kit/choice-filter'\n" : ''}import { FilterBar } from '../../kit/filter-bar'
import { ListTable } from '../../kit/list-table'
import { useTable } from '../../kit/use-table'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { ${constant}_COLUMNS } from './columns'

/** \`/admin/${folder}\`: all ${words.many}, searched by ${searched}. */
export function ${type}List() {
  const navigate = useNavigate()
  const { createUrl, showUrl } = useNavigation()
  const mayCreate = useMay('${table}', 'create')
  const { tableProps, searchProps,${filtering} values, total, narrowed } = useTable(${constant}_LIST, {
    failed: ${constant}_TEXTS.listFailed,
  })
  const exporting = useExportItem(listExport(${constant}_LIST, values))
  const createButton = mayCreate && (
    <LinkButton type="primary" to={createUrl('${table}')} icon={<Plus aria-hidden="true" />}>
      Create ${One}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title="${menu}"
        actions={createButton}
        running={exporting.running}
        more={exporting.items}
      />
      ${bar}
      <ListTable
        {...tableProps}
        storedAs="${table}"
        label="${menu}"
        many="${words.many}"
        columns={${constant}_COLUMNS}
        failed={${constant}_TEXTS.listFailed.text}
        count={formatCount(total, '${words.one}'${count})}
        onOpen={({ id }) => navigate(showUrl('${table}', id))}
        empty={{
          icon: <SearchX />,
          title: narrowed ? 'No ${words.many} found' : 'No ${words.many} yet',
          text: narrowed
            ? '${hint}. A search looks into ${searched}.'
            : 'They appear here once the first one is made.',
          actions: createButton,
        }}
      />
    </>
  )
}
`
}

/** The field of the list's filter by an enum. */
const choiceFilter = ({ column, label, values }: Field) =>
  `<ChoiceFilter label=${JSON.stringify(label)} options={[${values.map((value) => `'${value}'`).join(', ')}]} {...filterProps('${column}')} />`

function create(resource: Resource): string {
  const { type } = resource
  return `import { CreateRecord } from '../../kit/create-record'
import { ${type}Fields } from './${resource.file}-fields'
${kindImport(resource)}

/** \`/admin/${resource.folder}/new\` */
export function Create${type}() {
  return (
    <CreateRecord kind={${kindName(resource)}}${initial(resource)}>
      <${type}Fields />
    </CreateRecord>
  )
}
`
}

/** Sets switches to false, because an untouched switch has no value. */
function initial({ fields }: Resource): string {
  const bools = fields.filter(({ type }) => type === 'bool').map(({ column }) => `${column}: false`)
  return bools.length > 0 ? ` initial={{ ${bools.join(', ')} }}` : ''
}

function edit(resource: Resource): string {
  const { type } = resource
  return `import { EditRecord } from '../../kit/edit-record'
import { ${type}Fields } from './${resource.file}-fields'
${kindImport(resource)}

/** \`/admin/${resource.folder}/:id/edit\` */
export function Edit${type}() {
  return (
    <EditRecord kind={${kindName(resource)}} columns={[${columnNames(resource)}]}>
      <${type}Fields />
    </EditRecord>
  )
}
`
}

const columnNames = ({ fields }: Resource) => fields.map(({ column }) => `'${column}'`).join(', ')

function show(resource: Resource): string {
  const { type, variable, fields } = resource
  const facts = fields
    .map((field) => {
      const span = field.type === 'longtext' ? ` span: 'filled',` : ''
      const label = `key: '${field.column}', label: ${JSON.stringify(field.label)},${span}`
      return `{ ${label} children: ${cell(field, resource, `${variable}.`, 'null')} },`
    })
    .join('\n')
  return `${dataImport(resource, `type { ${type} }`)}
${cellImports(resource, fields, 'null')}import type { Facts } from '../../kit/record-page'
import { ShowRecord } from '../../kit/show-record'
${kindImport(resource)}

/** \`/admin/${resource.folder}/:id\` */
export function Show${type}() {
  return <ShowRecord kind={${kindName(resource)}} factsOf={factsOf} />
}

const factsOf = (${variable}: ${type}): Facts => [
${facts}
]
`
}

function columns(resource: Resource): string {
  const { type, constant, table, name } = resource
  const shown = listed(resource)
  const others = shown.map((field) => {
    const sort = field.type === 'ref' ? '' : ` sort: '${field.column}',`
    return `{ key: '${field.column}', title: ${JSON.stringify(field.label)}, named: true,${sort}${width(field)} render: (${given(field, resource)}) => ${cell(field, resource, '')} },`
  })
  return `${dataImport(resource, `type { ${type} }`)}
${cellImports(resource, shown)}import { RecordLink } from '../../kit/record-link'
import type { RecordColumn } from '../../ui/record-table'

export const ${constant}_COLUMNS: readonly RecordColumn<${type}>[] = [
  {
    key: '${name.column}',
    title: ${JSON.stringify(name.label)},
    place: 'lead',
    sort: '${name.column}',
    ellipsis: true,
    render: ({ id, ${name.column} }) => (
      <RecordLink resource="${table}" id={id}>{${name.column}}</RecordLink>
    ),
  },
  ${others.join('\n  ')}
]
`
}

/** The fields that the list shows: the name and up to five more, without long texts. */
export function listed({ fields, name }: Resource): Field[] {
  return fields.filter((field) => field !== name && field.type !== 'longtext').slice(0, 5)
}

function width({ type }: Field): string {
  const widths: { readonly [T in Field['type']]?: string } = {
    int: '7rem',
    money: '8rem',
    bool: '7rem',
    date: '9rem',
    timestamptz: '12rem',
    enum: '9rem',
  }
  return widths[type] ? ` width: '${widths[type]}',` : ' ellipsis: true,'
}

const referenceOf = (field: Field, { references }: Resource): Reference | undefined =>
  references.find((reference) => reference.field === field)

function given(field: Field, resource: Resource): string {
  return `{ ${referenceOf(field, resource)?.as ?? field.column} }`
}

/**
 * The JSX of a field's value. `of` is the code in front of the column: `coupon.` or nothing; `none` is that of an empty
 * field.
 */
function cell(field: Field, resource: Resource, of: string, none = '<Nothing />'): string {
  const value = `${of}${field.column}`
  const reference = referenceOf(field, resource)
  if (reference) return `${of}${reference.as}?.${reference.title} ?? ${none}`
  const some = (made: string) => (field.optional ? `${value} === null ? ${none} : ${made}` : made)
  switch (field.type) {
    case 'int':
      return some(`formatNumber(${value})`)
    case 'money':
      return some(`money(${value}, 'USD')`)
    case 'bool':
      return `<YesOrNo is={${value}} />`
    case 'date':
      return some(`<Day of={${value}} />`)
    case 'timestamptz':
      return some(`<Moment of={${value}} />`)
    case 'url':
      return some(`<OutsideLink to={${value}} />`)
    case 'enum':
      return some(`valueInWords(${value})`)
    case 'longtext':
      return some(`<LongText>{${value}}</LongText>`)
    default:
      return field.optional ? `${value} ?? ${none}` : value
  }
}

function cellImports(resource: Resource, shown: readonly Field[], none?: string): string {
  const texts = shown.map((field) => cell(field, resource, '', none)).join('\n')
  const names = ['Day', 'LongText', 'Moment', 'Nothing', 'OutsideLink', 'YesOrNo'].filter((name) =>
    texts.includes(`<${name}`),
  )
  const cells = names.length > 0 ? `import { ${names.join(', ')} } from '../../kit/cells'\n` : ''
  const money = texts.includes('money(') ? `import { money } from '@rookies/data/money'\n` : ''
  const wording = ['formatNumber', 'valueInWords'].filter((name) => texts.includes(`${name}(`))
  const numbers =
    wording.length > 0 ? `import { ${wording.join(', ')} } from '@rookies/data/wording'\n` : ''
  return money + numbers + cells
}

function fields(resource: Resource): string {
  const { type, fields: all, words } = resource
  const body = all.map((field) => item(field, resource)).join('\n')
  const uses = (name: string) => body.includes(`<${name}`)
  const antd = [
    'Form',
    ...['Input', 'Switch'].filter((name) => new RegExp(`<${name}[ .]`).test(body)),
  ]
  const controls = [
    'ChoiceControl',
    'IntControl',
    'MomentControl',
    'MoneyControl',
    'RecordControl',
  ].filter(uses)
  const rules = ['atMost', 'needed', 'webAddress'].filter(
    (name) => body.includes(`${name}(`) || body.includes(`${name}]`) || body.includes(`${name},`),
  )
  const imported = (names: string[], from: string) =>
    names.length > 0 ? `import { ${names.join(', ')} } from '${from}'\n` : ''
  const days = ['DateField'].filter(uses)
  return `${imported(antd, 'antd')}${imported(controls, '../../kit/controls')}${imported(rules, '../../kit/rules')}${imported(days, '../../ui/date-field')}
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
  const { column, label, optional, type } = field
  const limit = type === 'text' || type === 'longtext' ? [`atMost(${LONGEST[type]})`] : []
  const rules = [
    ...(optional || type === 'bool' ? [] : [`needed('${label}')`]),
    ...limit,
    ...(type === 'url' ? ['webAddress'] : []),
  ]
  const own = rules.length > 0 ? ` rules={[${rules.join(', ')}]}` : ''
  const checked = type === 'bool' ? ' valuePropName="checked" required' : ''
  return `<Form.Item name="${column}" label=${JSON.stringify(label)}${own}${checked}>
  ${control(field, resource)}
</Form.Item>`
}

function control(field: Field, resource: Resource): string {
  const { type, values, optional } = field
  const clear = optional ? ' allowClear' : ''
  const reference = referenceOf(field, resource)
  if (reference) {
    const choose = `Choose ${withArticle(singular(field.table))}`
    return `<RecordControl resource="${field.table}" title="${reference.title}" placeholder="${choose}"${clear} />`
  }
  switch (type) {
    case 'longtext':
      return `<Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} count={{ show: true, max: ${LONGEST.longtext} }} />`
    case 'int':
      return '<IntControl />'
    case 'money':
      return '<MoneyControl />'
    case 'bool':
      return '<Switch />'
    case 'date':
      return '<DateField />'
    case 'timestamptz':
      return '<MomentControl />'
    case 'url':
      return '<Input inputMode="url" autoComplete="off" placeholder="https://" />'
    case 'enum':
      return `<ChoiceControl options={[${values.map((value) => `'${value}'`).join(', ')}]} placeholder="Choose ${withArticle(field.label.toLowerCase())}"${clear} />`
    default:
      return '<Input autoComplete="off" />'
  }
}

/** `a, b and c` */
function inRow(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
