import type { CrudSorting } from '@refinedev/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '../test/match-media'
import { type RecordColumn, RecordTable } from './record-table'

beforeEach(() => {
  // antd reads the window's width, which jsdom does not have.
  stubMatchMedia(true)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface Place {
  id: string
  name: string
  country: string
}

const places: Place[] = [
  { id: '1', name: 'Oslo', country: 'Norway' },
  { id: '2', name: 'Turin', country: 'Italy' },
]

const columns: RecordColumn<Place>[] = [
  {
    key: 'name',
    title: 'Name',
    sort: 'name',
    render: ({ name }) => <a href={`#${name}`}>{name}</a>,
  },
  { key: 'country', title: 'Country', render: ({ country }) => country },
]

const orders = (['asc', 'desc'] as const).map((order) => ({ field: 'name', order }))

function start(sorters: CrudSorting = []) {
  const [onOpen, onSort, select] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <RecordTable
      storedAs="places"
      label="Places"
      columns={columns}
      records={places}
      onOpen={onOpen}
      sorters={sorters}
      orders={orders}
      onSort={onSort}
      selection={{ has: (id) => id === '2', select, nameOf: ({ name }) => `Select ${name}` }}
    />,
  )
  return { onOpen, onSort, select }
}

const row = (name: RegExp) => within(screen.getByRole('row', { name }))

describe('table of records', () => {
  it('a table opens a record by a click in its row, but not by a click on a control in the row', () => {
    const { onOpen } = start()
    fireEvent.click(row(/Oslo/).getByText('Norway'))
    expect(onOpen.mock.calls).toEqual([[places[0]]])
    fireEvent.click(row(/Oslo/).getByRole('link'))
    fireEvent.click(row(/Oslo/).getByRole('checkbox'))
    fireEvent.click(row(/Oslo/).getAllByRole('cell')[0] ?? document.body)
    expect(onOpen).toHaveBeenCalledTimes(1)
  })

  it('a table selects a record by a checkbox that names the record, without opening it', () => {
    const { select } = start()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Turin' }).checked).toBe(
      true,
    )
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Oslo' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Turin' }))
    expect(select.mock.calls).toEqual([
      [['1'], true],
      [['2'], false],
    ])
  })

  it('a table requests another order when a column head is pressed, and does not sort by itself', () => {
    const [ascending, descending] = orders.map((order) => [order])
    for (const [now, next] of [
      [[], ascending],
      [ascending, descending],
      [descending, []],
    ]) {
      const { onSort } = start(now)
      fireEvent.click(screen.getByRole('columnheader', { name: 'Name' }))
      expect(onSort.mock.calls).toEqual([[next]])
      expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        'Oslo',
        'Turin',
      ])
      cleanup()
    }
  })

  it('a table says that records are loading', () => {
    render(<RecordTable storedAs="places" label="Places" columns={columns} records={undefined} />)
    expect(screen.getByRole('status').textContent).toBe('Loading...')
  })

  it('a loading table has the same columns as the loaded table', () => {
    const heads = () => document.querySelectorAll('th').length
    start()
    const loaded = heads()
    cleanup()
    render(
      <RecordTable
        storedAs="places"
        label="Places"
        columns={columns}
        records={undefined}
        selection={{ has: () => false, select: () => {}, nameOf: ({ name }) => name }}
      />,
    )
    expect(heads()).toBe(loaded)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
