import { expect, it } from 'vitest'
import { nameOfType } from './name-of-type'

it.each([
  ['report.pdf.exe', 'application/pdf', 'report.pdf'],
  ['report.exe', 'application/pdf', 'report.pdf'],
  ['REPORT.PDF', 'application/pdf', 'REPORT.PDF'],
  ['photo.png', 'image/jpeg', 'photo.jpg'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
  ['film.m4v', 'video/mp4', 'film.m4v'],
  ['notes.exe', 'application/zip', 'notes.zip'],
  // An unusual extension that no system would run.
  ['report.2026', 'application/pdf', 'report.2026'],
  ['report', 'application/pdf', 'report'],
  ['slides.pages', 'application/zip', 'slides.pages'],
  // The content shows no type.
  ['run.exe', 'application/octet-stream', 'run.exe'],
  ['table.txt', 'text/csv', 'table.txt'],
])('names %s, whose content is %s, %s', (name, type, called) => {
  expect(nameOfType(name, type)).toBe(called)
})
