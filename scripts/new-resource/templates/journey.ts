import type { Field } from '../field'
import type { Resource } from '../resource'
import { sample } from '../samples'
import { capital, titled, valueInWords, withArticle } from '../words'

/** The test in a browser: a person creates, finds, changes and deletes a record, and sees errors. */
export function journey(resource: Resource): string {
  const { table, variable, menu, folder, file, words, name, write, fields } = resource
  const One = titled(words.one)
  const writer = write[0] ?? 'ADMIN'
  const panel = writer === 'MEMBER' ? 'ADMIN' : writer
  const typed = new Set(fields.map(({ type }) => type))
  const helpers = [
    ...(typed.has('enum') ? ['choose'] : []),
    ...(typed.has('date') || typed.has('timestamptz') ? ['fillDay'] : []),
  ]
  return `import { randomUUID } from 'node:crypto'
${helpers.length > 0 ? `import { ${helpers.join(', ')} } from '../support/choose'\n` : ''}import { expect, test } from '../support/fixtures'
import { chooseFromTitleMenu } from '../support/title-menu'

test('a person creates, finds, changes and deletes ${withArticle(resource.one)}', async ({ open, world }) => {
  const who = await world.person({ role: '${panel}' })
  const ${variable} = \`${name.label} \${randomUUID()}\`
  const page = await open(who, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('${menu}', { exact: true }).click()
  await expect(page).toHaveURL(/\\/admin\\/${folder}/)
  await page.getByRole('button', { name: 'Create ${One}' }).first().click()
  await expect(page).toHaveURL('/admin/${folder}?new=${file}')
  const creation = page.getByRole('dialog', { name: 'Create ${One}' })
  await creation.getByRole('button', { name: 'Create ${One}' }).click()
  await expect(creation.getByText('${name.label} is required')).toBeVisible()
${fields.map((field) => fill(field, resource)).join('\n')}
  await creation.getByRole('button', { name: 'Create ${One}' }).click()
  await expect(page.getByText('${capital(words.one)} created')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: ${variable} })).toBeVisible()

  await page.goto('/admin/${folder}')
  await page.getByPlaceholder('Search ${words.many}...').fill(${variable})
  await expect(page.getByText('1 ${words.one}', { exact: true })).toBeAttached()
  await page.getByRole('link', { name: ${variable} }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit ${One}' })
  await edit.getByLabel('${name.label}', { exact: true }).fill(\`\${${variable}}, changed\`)
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit.getByText('You have unsaved changes.')).toBeVisible()
  await edit.getByRole('button', { name: 'Save ${One}' }).click()
  await expect(page.getByText('${capital(words.one)} updated')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: \`\${${variable}}, changed\` })).toBeVisible()
  expect(
    await world.sql('select count(*)::int as kept from public.${table} where ${name.column} = $1', [
      \`\${${variable}}, changed\`,
    ]),
  ).toEqual([{ kept: 1 }])

  await chooseFromTitleMenu(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete ${One}' }).click()
  await expect(page.getByText('${capital(words.one)} deleted')).toBeVisible()
  await expect(page).toHaveURL(/\\/admin\\/${folder}(\\?|$)/)
  expect(
    await world.sql('select 1 from public.${table} where ${name.column} = $1', [\`\${${variable}}, changed\`]),
  ).toEqual([])
})
${conflict(resource, panel)}${strangers(resource)}
test('the list of ${words.many} shows an error if it cannot be read, and can be read again', async ({ open, world }) => {
  const who = await world.person({ role: '${panel}' })
  const page = await open(who, '/admin', { expectProblems: [/503/] })
  await page.route('**/rest/v1/${table}?*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/admin/${folder}')
  await expect(page.getByRole('heading', { name: 'Failed to load ${words.many}' })).toBeVisible()
  await page.unroute('**/rest/v1/${table}?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Failed to load ${words.many}' })).toBeHidden()
})
`
}

/** The test that a save does not overwrite what another person saved. */
function conflict({ table, folder, words, name }: Resource, role: string): string {
  const One = titled(words.one)
  return `
test('a save does not overwrite ${withArticle(words.one)} that another person saved', async ({ open, world }) => {
  const who = await world.person({ role: '${role}' })
  const [row] = await world.sql('select id from public.${table} order by created_at limit 1')
  const page = await open(who, \`/admin/${folder}/\${row?.id}\`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('${name.label}', { exact: true }).fill('Mine')
  await world.sql(\`update public.${table} set ${name.column} = 'Theirs' where id = $1\`, [row?.id])
  await page.getByRole('button', { name: 'Save ${One}' }).click()
  await expect(page.getByText('Someone else saved or deleted this ${words.one}.')).toBeVisible()
  await expect(page.getByLabel('${name.label}', { exact: true })).toHaveValue('Mine')
  expect(await world.sql('select ${name.column} from public.${table} where id = $1', [row?.id])).toEqual([
    { ${name.column}: 'Theirs' },
  ])
})
`
}

function strangers({ stranger, folder, words }: Resource): string {
  if (stranger !== 'MODERATOR') return ''
  return `
test('a moderator without the right to read ${words.many} cannot open their list', async ({ open, world }) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const page = await open(moderator, '/admin/${folder}')
  await expect(page).toHaveURL('/moderator/members')
  await expect(page.getByText('Admin access required')).toBeVisible()
})
`
}

