import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { aBody } from '../../../testing/fixtures'
import { visitCourse } from '../../../testing/open-course'
import type { openPortal } from '../../../testing/open-portal'

const PICTURE = '0b0c0d0e-0000-4000-8000-000000000001/tea.png'
const SLIDES = '0b0c0d0e-0000-4000-8000-000000000002/slides.pdf'

const FILES = [
  {
    ...{ path: PICTURE, name: 'Tea.png', size: 340_000, type: 'image/png' },
    ...{ width: 640, height: 480, alt: 'A pot of tea' },
  },
  {
    ...{ path: SLIDES, name: 'My slides.pdf', size: 1_250_000, type: 'application/pdf' },
    ...{ width: null, height: null, alt: '' },
  },
]

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

/** Opens a lesson of this type. Storage signs every address that is requested. */
function openLesson(change: Record<string, unknown>, type: 'TEXT' | 'FILE' = 'TEXT') {
  const lessons = [aLesson('a', { type })]
  portal = visitCourse('/app/courses/git/lesson/a', {
    course_outline: anOutline({ modules: [{ id: 'm', title: 'M', lessons }] }),
    lessons: [aBody('a', { content_type: type, lesson_files: FILES, ...change })],
    'sign-files': ({ body }: { body: unknown }) => ({
      body: {
        files: pathsOf(body).map((path) => ({
          path,
          address: `/object/sign/lesson-files/${path}?token=t`,
        })),
      },
    }),
  })
  return portal
}

const pathsOf = (body: unknown): string[] => {
  const paths: unknown = typeof body === 'object' && body ? Reflect.get(body, 'paths') : []
  return Array.isArray(paths) ? paths.map(String) : []
}
const signed = (path: string) =>
  `${location.origin}/storage/v1/object/sign/lesson-files/${path}?token=t`
const download = (path: string, name: string) =>
  `${signed(path)}&download=${encodeURIComponent(name)}`
const nothing = { 'sign-files': () => ({ status: 503, body: {} }) }

describe('a text', () => {
  const content = `Look ![](lesson-files/${PICTURE}) and read [Slides](lesson-files/${SLIDES}).`

  it('requests the addresses of its picture and its file with one call', async () => {
    openLesson({ content, lesson_attachments: [] })
    const picture = await screen.findByAltText('A pot of tea')
    await waitFor(() => expect(picture.getAttribute('src')).toBe(signed(PICTURE)))
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['640', '480'])
    // Without style sheets, spaces at the edge of an element do not count in the name.
    const link = screen.getByRole('link', { name: /^Slides ?PDF, 1.2 MB$/ })
    expect(link.getAttribute('href')).toBe(download(SLIDES, 'My slides.pdf'))
    const [call, more] = portal.asked('sign-files')
    expect(pathsOf(call?.body)).toEqual([PICTURE, SLIDES])
    expect(more).toBeUndefined()
    expect(portal.requests.some(({ path }) => path.includes('/lesson/lesson-files'))).toBe(false)
  })

  it('enlarges a picture in a dialog with its alternative text', async () => {
    openLesson({ content })
    const picture = await screen.findByAltText('A pot of tea')
    await waitFor(() => expect(picture.getAttribute('src')).toBe(signed(PICTURE)))
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge picture: A pot of tea' }))
    const dialog = screen.getByRole('dialog', { name: 'Tea.png' })
    expect(dialog.querySelector('img')?.getAttribute('src')).toBe(signed(PICTURE))
    expect(dialog.querySelector('figcaption')?.textContent).toBe('A pot of tea')
    const size = screen.getByRole('button', { name: 'Actual size', pressed: false })
    fireEvent.click(size)
    expect(size.getAttribute('aria-pressed')).toBe('true')
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows a sentence instead of a file if storage does not answer: the file needs a connection', async () => {
    openLesson({ content })
    portal.answer('sign-files', nothing['sign-files'])
    expect(await screen.findByText('This file needs a connection')).toBeTruthy()
    expect(screen.getByText('A pot of tea · This file needs a connection')).toBeTruthy()
  })
})

describe('attachments', () => {
  const attached = [
    { id: '1', title: 'The slides', url: `lesson-files/${SLIDES}`, sort_order: 0 },
    { id: '2', title: 'The site', url: 'https://example.org/a', sort_order: 1 },
    { id: '3', title: 'Lost', url: `lesson-files/${SLIDES.replace('2/', '9/')}`, sort_order: 2 },
  ]

  it('are listed: files with kind and size, links, and files that no longer exist', async () => {
    openLesson({ content: 'Words', lesson_attachments: attached })
    const file = await screen.findByRole('link', { name: 'The slides PDF, 1.2 MB' })
    await waitFor(() => expect(file.getAttribute('href')).toBe(download(SLIDES, 'My slides.pdf')))
    expect(file.getAttribute('target')).toBeNull()
    expect(screen.getByRole('link', { name: /^The site example.org/ })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Lost/ })).toBeNull()
    expect(screen.getByText('This file no longer exists')).toBeTruthy()
  })
})

describe('a lesson that is a file', () => {
  it('shows its kind and size, and downloads the file', async () => {
    openLesson({ file_key: SLIDES }, 'FILE')
    expect(await screen.findByText('My slides.pdf')).toBeTruthy()
    expect(screen.getByText('PDF, 1.2 MB')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Download' })
    await waitFor(() => expect(link.getAttribute('href')).toBe(download(SLIDES, 'My slides.pdf')))
    expect(screen.queryByRole('button', { name: /Enlarge/ })).toBeNull()
  })

  it('shows a picture', async () => {
    openLesson({ file_key: PICTURE }, 'FILE')
    const picture = await screen.findByAltText('A pot of tea')
    await waitFor(() => expect(picture.getAttribute('src')).toBe(signed(PICTURE)))
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge picture: A pot of tea' }))
    expect(screen.getByRole('dialog', { name: 'Tea.png' })).toBeTruthy()
  })

  it.each([null, '0b0c0d0e-0000-4000-8000-00000000000f/other.pdf'])(
    'of which the lesson does not hold %s is not shown',
    async (file_key) => {
      openLesson({ file_key }, 'FILE')
      expect(await screen.findByText('File Content Not Supported')).toBeTruthy()
      expect(portal.asked('sign-files')).toEqual([])
    },
  )
})
