import type { Locator, Page } from '@playwright/test'
import { Injector, randomFrom } from '../../faults/injector'
import { expect, test } from '../../support/fixtures'

/**
 * Several people work while every fourth request fails. In `npm test`, each takes a few actions; with SOAK_MINUTES=10,
 * as many as fit into ten minutes. SOAK_SEED repeats the random choices of a run.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0)
const SEED = Number(process.env.SOAK_SEED ?? 7)
const ACTS = 6

const NOISE = [/^(?:console|failed|answered)/]
const AGAIN = /^(?:Try Again|Retry|Reload)$/

test('while requests fail, no raw answer is shown and nothing is lost', async ({ open, world }) => {
  test.setTimeout((MINUTES + 4) * 60_000)
  const injector = new Injector(0.25)
  const until = Date.now() + MINUTES * 60_000
  const acts: Record<string, number> = {}
  const { member, course } = await world.memberWithCourse()

  /** Runs the actions of a person one after another in random order, and checks the screen after each. */
  const work = async (
    page: Page,
    seed: number,
    doable: Record<string, (number: number) => Promise<void>>,
  ) => {
    page.setDefaultTimeout(45_000)
    const random = randomFrom(seed)
    const names = Object.keys(doable)
    for (let done = 0; MINUTES > 0 ? Date.now() < until : done < ACTS; done += 1) {
      // First each action runs once, then random ones.
      const name = names[done < names.length ? done : Math.floor(random() * names.length)] ?? ''
      await doable[name]?.(done)
      acts[name] = (acts[name] ?? 0) + 1
      expect([...injector.raw], `on screen after: ${name}`).toEqual([])
      const sum = Object.values(acts).reduce((a, b) => a + b, 0)
      if (MINUTES > 0 && sum % 50 === 0) {
        console.log(`${sum} acts, ${Math.ceil((until - Date.now()) / 60_000)} minutes left`)
      }
    }
  }

  const studying = async () => {
    const page = await open(member, '/login', { expectProblems: NOISE })
    await injector.attach(page, SEED)
    const meant = new Map<string, boolean>()
    const lessons = Object.values(course.lessons)
    const toLesson = async (id: string) => {
      await page.goto(`/app/courses/${course.slug}/lesson/${id}`)
      await reach(page, page.getByRole('button', { name: /^(?:Mark As Complete|Completed)$/ }))
    }
    await work(page, SEED, {
      'complete or undo a lesson': async (number) => {
        const id = lessons[number % lessons.length] ?? ''
        await toLesson(id)
        const mark = page.getByRole('button', { name: 'Mark As Complete' })
        meant.set(id, await mark.isVisible())
        if (meant.get(id)) await mark.click()
        else {
          await page.getByRole('button', { name: 'Lesson options' }).click()
          await page.getByRole('menuitem', { name: 'Mark as not complete' }).click()
        }
        await expect(
          page.getByRole('button', {
            name: meant.get(id) ? 'Completed' : 'Mark As Complete',
            exact: true,
          }),
        ).toBeVisible()
      },
      'look at the library': async () => {
        await page.goto('/app/dashboard')
        await reach(page, page.getByRole('heading', { name: course.title }))
      },
      search: async () => {
        await toLesson(course.lessons.text)
        // A word that occurs only in this course. Other lessons can contain markup, which looks like a raw answer.
        const word = course.title.replace('Course ', '')
        await page.keyboard.type(`/${word}`)
        const dialog = page.getByRole('dialog', { name: 'Search' })
        await expect(dialog.getByRole('combobox')).toHaveValue(word)
        await reach(page, dialog.getByRole('option').first())
        await page.keyboard.press('Escape')
      },
    })
    return { page, meant }
  }

  const teaching = async () => {
    const moderator = await world.person({ role: 'MODERATOR' })
    const learner = await world.person()
    const given = await world.course()
    const page = await open(moderator, '/moderator', { expectProblems: NOISE })
    await injector.attach(page, SEED + 1)
    const access: boolean[] = []
    await work(page, SEED + 1, {
      'change the access of a person': async () => {
        await page.goto(`/moderator/members?q=${learner.email}`)
        const manage = page.getByRole('button', { name: /^Manage Access/ })
        await reach(page, manage)
        await manage.click()
        const dialog = page.getByRole('dialog', { name: 'Manage Access' })
        const toggle = dialog.getByRole('switch', { name: given.title })
        await reach(page, toggle)
        const on = !(await toggle.isChecked())
        await toggle.click()
        await dialog.getByRole('button', { name: 'Save', exact: true }).click()
        await finish(page, dialog, () =>
          expect(toggle).toBeChecked({ checked: on, timeout: 1_000 }),
        )
        access.push(on)
      },
      'look at the analytics': async () => {
        await page.goto('/moderator/analytics')
        await reach(page, page.getByRole('heading', { level: 1, name: 'Analytics' }))
        await reach(page, page.getByText(/@example\.test|@rookies\.test/).first())
      },
    })
    return async () => {
      const rows = await world.sql(
        'select count(*)::int as n from public.entitlements where user_id = $1 and course_id = $2',
        [learner.id, given.id],
      )
      expect(rows).toEqual([{ n: access.at(-1) ? 1 : 0 }])
    }
  }

  const running = async () => {
    const admin = await world.person({ role: 'ADMIN' })
    const edited = await world.course()
    const page = await open(admin, '/admin/courses', { expectProblems: NOISE })
    await injector.attach(page, SEED + 2)
    const invited: string[] = []
    let description = ''
    await work(page, SEED + 2, {
      'save a course': async (number) => {
        await page.goto(`/admin/courses/${edited.id}?tab=details`)
        const field = page.getByLabel('Description').first()
        await reach(page, field)
        description = `Said ${number} times`
        await field.fill(description)
        const save = page.getByRole('button', { name: 'Save Course' })
        const again = page.getByRole('alert').getByRole('button', { name: AGAIN })
        await save.click()
        // The save button is disabled as soon as everything is saved.
        for (let tries = 0; tries < 40 && !(await save.isDisabled()); tries += 1) {
          await expect(async () => {
            expect((await save.isDisabled()) || (await again.first().isVisible())).toBe(true)
          }).toPass({ timeout: 45_000 })
          await expect(field).toHaveValue(description)
          if (await save.isDisabled()) break
          await again
            .first()
            .click({ timeout: 5_000 })
            .catch(() => undefined)
        }
        await expect(save).toBeDisabled()
      },
      'invite a person': async () => {
        const email = `${crypto.randomUUID()}@example.test`
        await page.goto('/admin/invites')
        const create = page.getByRole('button', { name: 'Create Invite' }).first()
        await reach(page, create)
        await create.click()
        const dialog = page.getByRole('dialog', { name: 'Create Invite' })
        const field = dialog.getByLabel('Email')
        await field.fill(email)
        await dialog.getByRole('button', { name: 'Create Invite' }).click()
        await finish(page, dialog, () => expect(field).toHaveValue(email, { timeout: 1_000 }))
        invited.push(email)
      },
      'look for a member': async () => {
        await page.goto(`/admin/members?q=${member.email}`)
        await reach(page, page.getByText(member.email).first())
      },
    })
    return async () => {
      const rows = await world.sql('select description from public.courses where id = $1', [
        edited.id,
      ])
      expect(rows).toEqual([{ description }])
      const invites = await world.sql(
        'select email, count(*)::int as n from public.invites where email = any($1) group by email',
        [invited],
      )
      expect(invites).toHaveLength(invited.length)
      expect(invites.filter(({ n }) => n !== 1)).toEqual([])
    }
  }

  const [{ page, meant }, accessIsRight, adminIsRight] = await Promise.all([
    studying(),
    teaching(),
    running(),
  ])
  injector.active = false

  // The outbox is sent as soon as the browser reports a connection.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join(' ')), { timeout: 90_000 })
    .not.toContain('rookies-outbox')
  const rows = await world.sql(
    'select lesson_id from public.lesson_completions where user_id = $1',
    [member.id],
  )
  const done = [...meant].filter(([, complete]) => complete).map(([id]) => id)
  expect(rows.map((row) => row.lesson_id).sort()).toEqual(done.sort())
  await accessIsRight()
  await adminIsRight()
  expect([...injector.raw]).toEqual([])
  console.log(
    `seed ${SEED}: ${JSON.stringify({ acts, requests: injector.requests, faults: injector.faults, raw: injector.raw.size, lost: 0 })}`,
  )
})

