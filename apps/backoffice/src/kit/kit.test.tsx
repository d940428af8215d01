import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { choice, defineTable, ordersBy, typed } from '@rookies/data/lists/define-list'
import { recordMessages } from '@rookies/data/records/record-messages'
import { createAccessControlProvider } from '@rookies/data/refine/access-control'
import { createAuditLogProvider } from '@rookies/data/refine/audit-log'
import { createDataProvider } from '@rookies/data/refine/data-provider'
import type { Answers } from '@rookies/data/refine/resource-rules'
import { formatCount } from '@rookies/data/wording'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BackendContext } from '../app/backend'
import { type Person, PersonContext } from '../app/person'
import { ToastContext } from '../app/toasts'
import { choose } from '../test/interact'
import { stubMatchMedia } from '../test/match-media'
import { backendOf, bootAnswer, stubWire, type WireRequest } from '../test/wire'
import { SearchField } from '../ui/search-field'
import { OutsideLink } from './cells'
import { ChoiceFilter } from './choice-filter'
import { DeleteRecord } from './delete-record'
import { FormDialog } from './form-dialog'
import { ListTable } from './list-table'
import { NumberControl } from './number-control'
import { OneRecord } from './one-record'
import { RecordHistory } from './record-history'
import { RecordLink } from './record-link'
import { RecordPage } from './record-page'
import { needed } from './rules'
import { useRecordForm } from './saved-form'
import { useCreateDialog } from './use-create-dialog'
import { useTable } from './use-table'

/** Rules with which the table itself answers every verb, as for resources of `npm run new-resource`. */
const RESOURCE = 'communities' as const
const plainTable = () => ({ answers: (table: Required<Answers>) => table })
const ID = '5f0c1a52-0000-4000-8000-000000000001'

const link = {
  id: ID,
  title: 'Notes',
  url: 'https://example.org/notes',
  sort_order: 3,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-05T10:00:00+00:00',
}
type Link = typeof link

const kind = {
  resource: RESOURCE,
  select: '*',
  texts: recordMessages('link', 'links'),
  nameOf: ({ title }: Link) => title,
} as const

const columns = [
  {
    key: 'title',
    title: 'Title',
    sort: 'title',
    render: ({ id, title }: Link) => (
      <RecordLink resource={RESOURCE} id={id}>
        {title}
      </RecordLink>
    ),
  },
]

const LINK_LIST = defineTable<Link>()({
  resource: RESOURCE,
  select: '*',
  pageSize: 50,
  filters: { q: typed((query) => ({ query })), kind: choice(['file', 'link'], () => ({})) },
  orders: ordersBy('title'),
  last: { field: 'id', order: 'desc' },
})

function Links() {
  const creating = useCreateDialog(RESOURCE, 'link')
  const { tableProps, searchProps, filterProps, setFilters, total, active } = useTable(LINK_LIST, {
    failed: kind.texts.listFailed,
  })
  return (
    <>
      <SearchField label="Search links..." {...searchProps} />
      <ChoiceFilter label="Kind" options={['file', 'link']} {...filterProps('kind')} />
      <p>{`Filters (${active})`}</p>
      <button type="button" onClick={() => setFilters([], 'replace')}>
        Clear
      </button>
      <ListTable
        {...tableProps}
        label="Links"
        columns={columns}
        count={formatCount(total, 'link')}
        empty={{
          icon: null,
          title: 'No links',
          actions: (
            <button type="button" onClick={creating.open}>
              Create Link
            </button>
          ),
        }}
      />
      {creating.isOpen && <LinkDialog onClose={creating.close} />}
    </>
  )
}

function LinkDialog({ link, onClose }: { link?: Link; onClose: () => void }) {
  const saved = useRecordForm({
    resource: RESOURCE,
    record: link,
    sent: ({ title, sort_order }: Pick<Link, 'title' | 'sort_order'>) => ({
      title: title.trim(),
      sort_order,
    }),
    failed: link ? kind.texts.saveFailed : kind.texts.createFailed,
    leave: onClose,
  })
  const submit = link ? 'Save Link' : 'Create Link'
  return (
    <FormDialog
      title="Link"
      saved={saved}
      initial={link ?? { title: '' }}
      submit={submit}
      one="link"
      byAddress
      onClose={onClose}
    >
      <Form.Item name="title" label="Title" rules={[needed('Title')]}>
        <Input />
      </Form.Item>
      <Form.Item name="sort_order" label="Place">
        <NumberControl min={0} max={10} />
      </Form.Item>
    </FormDialog>
  )
}

function LinkPage({ link }: { link: Link }) {
  const [edited, setEdited] = useState<Link | null>(null)
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <RecordPage
        title={link.title}
        actions={
          <button type="button" onClick={() => setEdited(link)}>
            Edit
          </button>
        }
        more={[{ key: 'delete', label: 'Delete', onClick: () => setDeleting(true) }]}
        facts={[{ key: 'url', label: 'Address', children: <OutsideLink to={link.url} /> }]}
        tabs={[
          { key: 'uses', label: 'Uses', children: `Uses of ${link.title}` },
          {
            key: 'history',
            label: 'History',
            children: <RecordHistory resource={RESOURCE} id={link.id} />,
          },
        ]}
      />
      {edited && <LinkDialog link={edited} onClose={() => setEdited(null)} />}
      {deleting && <DeleteRecord kind={kind} record={link} onClose={() => setDeleting(false)} />}
    </>
  )
}

