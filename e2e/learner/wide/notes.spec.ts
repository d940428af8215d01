import { fakeProvider, startPlayer } from '../../support/fake-player'
import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { stored, write, yourNotes } from '../../support/notes'
import { untilSeen } from '../../support/seen'
import { origin } from '../../support/world'

/** Console errors of a browser without a connection. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch/]

const SENTENCE = 'A rebase writes commits again on another base.'

test('a note at a moment of a video takes two presses of the mouse', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const page = await open(member, '/app/dashboard')
  await fakeProvider(page.context(), 'YOUTUBE', origin(), 600)
  await page.goto(`/app/courses/${course.slug}/lesson/${course.lessons.video}`)
  await yourNotes(page)
  await startPlayer(page)
  const add = page.getByRole('button', { name: 'Add note' }).first()
  await expect(add).toBeInViewport()
  const interactions = await countInteractions(page)

  await add.click()
  const note = page.getByRole('dialog', { name: /^New note at / })
  await page.keyboard.type('The trick with the base')
  const save = note.getByRole('button', { name: 'Save' })
  await untilSeen(page)
  await save.click()
  await expect(note).toBeHidden()
  await expect.poll(() => stored(world, member)).toMatchObject([{ at_seconds: expect.any(Number) }])
  // Typing the text is the third interaction.
  expect(await interactions()).toBe(3)
})

test('a quote noted offline is kept through a reload and sent once', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  await world.sql('update public.lessons set content = $2 where id = $1', [
    course.lessons.text,
    `First words.\n\n${SENTENCE}\n\nLast words.`,
  ])
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.text}`
  const page = await open(member, path, { expectProblems: [...CUT, /answered 5/] })
  const section = await yourNotes(page)
  let reachable = false
  const saves: string[] = []
  await page.route('**/rpc/save_note', (route) => {
    if (!reachable) return route.abort('connectionfailed')
    saves.push(route.request().postData() ?? '')
    return route.continue()
  })
  await page.getByText(SENTENCE).evaluate((element) => getSelection()?.selectAllChildren(element))
  await page.getByRole('button', { name: 'Add note' }).last().click()
  await expect(page.getByRole('dialog').getByText(SENTENCE)).toBeVisible()
  await write(page, 'Ask about this')
  await expect(section.getByText('Ask about this')).toBeVisible()
  await page.reload()
  await expect((await yourNotes(page)).getByText('Ask about this')).toBeVisible()
  expect(await stored(world, member)).toEqual([])

  reachable = true
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(() => stored(world, member))
    .toEqual([{ body: 'Ask about this', at_seconds: null, quote: SENTENCE }])
  expect(saves).toHaveLength(1)
  await page.getByRole('link', { name: 'Show in the text' }).click()
  await expect(page.getByText(SENTENCE).first()).toBeFocused()
})

test('two devices change one note: the later text wins, and the other is kept as a second note', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.text}`
  const phone = await open(member, path, { expectProblems: CUT })
  await yourNotes(phone)
  await phone.keyboard.press('a')
  await write(phone, 'As it was')
  await expect.poll(() => stored(world, member)).toHaveLength(1)
  const laptop = await open(member, path)
  const section = await yourNotes(laptop)
  await expect(section.getByText('As it was')).toBeVisible()

  await phone.route('**/rpc/save_note', (route) => route.abort('connectionfailed'))
  await phone.getByRole('button', { name: /^Edit the note/ }).click()
  await write(phone, 'From the phone')
  await laptop.getByRole('button', { name: /^Edit the note/ }).click()
  await write(laptop, 'From the laptop')
  await expect.poll(async () => (await stored(world, member))[0]?.body).toBe('From the laptop')

  await phone.unroute('**/rpc/save_note')
  await phone.evaluate(() => dispatchEvent(new Event('online')))
  await expect(phone.getByText('Both texts are kept.')).toBeVisible()
  const both = (await yourNotes(phone)).getByRole('listitem')
  await expect(both).toHaveCount(2)
  await expect(both.filter({ hasText: 'From the phone' })).toBeVisible()
  await expect(both.filter({ hasText: 'From the laptop' })).toBeVisible()
})

test('a member searches, exports, deletes and restores notes, and keeps them when access ends', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  await world.sql(
    `insert into public.notes (user_id, id, lesson_id, body, revision)
     select $1, gen_random_uuid(), $2, b, gen_random_uuid() from unnest(array['Quokka facts', 'Other words']) b`,
    [member.id, course.lessons.text],
  )
  const page = await open(member, '/app/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('quokka')
  await page.getByRole('option', { name: /Quokka facts/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reading lesson' })).toBeVisible()

  await page.goto('/app/notes?q=quokka')
  const items = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(items).toHaveCount(1)
  await page.getByRole('searchbox').fill('')
  await expect(items).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as Markdown' }).click()
  expect((await download).suggestedFilename()).toMatch(/^notes-\d{4}-\d\d-\d\d\.md$/)

  await items
    .filter({ hasText: 'Quokka' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(items).toHaveCount(1)
  await expect.poll(() => stored(world, member)).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(items).toHaveCount(2)
  await expect.poll(() => stored(world, member)).toHaveLength(2)

  await world.sql('delete from public.entitlements where user_id = $1', [member.id])
  await page.reload()
  await expect(items.filter({ hasText: 'You can no longer open this lesson' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
})
