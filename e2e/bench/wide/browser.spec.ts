import { chromium } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { origin } from '../../support/world'
import { measureEditor } from '../editor'
import { measurePaints } from '../paint'

// `npm run bench` measures the same screens and presses more often.

// `npm test` names the browser; without a name it is Playwright's own.
const browser = process.env.CHROMIUM ?? chromium.executablePath()
const COURSE = 'javascript-thinking-in-functions'

test('each screen, press and step of the editor is measured in a browser', async ({ world }) => {
  // The test opens a page for each screen and each press, which takes long.
  test.setTimeout(400_000)
  const [course] = await world.sql('select id from public.courses where slug = $1', [COURSE])
  const id = String(course?.id)
  const member = await world.person()
  await world.entitle(member, { id })
  const admin = await world.person({ role: 'ADMIN' })

  const { screens, presses } = await measurePaints(
    origin(),
    await world.session(member),
    browser,
    1,
  )
  const editor = await measureEditor(
    origin(),
    await world.session(admin),
    browser,
    `/admin/courses/${id}`,
  )

  // A task of less than 50 ms or a press of less than 16 ms is measured as 0.
  expect(screens.filter(({ largest, shift }) => !(largest > 0 && shift >= 0))).toEqual([])
  expect(presses.filter(({ paint }) => !(paint >= 0))).toEqual([])
  expect(Object.values(editor.tasks).filter((longest) => !(longest >= 0))).toEqual([])
  expect(editor.dialog).toBeGreaterThan(0)
  expect(editor.nodes).toBeGreaterThan(100)
})
