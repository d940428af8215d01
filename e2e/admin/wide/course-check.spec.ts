import { expect, test } from '../../support/fixtures'
import { chooseFromTitleMenu } from '../../support/title-menu'

test('an administrator finds what a course lacks, corrects it there, and can publish in any case', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { member, course } = await world.memberWithCourse()
  await world.sql(`update public.courses set status = 'DRAFT' where id = $1`, [course.id])
  await world.sql(
    `update public.lessons set video_provider = 'NONE', video_asset_id = null, duration_sec = 60, external_url = null
     where module_id in (select id from public.modules where course_id = $1)`,
    [course.id],
  )
  await world.sql(
    `update public.lessons set content = $2 where title = 'Reading lesson' and module_id in (select id from public.modules where course_id = $1)`,
    [
      course.id,
      'Enough words for a text that says something about what it is for. [Inside](http://127.0.0.1:1/) [Nowhere](https://nowhere.invalid/) [Course](/app/courses/not-there)',
    ],
  )
  await world.sql(
    `delete from public.lesson_attachments where lesson_id in (select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = $1)`,
    [course.id],
  )
  const page = await open(admin, `/admin/courses/${course.id}`)
  await chooseFromTitleMenu(page, 'Check Course')
  const drawer = page.getByRole('dialog', { name: 'Check Course' })
  await expect(drawer.getByText('3 lessons, 3 remarks')).toBeVisible()
  await expect(drawer.getByText('It has no video.')).toBeVisible()
  await expect(
    drawer.getByText(/doesn't exist or isn't published: \/app\/courses\/not-there/),
  ).toBeVisible()

  await drawer.getByRole('button', { name: 'Check 2 Links' }).click()
  await expect(
    drawer.getByText(/^1 link could not be reached from the server\. 1 link was not checked\./),
  ).toBeVisible()

  await drawer.getByRole('link', { name: 'Reading lesson' }).click()
  const lesson = page.getByRole('dialog', { name: 'Edit Lesson' })
  const text = lesson.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill(
    'All that is written here has been mended, and it leads nowhere that is not there.',
  )
  await lesson.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(drawer.getByText('3 lessons, 2 remarks')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: 'Publish Course' }).click()
  const question = page.getByRole('dialog', { name: 'Publish this course?' })
  await expect(question.getByText('3 lessons, 2 remarks')).toBeVisible()
  await expect(question.getByText(/^1 person will see it right away: /)).toBeVisible()
  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Course Published!')).toBeVisible()
  const learner = await open(member, `/app/courses/${course.slug}`)
  await expect(learner.getByRole('heading', { name: 'Reading lesson' })).toBeVisible()
})