/** Waits for an element, and presses the retry button as often as needed. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  const again = page.getByRole('button', { name: AGAIN })
  for (let tries = 0; tries < 40; tries += 1) {
    await wanted.or(again).first().waitFor({ timeout: 45_000 })
    if (await wanted.first().isVisible()) return
    // The retry may be in progress or done by now, so errors are ignored.
    await again
      .first()
      .click({ timeout: 5_000 })
      .catch(() => undefined)
  }
  await expect(wanted.first()).toBeVisible()
}

/** Retries until a dialog is done, and checks after each attempt that it keeps its content. */
async function finish(page: Page, dialog: Locator, kept: () => Promise<void>): Promise<void> {
  const again = dialog.getByRole('alert').getByRole('button', { name: AGAIN })
  const more = page.getByRole('dialog', { name: /invite|link/i }).getByRole('button', {
    name: /^(?:Done|Close)$/,
  })
  for (let tries = 0; tries < 40; tries += 1) {
    await expect(async () => {
      expect(
        (await dialog.isHidden()) || (await again.isVisible()) || (await more.isVisible()),
      ).toBe(true)
    }).toPass({ timeout: 45_000 })
    if (await more.isVisible()) await more.click()
    if (await dialog.isHidden()) return
    // The retry button may be inside the dialog, which may close meanwhile.
    await expect(async () => {
      if (await dialog.isVisible()) await kept()
    }).toPass({ timeout: 45_000 })
    await again.click({ timeout: 5_000 }).catch(() => undefined)
  }
  await expect(dialog).toBeHidden()
}
