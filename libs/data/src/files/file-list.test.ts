import { expect, it } from 'vitest'
import type { CourseFile } from './course-files'
import { fileFacts, fileFilter, fileKind, filesShown, filesSummary, goesOn } from './file-list'

const use = { id: 'l1', title: 'Reading', module_id: 'm1', used: true, said: false, silent: false }

const file = (values: Partial<CourseFile>): CourseFile => ({
  path: '0f8fad5b-d9cb-469f-a165-70867728950e/pot.png',
  name: 'Pot.png',
  size: 34 * 1024,
  type: 'image/png',
  width: 640,
  height: 480,
  alt: '',
  lessons: [use],
  unused_since: null,
  ...values,
})

const silent = file({ name: 'a.png', lessons: [use, { ...use, id: 'l2', silent: true }] })
const described = file({ ...silent, name: 'b.png', alt: 'A pot' })
const unused = file({ name: 'c.pdf', unused_since: '2026-12-04T10:00:00Z' })
const files = [silent, described, unused]

it('filesSummary() counts the files and the pictures without an alternative text', () => {
  expect(filesSummary([])).toBe('0 files, 0 bytes')
  expect(filesSummary([described])).toBe('1 file, 34 kB')
  expect(filesSummary(files)).toBe('3 files, 102 kB; 1 picture has no alt text')
  expect(filesSummary([silent, silent])).toBe('2 files, 68 kB; 2 pictures have no alt text')
})

it('filesShown() can be limited to pictures without an alternative text and to unused files', () => {
  expect(filesShown(files, '')).toEqual(files)
  expect(filesShown(files, 'lacking')).toEqual([silent])
  expect(filesShown(files, 'unused')).toEqual([unused])
  expect([null, 'lacking', 'x'].map(fileFilter)).toEqual(['', 'lacking', ''])
})

it('goesOn() returns when an unused file will be deleted', () => {
  const at = (iso: string) => goesOn(unused, Date.parse(iso))
  expect(at('2026-12-05T00:00:00Z')).toBe('2027-01-03T10:00:00.000Z')
  expect(at('2027-01-03T10:00:00Z')).toBeNull()
  expect(goesOn(silent, 0)).toBeNull()
})

it.each([
  ['image/webp', 'picture'],
  ['audio/ogg', 'sound'],
  ['video/mp4', 'film'],
  ['application/gzip', 'archive'],
  ['application/x-7z-compressed', 'archive'],
  ['text/csv', 'table'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'table'],
  ['application/pdf', 'text'],
  ['application/octet-stream', 'file'],
])('shows the type %s as the kind %s', (type, kind) => {
  expect(fileKind({ type })).toBe(kind)
})

it('fileFacts() returns type, size and dimensions', () => {
  expect(fileFacts(silent)).toBe('PNG, 34 kB, 640 × 480')
  expect(fileFacts(file({ name: 'LICENSE', width: null, height: null, size: 900 }))).toBe(
    '900 bytes',
  )
})
