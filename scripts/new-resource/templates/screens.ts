import { type Field, isFilter, isSearched } from '../field'
import { type Resource, referenceOf } from '../resource'
import { titled, withArticle } from '../words'
import { fields } from './fields'
import { formNames } from './form'

/** Returns the files of the resource's folder in the back-office, by name. */
export function screens(resource: Resource): Record<string, string> {
  const { file } = resource
  return {
    'columns.tsx': columns(resource),
    [`${file}-dialog.tsx`]: dialog(resource),
    [`${file}-fields.tsx`]: fields(resource),
    'list.tsx': list(resource),
    'show.tsx': show(resource),
  }
}

export const screenNames = ({ type }: Resource) => ({ list: `${type}List`, show: `Show${type}` })

const dataImport = ({ folder, file }: Resource, names: string) =>
  `import ${names} from '@rookies/data/${folder}/${file}'`

/** Returns the constant of the form's dialog, whose code loads when it is first opened. */
function lazyDialog({ type, file }: Resource, title: string): string {
  return `const ${type}Dialog = lazyDialog(
  () => import('./${file}-dialog'),
  (module) => module.${type}Dialog,
  { title: '${title}', size: 'form' },
)`
}

function dialog(resource: Resource): string {
  const { type, variable, constant, table, folder, file, words } = resource
  const { columns, values, valuesOf, empty } = formNames(resource)
  const One = titled(words.one)
  const [isEdit, isNew] = [`${variable} !== undefined`, `${variable} === undefined`]
  return `import { useNavigation } from '@refinedev/core'
${dataImport(resource, `{ type ${type}, ${constant}_TEXTS }`)}
import { ${empty}, type ${values}, ${columns}, ${valuesOf} } from '@rookies/data/${folder}/${file}-form'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FormDialog } from '../../kit/form-dialog'
import { useRecordForm } from '../../kit/saved-form'
import { ${type}Fields } from './${file}-fields'

interface ${type}DialogProps {
  /** The ${words.one} to edit; left out for a new one. */
  ${variable}?: ${type}
  onClose: () => void
}

/** Creates ${withArticle(words.one)} and leads to it, or edits one. */
export function ${type}Dialog({ ${variable}, onClose }: ${type}DialogProps) {
  const navigate = useNavigate()
  const { showUrl } = useNavigation()
  const [initial] = useState(() => (${variable} ? ${valuesOf}(${variable}) : ${empty}))
  const saved = useRecordForm<${values}>({
    resource: '${table}',
    record: ${variable},
    sent: ${columns},
    done: ${variable} ? ${constant}_TEXTS.saved : ${constant}_TEXTS.created,
    failed: ${variable} ? ${constant}_TEXTS.saveFailed : ${constant}_TEXTS.createFailed,
    leave: ({ id }) => {
      if (${variable}) onClose()
      else void navigate(showUrl('${table}', String(id)), { replace: true })
    },
  })
  return (
    <FormDialog
      title={${variable} ? 'Edit ${One}' : 'Create ${One}'}
      saved={saved}
      initial={initial}
      submit={${variable} ? 'Save ${One}' : 'Create ${One}'}
      needsChange={${isEdit}}
      byAddress={${isNew}}
      one="${words.one}"
      onClose={onClose}
    >
      <${type}Fields />
    </FormDialog>
  )
}
`
}

