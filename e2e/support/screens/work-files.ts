import type { Page } from '@playwright/test'
import { zipOf } from '@rookies/course-format/testing/zip-vectors'
import { png } from '../files'
import { WIDE_CODE, WIDE_WORD } from '../wide-text'
import { answerWith, combineMocks } from './mocks'

const HTML = `<!doctype html>
<title>Tea</title>
<main>
  <h1>Green tea, black tea, and white tea: what makes them so different, although it is one plant</h1>
  <script>${WIDE_CODE}</script>
</main>
`

const NOTEBOOK = JSON.stringify({
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', source: `How long does tea take? ${WIDE_WORD}` },
    {
      cell_type: 'code',
      source: ['minutes = 3\n', 'print(f"{minutes} minutes")\n', 'teas'],
      outputs: [
        { output_type: 'stream', text: '3 minutes\n' },
        {
          output_type: 'execute_result',
          data: {
            'text/plain':
              '          leaf   water (°C)   minutes   first infusion   second infusion   what it tastes of\n0         green          75         2               40                60               grass\n1         black          98         4              180               240         malt and smoke',
          },
        },
        { output_type: 'error', ename: 'KeyError', evalue: WIDE_WORD },
      ],
    },
  ],
})

const bytesOf = (text: string) => Buffer.from(text)

/** The files that can be opened in the page, one for each kind of view. */
const OPENED = [
  { name: 'index.html', content: bytesOf(HTML) },
  { name: 'how long tea takes.ipynb', content: bytesOf(NOTEBOOK) },
  {
    name: 'my-page.zip',
    content: Buffer.from(
      zipOf([
        { name: 'my-page/index.html', data: HTML },
        { name: `my-page/src/components/${WIDE_WORD}/index.test.js`, data: WIDE_CODE },
        { name: 'my-page/styles and everything else that has to do with colours.css', data: 'a' },
      ]),
    ),
  },
  { name: 'on-my-phone.png', content: Buffer.from(png(900, 500)) },
  { name: 'tea.sqlite', content: bytesOf('SQLite format 3\0\u0010\0\u0001\u0001') },
]

/** Files of work: one for each kind of view, and one that cannot be viewed. */
export const WORK_FILES = [
  ...OPENED.map(({ name, content }, at) => ({ path: `${at}`, name, bytes: content.length })),
  { path: 'film', name: `${WIDE_WORD}.mp4`, bytes: 12_400_000 },
]

/** Answers for storage: it signs the addresses of these files, and returns their contents. */
export const holdsWorkFiles = combineMocks(
  answerWith('**/functions/v1/sign-files', {
    files: WORK_FILES.map(({ path }) => ({
      ...{ path, address: `/object/sign/work-files/${path}?token=t` },
    })),
  }),
  (page) =>
    page.route(/\/object\/sign\/work-files\/\d/, (route) => {
      const at = Number(new URL(route.request().url()).pathname.split('/').at(-1))
      return route.fulfill({ body: OPENED[at]?.content ?? '' })
    }),
)

/** Opens every file that has a view. */
export async function openWorkFiles(page: Page): Promise<void> {
  for (const { name } of OPENED) {
    await page.getByRole('button', { name: `View ${name}` }).click()
    const content = page.getByRole('region', { name: `Content of ${name}` })
    await content.and(page.locator('[aria-busy="false"]')).waitFor()
  }
  await page.getByRole('img', { name: 'on-my-phone.png' }).waitFor()
}
