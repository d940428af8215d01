import { Refine } from '@refinedev/core'
import { createDataProvider } from '@rookies/data/refine/data-provider'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { choose } from '../test/interact'
import { backendOf, stubWire, type WireAnswer, type WireRequest } from '../test/wire'
import { DateField } from '../ui/date-field'
import { LongText, Moment, Nothing } from './cells'
import { MomentControl } from './moment-control'
import { NumberControl } from './number-control'
import { RecordSelect } from './record-select'

const ID = '5f0c1a52-0000-4000-8000-000000000001'

interface Course {
  id: string
  title: string
}

const GIT: Course = { id: ID, title: 'Git' }

function show(control: ReactNode, answer: (request: WireRequest) => WireAnswer) {
  const wire = backendOf('me')
  const sent = stubWire(answer)
  render(
    <Refine dataProvider={createDataProvider(wire)} resources={[]}>
      {control}
    </Refine>,
  )
  return sent
}

const courses = (value: string | null, onChange = vi.fn()) => (
  <RecordSelect<Course>
    resource="courses"
    many="courses"
    labelOf={({ title }) => title}
    value={value}
    onChange={onChange}
  />
)

it('a select of records finds records by typing, and its value is the id of the chosen one', async () => {
  const onChange = vi.fn()
  const sent = show(courses(null, onChange), () => ({ body: [GIT], range: '0-0/1' }))
  expect(screen.getByText('Search courses...')).toBeDefined()
  const field = screen.getByRole('combobox')
  fireEvent.change(field, { target: { value: 'gi' } })
  await waitFor(() => expect(sent.at(-1)?.params.get('or')).toContain('gi'))
  await choose(field, 'Git')
  expect(onChange).toHaveBeenCalledWith(ID)
})

it('a select of records reads the name of its value if the first options lack it, and shows no id meanwhile', async () => {
  show(courses(ID), ({ params }) =>
    params.get('id') ? { body: [GIT] } : { body: [], range: '*/0' },
  )
  expect(screen.getByTitle('…')).toBeDefined()
  expect(screen.queryByText(ID)).toBeNull()
  expect(await screen.findByTitle('Git')).toBeDefined()
})

it('a select of records shows Unknown for a record that the person may not read', async () => {
  show(courses(ID), () => ({ body: [], range: '*/0' }))
  expect(await screen.findByTitle('Unknown')).toBeDefined()
})

it("fields for days and times show them in the person's time zone", () => {
  render(
    <>
      <DateField value="2027-03-01" />
      <MomentControl value={new Date(2027, 2, 1, 9, 30).toISOString()} />
      <NumberControl value={12} min={0} max={20} />
    </>,
  )
  expect(screen.getByDisplayValue('Mar 1, 2027')).toBeDefined()
  expect(screen.getByDisplayValue('Mar 1, 2027, 09:30')).toBeDefined()
  expect(screen.getByDisplayValue('12')).toBeDefined()
})

it('cells show times, long texts and a sign for empty fields', () => {
  render(
    <>
      <Nothing />
      <Moment of={new Date(2027, 2, 1, 9, 30).toISOString()} />
      <LongText>{'One\nTwo'}</LongText>
    </>,
  )
  expect(screen.getByText('None')).toBeDefined()
  expect(screen.getByText(/^Mar 1, 2027/).textContent).toBe('Mar 1, 2027, 09:30')
})