const routes = [
  { path: '/links', element: <Links /> },
  {
    path: '/links/:id',
    element: <OneRecord kind={kind}>{(link) => <LinkPage link={link} />}</OneRecord>,
  },
]

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => {}
  stubMatchMedia(true)
})

type Answer = (request: WireRequest) => { status?: number; body?: unknown; range?: string } | null

const EVERY_ACTION = ['read', 'create', 'update', 'delete'] as const

/** Opens a screen as a person who may do these actions on links. */
function open(
  path: string,
  answer: Answer = () => null,
  actions: readonly (typeof EVERY_ACTION)[number][] = EVERY_ACTION,
) {
  const sent = stubWire((request) => answer(request) ?? { body: [link], range: '0-0/1' })
  const { client, functions, queries, project } = backendOf('me')
  const permissions = [
    ...actions.map((action) => ({
      resource: RESOURCE,
      action,
      scope: 'any' as const,
    })),
    { resource: 'audit_logs' as const, action: 'read' as const, scope: 'any' as const },
  ]
  const { account, settings } = bootAnswer(permissions)
  const person: Person = {
    account: { ...account, state: 'ACTIVE', role: 'ADMIN', time_zone: null },
    settings,
    permissions,
  }
  const show = vi.fn()
  const resources = [
    {
      name: RESOURCE,
      list: '/links',
      show: '/links/:id',
    },
  ]
  const frame = (
    <Refine
      dataProvider={createDataProvider({ project, client, functions }, plainTable)}
      auditLogProvider={createAuditLogProvider(client)}
      accessControlProvider={createAccessControlProvider(async () => ({
        personId: 'me',
        permissions,
      }))}
      routerProvider={routerProvider}
      resources={resources}
      options={{ reactQuery: { clientConfig: queries }, disableTelemetry: true }}
    >
      <BackendContext value={{ client, functions, queries, project }}>
        <PersonContext value={person}>
          <ToastContext value={show}>
            <Outlet />
          </ToastContext>
        </PersonContext>
      </BackendContext>
    </Refine>
  )
  // Lists read the address of the window.
  window.history.replaceState(null, '', path)
  const router = createBrowserRouter([{ element: frame, children: routes }])
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { sent, router }
}

const written = (sent: WireRequest[], method: string) =>
  sent.filter((request) => request.method === method)

