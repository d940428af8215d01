import { expect, it } from 'vitest'
import { fileRefusal, MAX_BYTES, nameOfType } from './file-types'
import { contentRefusal } from './look-into-file'

it.each([
  ['page.html', 10, /^page.html: pages and SVG pictures can run code/],
  ['a.SVG', 10, /can run code/],
  ['IMG_1.HEIC', 10, /^IMG_1.HEIC is a HEIC picture.* Save it as JPEG or PNG/],
  ['film.mp4', MAX_BYTES + 1, /^film.mp4 is larger than 50 MB/],
  ['empty.pdf', 0, /^empty.pdf is empty/],
])('refuses %s with %i bytes, and says why', (name, size, sentence) => {
  expect(fileRefusal({ name, size })).toMatch(sentence)
})

it('accepts all other names, because the content is checked later', () => {
  expect(fileRefusal({ name: 'a.pdf.exe', size: MAX_BYTES })).toBeNull()
})

it.each([
  ['image/heic', /JPEG or PNG/],
  ['application/x-msdownload', /is a program/],
  ['text/html', /can run code/],
  ['video/matroska', /^a has a type that isn't accepted. Accepted types are PNG, JPEG, .*ZIP, RAR/],
])('says what to upload instead of a file of the type %s', (type, sentence) => {
  expect(contentRefusal('a', type)).toMatch(sentence)
})

it.each([
  ['report.pdf.exe', 'application/pdf', 'report.pdf'],
  ['report.exe', 'application/pdf', 'report.pdf'],
  ['REPORT.PDF', 'application/pdf', 'REPORT.PDF'],
  ['photo.png', 'image/jpeg', 'photo.jpg'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
  ['film.m4v', 'video/mp4', 'film.m4v'],
  ['notes.exe', 'application/zip', 'notes.zip'],
  // No system executes this extension, so it stays.
  ['report.2026', 'application/pdf', 'report.2026'],
  ['report', 'application/pdf', 'report'],
  ['slides.pages', 'application/zip', 'slides.pages'],
  // The type of the content is unknown, so the name stays.
  ['run.exe', 'application/octet-stream', 'run.exe'],
  ['table.txt', 'text/csv', 'table.txt'],
])('a file named %s with content of the type %s gets the name %s', (name, type, called) => {
  expect(nameOfType(name, type)).toBe(called)
})
