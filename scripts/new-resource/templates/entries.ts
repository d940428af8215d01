import { isSearched } from '../field'
import type { Resource } from '../resource'
import { titled } from '../words'
import { exportColumns } from './migration'
import { screenNames } from './screens'

/** The entry in `RESOURCES`: the actions to which roles can have rights. */
export const rightsEntry = ({ table }: Resource) =>
  `${table}: ['read', 'create', 'update', 'delete']`

/** The entry in `RULES`, with which the data provider reads and writes the table itself. */
export function rulesEntry({ table, fields, unique }: Resource): string {
  const search = fields.filter(isSearched).map(({ column }) => `'${column}'`)
  const collides = unique
    ? `unique: { field: '${unique.column}', message: 'This ${unique.label.toLowerCase()} is already in use' },`
    : ''
  return `${table}: { search: [${search.join(', ')}], ${collides} answers: (table) => table }`
}

/** The entry in `EXPORT_COLUMNS`: the labels of the exported columns. */
export function exportEntry(resource: Resource): string {
  const columns = exportColumns(resource).map(({ key }) => {
    const field = resource.fields.find(({ name }) => name === key)
    const label = field?.label ?? (key === 'id' ? 'ID' : 'Created')
    const cell = field?.type === 'money' ? `, cell: ({ ${key} }) => moneyCell(${key}, 'USD')` : ''
    return `${key}: { label: ${JSON.stringify(label)}${cell} },`
  })
  return `${resource.table}: { ${columns.join('\n')} }`
}

/** The entry in `PANEL_RESOURCES`, from which the menu, the routes and the guards are made. */
export function panelEntry(resource: Resource, icon: string): string {
  const { table, menu, folder } = resource
  const names = screenNames(resource)
  const screen = (path: string, action: keyof typeof names) => `{
    path: '/admin/${folder}${path}',
    action: '${action}',
    load: async () => (await import('../resources/${folder}/${action}')).${names[action]},
  },`
  return `{
  panel: 'admin',
  name: '${table}',
  label: '${menu}',
  icon: ${icon},
  need: { resource: '${table}', action: 'read' },
  exports: { resource: '${table}', action: 'read', allRows: true },
  screens: [
    ${screen('', 'list')}
    ${screen('/:id', 'show')}
  ],
}`
}

/** The entry in `DIALOG_ACTS`, which opens the dialog for a new record from the command palette. */
export function dialogEntry({ table, folder, file, words }: Resource): string {
  return `{
  ${dialogMark(file)},
  label: 'Create ${titled(words.one)}',
  icon: Plus,
  synonyms: 'add new',
  of: { panel: 'admin', name: '${table}' },
  need: { resource: '${table}', action: 'create' },
  to: newAddress('/admin/${folder}', '${file}'),
}`
}

/** The text that only the entry of this resource has. */
export const dialogMark = (file: string) => `id: 'create-${file}'`