function fill(field: Field, { name, variable }: Resource): string {
  // The label of an optional field ends with “(optional)”.
  const control = field.optional
    ? `creation.getByLabel(/^${field.label}\\b/)`
    : `creation.getByLabel('${field.label}', { exact: true })`
  switch (field.type) {
    case 'text':
      return field === name
        ? `  await ${control}.fill(${variable})`
        : `  await ${control}.fill(${field.unique ? 'randomUUID()' : `'${sample(field, 1)}'`})`
    case 'longtext':
    case 'url':
      return `  await ${control}.fill('${sample(field, 1)}')`
    case 'int':
      return `  await ${control}.fill('${sample(field, 1)}')`
    case 'money':
      return `  await ${control}.fill('19.90')`
    case 'bool':
      return `  await ${control}.click()`
    case 'date':
      return `  await fillDay(${control}, 'Jan 15, 2027')`
    case 'timestamptz':
      return `  await fillDay(${control}, 'Jan 15, 2027, 09:00')`
    case 'enum':
      return `  await choose(${control}, '${valueInWords(field.values[0] ?? '')}')`
    case 'ref':
      return `  await ${control}.click()\n  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()`
  }
}

/** The states of the screens, for the gallery and the accessibility checks. */
export function states(resource: Resource): string {
  const { table, variable, folder, file, words, fields, references, name } = resource
  const One = titled(words.one)
  const row = (n: number) => {
    const values = fields.map((field) => {
      const value = field.type === 'ref' ? '00000000-0000-4000-8000-000000000001' : sample(field, n)
      return `${field.column}: ${JSON.stringify(value)},`
    })
    const embedded = references.map(
      ({ as, title }) =>
        `${as}: { id: '00000000-0000-4000-8000-000000000001', ${title}: 'Databases without Fear' },`,
    )
    return `{
      id: 'ab000000-0000-4000-8000-00000000000${n}',
      ${[...values, ...embedded].join('\n      ')}
      created_at: '2026-10-0${n}T09:00:00+00:00',
      updated_at: '2026-10-0${n}T09:00:00+00:00',
    }`
  }
  const shown = String(sample(name, 1))
  return `import type { Page } from '@playwright/test'
import { chooseFromTitleMenu } from '../title-menu'
import type { Screen } from '../screens'
import { answerRows, failRequests, whileLoading, withFailedRead } from './mocks'

const rows = [
  ${[1, 2, 3, 4, 5].map(row).join(',\n  ')},
]
const [${variable} = {}] = rows

const read = '**/rest/v1/${table}?*'
const one = '/admin/${folder}/ab000000-0000-4000-8000-000000000001'

const admin = { as: 'admin', path: '/admin/${folder}' } as const
const edit = (page: Page) => page.getByRole('button', { name: 'Edit' }).click()

export const ${variable}Screens: Screen[] = [
  { name: 'admin-${folder}', ...admin, shows: '${shown}', mock: answerRows(read, rows) },
  { name: 'admin-${folder}-loading', ...admin, shows: 'Loading...', ...whileLoading(read) },
  { name: 'admin-${folder}-empty', ...admin, shows: 'No ${words.many} yet', mock: answerRows(read, []) },
  { name: 'admin-${folder}-error', ...admin, shows: 'Failed to load ${words.many}', ...withFailedRead(read) },
  { name: 'admin-${folder}-new', as: 'admin', path: '/admin/${folder}?new=${file}', shows: '${name.label}' },
  {
    name: 'admin-${folder}-incomplete',
    as: 'admin',
    path: '/admin/${folder}?new=${file}',
    shows: '${name.label} is required',
    prepare: (page) => page.getByRole('dialog').getByRole('button', { name: 'Create ${One}' }).click(),
  },
  { name: 'admin-${folder}-show', as: 'admin', path: one, shows: '${shown}', mock: answerRows(read, [${variable}]) },
  {
    name: 'admin-${folder}-delete',
    as: 'admin',
    path: one,
    shows: 'Delete this ${words.one}?',
    mock: answerRows(read, [${variable}]),
    prepare: (page) => chooseFromTitleMenu(page, 'Delete'),
  },
  { name: 'admin-${folder}-missing', as: 'admin', path: one, shows: '${capital(words.one)} not found', mock: answerRows(read, []) },
  {
    name: 'admin-${folder}-edit',
    as: 'admin',
    path: one,
    shows: 'Save ${One}',
    mock: answerRows(read, [${variable}]),
    prepare: edit,
  },
  {
    name: 'admin-${folder}-save-failed',
    as: 'admin',
    path: one,
    shows: 'Nothing that you typed is lost.',
    expectProblems: [/503/],
    mock: answerRows(read, [${variable}]),
    prepare: async (page) => {
      await edit(page)
      await page.getByRole('dialog').getByLabel('${name.label}', { exact: true }).fill('Another')
      await failRequests(read)(page)
      await page.getByRole('button', { name: 'Save ${One}' }).click()
    },
  },
]
`
}
