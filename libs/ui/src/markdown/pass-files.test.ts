import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown'
import { FILE_GONE, type TextFile } from './text-file'

const PATH = '0b0c0d0e-0000-4000-8000-000000000001/tea.png'
const SLIDES = '0b0c0d0e-0000-4000-8000-000000000002/slides.pdf'

const picture: TextFile = {
  ...{ path: PATH, name: 'Tea.png', size: 900, type: 'image/png' },
  ...{ width: 640, height: 480, alt: 'A pot of tea' },
}
const slides: TextFile = {
  ...{ path: SLIDES, name: 'Slides.pdf', size: 1_200_000, type: 'application/pdf' },
  ...{ width: null, height: null, alt: '' },
}

function render(source: string, { enlarges = true, files = [picture, slides] } = {}) {
  const holder = document.createElement('div')
  const facts = ({ type, size }: TextFile) => `${type}, ${size}`
  holder.append(renderMarkdown(source, { files: { files, facts, enlarges } }))
  return holder
}

const image = (source: string) => {
  const found = render(source).querySelector('img')
  if (!found) throw new Error('no picture')
  return found
}
const sides = (source: string) =>
  ['width', 'height'].map((side) => image(source).getAttribute(side))

describe('a picture of the lesson', () => {
  test('reserves its room, and is not requested yet', () => {
    const found = image(`![](lesson-files/${PATH})`)
    expect(found.outerHTML).not.toMatch(/\ssrc/)
    expect(found.dataset.file).toBe(PATH)
    expect(sides(`![](lesson-files/${PATH})`)).toEqual(['640', '480'])
    expect(found.getAttribute('loading')).toBe('lazy')
    expect(found.getAttribute('decoding')).toBe('async')
  })

  test('has the alternative text of the Markdown, else that of the file', () => {
    expect(image(`![Oolong](lesson-files/${PATH})`).alt).toBe('Oolong')
    expect(image(`![ ](lesson-files/${PATH})`).alt).toBe('A pot of tea')
  })

  test.each([
    ['width="320"', ['320', '240']],
    ['height="120"', ['160', '120']],
    ['width="50" height="50"', ['50', '50']],
    ['width="50%"', ['50%', null]],
  ])('keeps its aspect ratio if the author sets its size as %s', (wanted, found) => {
    expect(sides(`<img src="lesson-files/${PATH}" ${wanted}>`)).toEqual(found)
  })

  test('can be enlarged by a press, unless it is an icon or inside a link', () => {
    const named = (source: string) =>
      render(source).querySelector('.md-enlarge')?.getAttribute('aria-label')
    expect(named(`![Oolong](lesson-files/${PATH})`)).toBe('Enlarge picture: Oolong')
    expect(named(`[![Oolong](lesson-files/${PATH})](https://example.org)`)).toBeUndefined()
    expect(named(`# ![Oolong](lesson-files/${PATH})`)).toBeUndefined()
    const icon = render(`![](lesson-files/${PATH})`, {
      files: [{ ...picture, width: 48, height: 48 }],
    })
    expect(icon.querySelector('button')).toBeNull()
    const plain = render(`![](lesson-files/${PATH})`, { enlarges: false })
    expect(plain.querySelector('button')).toBeNull()
  })
})

describe('a link to a file of the lesson', () => {
  test('shows the kind and size of the file, has no address yet, and is focusable', () => {
    const link = render(`[Slides](lesson-files/${SLIDES})`).querySelector('a')
    expect(link?.textContent).toBe('Slides application/pdf, 1200000')
    expect(link?.hasAttribute('href')).toBe(false)
    expect(link?.dataset.file).toBe(SLIDES)
    expect([link?.getAttribute('role'), link?.tabIndex]).toEqual(['link', 0])
    expect(link?.getAttribute('download')).toBe('Slides.pdf')
  })

  test('has the name of the file if it has no text', () => {
    const page = render(`<a href="lesson-files/${SLIDES}"></a>`)
    expect(page.querySelector('a')?.textContent).toContain('Slides.pdf')
  })

  test('can have a fragment, which is kept', () => {
    const page = render(`[Slides](lesson-files/${SLIDES}#page=2)`)
    expect(page.querySelector('a')?.dataset.file).toBe(SLIDES)
  })
})

describe('a file that the lesson does not have', () => {
  test.each([
    [`![](lesson-files/${PATH})`, FILE_GONE],
    [`![Oolong](lesson-files/${PATH})`, `Oolong ${FILE_GONE}`],
    [`[The *slides*](lesson-files/${SLIDES})`, `The slides ${FILE_GONE}`],
    ['![](lesson-files/../x)', FILE_GONE],
  ])('is replaced by a sentence: %s', (source, sentence) => {
    const page = render(source, { files: [] })
    expect(page.textContent?.trim()).toBe(sentence)
    expect(page.querySelector('img, a, [src], [href]')).toBeNull()
  })

  test('is replaced by its text if the files are not known', () => {
    const holder = document.createElement('div')
    holder.append(
      renderMarkdown(`![Oolong](lesson-files/${PATH}) [Slides](lesson-files/${SLIDES})`),
    )
    expect(holder.textContent?.trim()).toBe('Oolong Slides')
    expect(holder.querySelector('[src], [href]')).toBeNull()
  })
})