function list(resource: Resource): string {
  const { type, constant, menu, table, folder, file, words, fields } = resource
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
import { Button } from 'antd'
import { Plus, SearchX } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useExportItem } from '../../app/export/use-export-item'
${filters.length > 0 ? "import { ChoiceFilter } from '../../kit/choice-filter'\n" : ''}import { FilterBar } from '../../kit/filter-bar'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import { useCreateDialog } from '../../kit/use-create-dialog'
import { useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { ${constant}_COLUMNS } from './columns'

${lazyDialog(resource, `Create ${One}`)}

/** \`/admin/${folder}\`: all ${words.many}, searched by ${searched}. */
export function ${type}List() {
  const navigate = useNavigate()
  const { showUrl } = useNavigation()
  const creating = useCreateDialog('${table}', '${file}')
  const { tableProps, searchProps,${filtering} values, total, narrowed } = useTable(${constant}_LIST, {
    failed: ${constant}_TEXTS.listFailed,
  })
  const exporting = useExportItem(listExport(${constant}_LIST, values))
  const createButton = creating.mayCreate && (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={creating.open}>
      Create ${One}
    </Button>
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
      {creating.isOpen && <${type}Dialog onClose={creating.close} />}
    </>
  )
}
`
}

/** Returns the field of the list's filter by an enum. */
const choiceFilter = ({ column, label, values }: Field) =>
  `<ChoiceFilter label=${JSON.stringify(label)} options={[${values.map((value) => `'${value}'`).join(', ')}]} {...filterProps('${column}')} />`

function show(resource: Resource): string {
  const { type, variable, constant, table, folder, name, words, fields } = resource
  const kind = `${constant}_KIND`
  const facts = fields
    .map((field) => {
      const span = field.type === 'longtext' ? ` span: 'filled',` : ''
      const label = `key: '${field.column}', label: ${JSON.stringify(field.label)},${span}`
      return `{ ${label} children: ${cell(field, resource, `${variable}.`, 'null')} },`
    })
    .join('\n')
  return `${dataImport(resource, `{ type ${type}, ${constant}_SELECT, ${constant}_TEXTS }`)}
import { Button } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../app/may'
import { DeleteRecord } from '../../kit/delete-record'
import { lazyDialog } from '../../kit/lazy-dialog'
import { OneRecord } from '../../kit/one-record'
import { RecordHistory } from '../../kit/record-history'
import type { RecordKind } from '../../kit/record-kind'
import { type Facts, RecordPage } from '../../kit/record-page'
${cellImports(resource, fields, 'null', ['Moment'])}
const ${kind}: RecordKind<${type}> = {
  resource: '${table}',
  select: ${constant}_SELECT,
  texts: ${constant}_TEXTS,
  nameOf: ({ ${name.column} }) => ${name.column},
}

${lazyDialog(resource, `Edit ${titled(words.one)}`)}

/** \`/admin/${folder}/:id\`: ${withArticle(words.one)} and its history. */
export function Show${type}() {
  return <OneRecord kind={${kind}}>{(${variable}) => <Shown ${variable}={${variable}} />}</OneRecord>
}

function Shown({ ${variable} }: { ${variable}: ${type} }) {
  const mayUpdate = useMay('${table}', 'update', ${variable})
  const mayDelete = useMay('${table}', 'delete', ${variable})
  const mayReadHistory = useMay('audit_logs', 'read')
  // The form keeps the version from the moment it opens, also after a refetch.
  const [edited, setEdited] = useState<${type} | null>(null)
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <RecordPage
        title={${variable}.${name.column}}
        actions={
          mayUpdate && (
            <Button icon={<Pencil aria-hidden="true" />} onClick={() => setEdited(${variable})}>
              Edit
            </Button>
          )
        }
        more={
          mayDelete
            ? [
                {
                  key: 'delete',
                  icon: <Trash2 aria-hidden="true" />,
                  label: 'Delete',
                  danger: true,
                  onClick: () => setDeleting(true),
                },
              ]
            : []
        }
        facts={factsOf(${variable})}
        tabs={
          mayReadHistory
            ? [
                {
                  key: 'history',
                  label: 'History',
                  children: <RecordHistory resource="${table}" id={${variable}.id} />,
                },
              ]
            : []
        }
      />
      {edited && <${type}Dialog ${variable}={edited} onClose={() => setEdited(null)} />}
      {deleting && (
        <DeleteRecord kind={${kind}} record={${variable}} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

const factsOf = (${variable}: ${type}): Facts => [
${facts}
{ key: 'created_at', label: 'Created', children: <Moment of={${variable}.created_at} /> },
{ key: 'updated_at', label: 'Updated', children: <Moment of={${variable}.updated_at} /> },
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

/** Returns the fields that the list shows beside the name: up to five, without long texts. */
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

function given(field: Field, resource: Resource): string {
  return `{ ${referenceOf(field, resource)?.as ?? field.column} }`
}

/**
 * Returns the JSX of a field's value. `of` is the code before the name of the column, such as `coupon.`; `none` is the
 * code for an empty field.
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
      return `${value} ? 'Yes' : 'No'`
    case 'date':
      return some(`dayText(${value})`)
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

function cellImports(
  resource: Resource,
  shown: readonly Field[],
  none?: string,
  others: readonly string[] = [],
): string {
  const texts = shown.map((field) => cell(field, resource, '', none)).join('\n')
  const imported = (names: readonly string[], from: string, isUsed: (name: string) => boolean) => {
    const used = names.filter(isUsed)
    return used.length > 0 ? `import { ${used.join(', ')} } from '${from}'\n` : ''
  }
  const isCalled = (name: string) => texts.includes(`${name}(`)
  return [
    imported(['money'], '@rookies/data/money', isCalled),
    imported(['dayText'], '@rookies/data/time/moment-text', isCalled),
    imported(['formatNumber', 'valueInWords'], '@rookies/data/wording', isCalled),
    imported(
      ['LongText', 'Moment', 'Nothing', 'OutsideLink'],
      '../../kit/cells',
      (name) => others.includes(name) || texts.includes(`<${name}`),
    ),
  ].join('')
}

/** Joins words as in `a, b and c`. */
function inRow(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
