import { choose } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { chooseFromTitleMenu } from '../../support/title-menu'

test('an administrator creates a community, is told what is missing, and edits it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const word = crypto.randomUUID().slice(0, 8)
  const page = await open(admin, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Communities').click()
  await expect(page).toHaveURL('/admin/communities')
  await page.getByRole('button', { name: 'Create Community' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Community' })
  await dialog.getByRole('button', { name: 'Create Community' }).click()
  await expect(page.getByText('Missing fields')).toBeVisible()
  await expect(page.getByText('Name and slug are required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill(`Study Hall ${word}!`)
  await expect(dialog.getByLabel('Slug')).toHaveValue(`study-hall-${word}`)
  await dialog.getByLabel('Slug').fill(`Our Hall  ${word}`)
  await expect(dialog.getByLabel('Slug')).toHaveValue(`our-hall-${word}`)
  await expect(dialog.getByRole('radio', { name: /^Free/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^Course/ }).check()
  await dialog.getByRole('button', { name: 'Create Community' }).click()
  await expect(dialog.getByText('Choose a course', { exact: true }).last()).toBeVisible()
  await choose(dialog.getByLabel('Course', { exact: true }).last(), course.title)
  await dialog.getByRole('button', { name: 'Create Community' }).click()
  await expect(page.getByText('Community created')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByPlaceholder('Search communities...').fill(word)
  await expect(page.getByText('1 community')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: word })
  await expect(row).toContainText(course.title)
  await row.getByRole('link', { name: 'Manage' }).click()
  await expect(page.getByText('No members yet')).toBeVisible()
  // A click anywhere in the row opens the community too.
  await page.goBack()
  await row.getByRole('cell', { name: 'No members' }).click()
  await expect(page.getByText('No members yet')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Community' })
  await edit.getByLabel('Description (optional)').fill('Where we study together')
  await edit.getByRole('checkbox', { name: /^Read-only/ }).check()
  await edit.getByRole('radio', { name: /^Invite/ }).check()
  await page.keyboard.press('Escape')
  await expect(edit.getByText('You have unsaved changes.')).toBeVisible()
  await edit.getByRole('button', { name: 'Save Community' }).click()
  await expect(page.getByText('Community updated')).toBeVisible()
  await expect(page.getByRole('main').getByText('Read-only')).toBeVisible()
  expect(
    await world.sql(
      'select name, description, access_type, read_only, course_id, created_by_id from public.communities where slug = $1',
      [`our-hall-${word}`],
    ),
  ).toEqual([
    {
      name: `Study Hall ${word}!`,
      description: 'Where we study together',
      access_type: 'INVITE',
      read_only: true,
      course_id: null,
      created_by_id: admin.id,
    },
  ])
  expect(
    await world.sql(
      `select action from public.audit_logs where user_id = $1 and action like 'community.%' order by id`,
      [admin.id],
    ),
  ).toEqual([{ action: 'community.create' }, { action: 'community.update' }])
})

test('an administrator finds members, makes one a moderator, bans and unbans one, and adds one', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const community = await world.community({ access: 'INVITE' })
  const family = `Talker${crypto.randomUUID().slice(0, 8)}`
  const [inside, outside] = [
    await world.person({ name: `Ines ${family}` }),
    await world.person({ name: `Otto ${family}` }),
  ]
  await world.joinCommunity(inside, community)
  await world.post(inside, community, 'What I wrote')
  const theirs = await open(inside, `/app/communities/${community.slug}`)
  await expect(theirs.getByText('What I wrote')).toBeVisible()

  const page = await open(admin, `/admin/communities/${community.id}`)
  const row = page.getByRole('row').filter({ hasText: inside.email })
  await row.getByRole('button', { name: `Make ${inside.name} a Mod` }).click()
  await expect(page.getByText(`${inside.name} is now a moderator`)).toBeVisible()
  await expect(row.getByText('Moderator', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: `Make ${inside.name} a Member` }).click()
  await expect(row.getByText('Moderator', { exact: true })).toHaveCount(0)

  await row.getByRole('button', { name: `Ban ${inside.name}`, exact: true }).click()
  const ban = page.getByRole('dialog', { name: `Ban from ${community.name}?` })
  await expect(ban.getByText(inside.email)).toBeVisible()
  await ban.getByRole('button', { name: 'Ban Member' }).click()
  await expect(page.getByText('Member banned')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('What I wrote')).toHaveCount(0)
  await choose(page.getByLabel('Show'), 'Banned')
  await expect(page).toHaveURL(/state=banned/)
  await row.getByRole('button', { name: `Unban ${inside.name}` }).click()
  await expect(page.getByText('Member unbanned')).toBeVisible()
  await expect(page.getByText('No members found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: 'Add Member' }).click()
  const add = page.getByRole('dialog', { name: `Add to ${community.name}` })
  await add.getByPlaceholder('Search by name or email...').fill(family)
  const candidate = (email: string) => add.getByRole('listitem').filter({ hasText: email })
  await expect(candidate(inside.email)).toContainText('Member')
  await candidate(outside.email)
    .getByRole('button', { name: `Add ${outside.name}` })
    .click()
  await expect(page.getByText('Member added')).toBeVisible()
  await expect(candidate(outside.email).getByText('Member', { exact: true })).toBeVisible()
  await add.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: outside.email })).toBeVisible()
  expect(
    await world.sql(
      `select action from public.audit_logs where target_id = $1 and user_id = $2 order by id`,
      [community.id, admin.id],
    ),
  ).toEqual(
    ['member_role', 'member_role', 'ban', 'unban', 'join'].map((act) => ({
      action: `community.${act}`,
    })),
  )
})

test('an administrator dismisses or removes reported posts, and can undo a removal', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const community = await world.community()
  const [author, reporter] = [await world.person({ name: 'Astrid Author' }), await world.person()]
  for (const person of [author, reporter]) await world.joinCommunity(person, community)
  const rude = await world.post(author, community, 'Something rude')
  const harmless = await world.post(author, community, 'Something harmless')
  for (const post of [rude, harmless]) {
    await world.sql(
      `insert into public.community_post_reports (post_id, reporter_id, reason) values ($1, $2, 'Not nice')`,
      [post, reporter.id],
    )
  }
  const page = await open(admin, `/admin/communities?q=${community.slug}`)
  await page.getByRole('link', { name: /^2 reported in/ }).click()
  const item = (words: string) =>
    page
      .getByRole('region', { name: 'Reported posts' })
      .getByRole('listitem')
      .filter({ hasText: words })
  await expect(item('Something rude').first()).toContainText('Astrid Author')
  await expect(item('Something rude').first()).toContainText('“Not nice”')
  const authorLink = item('Something rude').getByRole('link', { name: 'Astrid Author' })
  await expect(authorLink).toHaveAttribute('href', `/admin/members/${author.id}`)
  await item('Something harmless').getByRole('button', { name: 'Dismiss Report' }).click()
  await expect(page.getByText('Reports dismissed')).toBeVisible()
  await expect(item('Something harmless')).toHaveCount(0)
  await item('Something rude').getByRole('button', { name: 'Remove Post' }).click()
  await expect(page.getByText('Post removed')).toBeVisible()
  await expect(page.getByText('No open reports')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item('Something rude').first()).toBeVisible()
  await item('Something rude').getByRole('button', { name: 'Remove Post' }).click()
  await expect(page.getByText('No open reports')).toBeVisible()
  expect(
    await world.sql(
      'select deleted_at is null as there from public.community_posts where id = any ($1) order by body',
      [[rude, harmless]],
    ),
  ).toEqual([{ there: true }, { there: false }])
})

test('an administrator who deletes a community is told what is deleted with it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const community = await world.community()
  const person = await world.person()
  await world.joinCommunity(person, community)
  const post = await world.post(person, community, 'A question')
  await world.post(person, community, 'An answer', post)
  const page = await open(admin, `/admin/communities/${community.id}`)
  await chooseFromTitleMenu(page, 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete this community?' })
  await expect(dialog.getByText(community.name)).toBeVisible()
  await expect(dialog.getByText(/^1 person loses it at once and permanently: /)).toBeVisible()
  await expect(dialog.getByText(/^2 posts and replies are deleted/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(
    await world.sql('select 1 from public.communities where id = $1', [community.id]),
  ).toHaveLength(1)
  await chooseFromTitleMenu(page, 'Delete')
  await dialog.getByRole('button', { name: 'Delete Community' }).click()
  await expect(page.getByText('Community deleted')).toBeVisible()
  await expect(page).toHaveURL('/admin/communities')
  expect(await world.sql('select 1 from public.communities where id = $1', [community.id])).toEqual(
    [],
  )
  await page.goto(`/admin/communities/${community.id}`)
  await expect(page.getByText('There is no such community')).toBeVisible()
})

test('Back and a reload ask before they discard the unsaved form of a new community', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/communities')
  await page.getByRole('button', { name: 'Create Community' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Community' })
  await dialog.getByLabel('Name').fill('Half a thought')
  // Waits until the form has noticed that it has unsaved input, which takes some milliseconds.
  await page.waitForFunction(() =>
    Object.keys(sessionStorage).some((key) => key.startsWith('rookies-form-draft:')),
  )
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Stay on This Page' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a thought')
  await expect(page).toHaveURL(/\?new/)

  // A reload opens the browser's own dialog.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const browserAsks = await asked
  expect(browserAsks.type()).toBe('beforeunload')
  await browserAsks.dismiss()
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a thought')

  await page.goBack()
  await question.getByRole('button', { name: 'Leave Without Saving' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin/communities')
  // Without input, the form closes without asking.
  await page.getByRole('button', { name: 'Create Community' }).first().click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await page.goBack()
  await expect(dialog).toBeHidden()
})
