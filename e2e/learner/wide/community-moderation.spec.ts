import { expect, test } from '../../support/fixtures'
import { choosePostAction, postBy, postTexts } from '../../support/posts'
import { untilSeen } from '../../support/seen'

test('a person who is banned while writing keeps the text and sees that they are banned', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ben = await world.person()
  await world.joinCommunity(ben, place)
  const page = await open(ben, `/app/communities/${place.slug}`, { expectProblems: [/403/] })
  await page.getByRole('textbox', { name: 'Write a post' }).fill('One more thing')
  await world.sql('update public.community_members set banned = true where user_id = $1', [ben.id])
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: `You are banned from ${place.name}` }),
  ).toBeVisible()
  expect(await postTexts(world, place.id)).toEqual([])
})

test('a report reaches the moderators, who dismiss it or delete the post', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const [ada, ben, lee] = [
    await world.person({ name: 'Ada Rude' }),
    await world.person({ name: 'Ben Reports' }),
    await world.person({ name: 'Lee Leads' }),
  ]
  await world.joinCommunity(ada, place)
  await world.joinCommunity(ben, place)
  await world.joinCommunity(lee, place, { role: 'MODERATOR' })
  await world.post(ada, place, 'Something unkind')
  const bens = await open(ben, `/app/communities/${place.slug}`)
  await choosePostAction(bens, 'Ada Rude', 'Report')
  await bens.getByLabel('What is wrong with it? (optional)').fill('It is unkind')
  await bens.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(bens.getByText('You reported this post')).toBeVisible()
  await expect(
    bens.getByRole('button', { name: 'Options for the post by Ada Rude' }),
    'once a person, and nothing else to do',
  ).toHaveCount(0)
  await expect
    .poll(() =>
      world.sql('select reason from public.community_post_reports where reporter_id = $1', [
        ben.id,
      ]),
    )
    .toEqual([{ reason: 'It is unkind' }])

  const lees = await open(lee, `/app/communities/${place.slug}`)
  const reports = lees.getByRole('region', { name: '1 reported post' })
  await expect(reports.getByText('It is unkind')).toBeVisible()
  expect(await lees.locator('main').textContent()).not.toContain('Ben Reports')
  await reports.getByRole('button', { name: 'Delete post' }).click()
  await lees.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(reports).toHaveCount(0)
  await expect(lees.getByText('Something unkind')).toHaveCount(0)
  await lees.getByRole('button', { name: 'Undo' }).click()
  await reports.getByRole('button', { name: 'Dismiss' }).click()
  await expect(reports).toHaveCount(0)
  await expect(postBy(lees, 'Ada Rude')).toBeVisible()
  expect(await postTexts(world, place.id)).toEqual(['Something unkind'])
})

test('a moderator bans a person from the list of members, and lifts the ban', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const [lee, rude] = [
    await world.person({ name: 'Lee Leads' }),
    await world.person({ name: 'Rudi Rude' }),
  ]
  await world.joinCommunity(lee, place, { role: 'MODERATOR' })
  await world.joinCommunity(rude, place)
  const lees = await open(lee, `/app/communities/${place.slug}`)
  await lees.getByRole('link', { name: 'Members' }).click()
  await expect(lees.getByRole('heading', { name: 'Members' })).toBeFocused()
  await expect(lees.getByRole('button', { name: /^Ban/ }), 'not oneself').toHaveCount(1)
  await untilSeen(lees)
  await lees.getByRole('button', { name: 'Ban Rudi Rude' }).press('Enter')
  await lees.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
  const back = lees.getByRole('button', { name: 'Unban Rudi Rude' })
  await expect(back).toBeFocused()

  const rudis = await open(rude, `/app/communities/${place.slug}`)
  await expect(rudis.getByText("You can't read or post here.")).toBeVisible()
  await rudis.goto(`/app/communities/${place.slug}/members`)
  await expect(rudis.getByText('Community not found')).toBeVisible()
  await back.press('Enter')
  await expect(lees.getByRole('button', { name: 'Ban Rudi Rude', exact: true })).toBeFocused()
  await rudis.goto(`/app/communities/${place.slug}`)
  await expect(rudis.getByRole('textbox', { name: 'Write a post' })).toBeVisible()
})