describe('a list', () => {
  it('shows the newest record first, and keeps another order in the address', async () => {
    const { sent, router } = open('/links')
    expect(await screen.findByRole('link', { name: 'Notes' })).toHaveProperty(
      'pathname',
      `/links/${ID}`,
    )
    expect(screen.getByRole('status').textContent).toBe('1 link')
    expect(sent[0]?.params.get('order')).toBe('created_at.desc,id.desc')
    fireEvent.click(screen.getByRole('columnheader', { name: /Title/ }))
    await waitFor(() => expect(sent.at(-1)?.params.get('order')).toBe('title.asc,id.desc'))
    expect(router.state.location.search).toBe('?sort=title')
  })

  it('ignores an order in the address that it does not offer', async () => {
    const { sent } = open('/links?sort=secret')
    await screen.findByRole('link', { name: 'Notes' })
    expect(sent[0]?.params.get('order')).toBe('created_at.desc,id.desc')
  })

  it('opens its first page when a filter is set, and Back removes the filter', async () => {
    const { sent, router } = open('/links?page=2&sort=title', () => ({
      body: [link],
      range: '50-50/51',
    }))
    await screen.findByRole('link', { name: 'Notes' })
    const kinds = screen.getByLabelText('Kind')
    await choose(kinds, 'File')
    await waitFor(() => expect(sent.at(-1)?.params.get('kind')).toBe('eq.file'))
    expect(router.state.location.search).toBe('?sort=title&kind=file')
    expect(screen.getByText('Filters (1)')).toBeDefined()
    await act(() => router.navigate(-1))
    expect(router.state.location.search).toBe('?page=2&sort=title')
    await choose(kinds, 'File')
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(router.state.location.search).toBe('?sort=title')
  })

  it('offers to clear filters if no record matches them, and to create a record if there are none at all', async () => {
    const { router } = open('/links?sort=title&kind=file', () => ({ body: [], range: '*/0' }))
    const clear = await screen.findByRole('button', { name: 'Clear Filters' })
    expect(screen.queryByRole('button', { name: 'Create Link' })).toBeNull()
    fireEvent.click(clear)
    expect(router.state.location.search).toBe('?sort=title')
    expect(await screen.findByRole('button', { name: 'Create Link' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
  })

  it('opens the first page if the page in its address is past the last one', async () => {
    const { router } = open('/links?page=9', ({ params }) =>
      params.get('offset') === '400' ? { status: 416, body: { code: 'PGRST103' } } : null,
    )
    await screen.findByRole('link', { name: 'Notes' })
    expect(router.state.location.search).toBe('')
  })

  it('shows an error if it could not be read, and can be read again', async () => {
    let broken = true
    open('/links', () => (broken ? { status: 400, body: { code: 'P0001', message: 'no' } } : null))
    expect(await screen.findByText('Failed to load links')).toBeDefined()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('link', { name: 'Notes' })).toBeDefined()
  })
})

describe('a form in a dialog of a list', () => {
  it('is opened by a button, which changes the address, and closed by Back', async () => {
    const { router } = open('/links?sort=title', () => ({ body: [], range: '*/0' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Create Link' }))
    expect(await screen.findByRole('dialog', { name: 'Link' })).toBeDefined()
    expect(router.state.location.search).toBe('?sort=title&new=link')
    await act(() => router.navigate(-1))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(router.state.location.search).toBe('?sort=title')
  })

  it('stays closed for a person who may not create records', async () => {
    open('/links?new=link', () => null, ['read'])
    await screen.findByRole('link', { name: 'Notes' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('names an empty field that is required, and sends the values with a new id', async () => {
    const { sent, router } = open('/links?new=link')
    const create = await screen.findByRole('button', { name: 'Create Link' })
    fireEvent.click(create)
    expect(await screen.findByText('Title is required')).toBeDefined()
    expect(written(sent, 'POST')).toEqual([])
    const title = screen.getByRole('textbox', { name: 'Title' })
    fireEvent.change(title, { target: { value: '  Notes ' } })
    fireEvent.change(screen.getByLabelText('Place'), { target: { value: '7' } })
    fireEvent.click(create)
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(written(sent, 'POST')[0]?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Notes',
      sort_order: 7,
    })
  })

  it('does not overwrite what another person saved, and keeps what was typed', async () => {
    const { sent } = open(`/links/${ID}`, ({ method, params }) => {
      if (method === 'PATCH') return { body: [] }
      const again = params.get('select')?.split(',').includes('updated_at') && method === 'GET'
      return again ? { body: [{ updated_at: '2026-11-06T10:00:00+00:00' }] } : null
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const title = await screen.findByLabelText('Title')
    fireEvent.change(title, { target: { value: 'Mine' } })
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    fireEvent.click(screen.getByRole('button', { name: 'Save Link' }))
    const notice = await screen.findByText('Someone else saved or deleted this link.')
    const inSight = scrolled.mock.contexts.filter((place): place is Node => place instanceof Node)
    expect(inSight.some((place) => place.contains(notice))).toBe(true)
    expect(title).toHaveProperty('value', 'Mine')
    expect(written(sent, 'PATCH')[0]?.params.get('updated_at')).toBe(`eq.${link.updated_at}`)
  })
})

describe('a record', () => {
  it('is deleted after a person confirms', async () => {
    const { sent, router } = open(`/links/${ID}`)
    expect(await screen.findByText('https://example.org/notes')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(written(sent, 'DELETE')).toEqual([])
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Link' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/links'))
    expect(written(sent, 'DELETE')[0]?.params.get('id')).toBe(`eq.${ID}`)
  })

  it('shows who changed which fields, from the audit log', async () => {
    const { sent } = open(`/links/${ID}`, ({ path }) =>
      path === 'audit_logs'
        ? {
            body: [
              {
                id: 7,
                action: 'community.update',
                created_at: link.updated_at,
                user_id: 'me',
                before: { sort_order: 2 },
                after: { sort_order: 3 },
                profiles: { name: 'Ada Lovelace', email: 'ada@rookies.test' },
              },
            ],
          }
        : null,
    )
    fireEvent.click(await screen.findByRole('tab', { name: 'History' }))
    expect(await screen.findByText('by Ada Lovelace')).toBeDefined()
    expect(await screen.findByText('sort order')).toBeDefined()
    const request = sent.find(({ path }) => path === 'audit_logs')?.params
    expect(request?.get('target_id')).toBe(`eq.${ID}`)
    expect(request?.get('target_type')).toBe('eq.community')
  })

  it('keeps its open tab in the address, and removes the parameters of another tab from it', async () => {
    const { router } = open(`/links/${ID}?tab=uses&page=2`)
    expect(await screen.findByText('Uses of Notes')).toBeDefined()
    fireEvent.click(screen.getByRole('tab', { name: 'History' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=history'))
    expect(screen.queryByText('Uses of Notes')).toBeNull()
    fireEvent.click(screen.getByRole('tab', { name: 'Uses' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.getByText('Uses of Notes')).toBeDefined()
  })

  it('shows a message if it does not exist', async () => {
    open(`/links/${ID}`, () => ({ body: [] }))
    expect(await screen.findByRole('heading', { name: 'Link not found' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to Links' })).toHaveProperty('pathname', '/links')
  })
})
