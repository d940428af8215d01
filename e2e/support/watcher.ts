import type { Course, Person, World } from './world'

export const IDS = {
  YOUTUBE: 'aqz-KE-bpKQ',
  VIMEO: '76979871/8272103f6e',
  CF: '5d5bc37ffcf54c9b82e996823bffbb81',
  MUX: 'DS00Spx1CV902MCtPj5WknGlR102V5HFkDe',
  LOOM: '0281766fa2d04bb788eaf19e65135184',
}

/** A member with a course whose video is at that provider. */
export async function watcher(world: World, provider: keyof typeof IDS = 'YOUTUBE', start = 0) {
  const { member, course } = await world.memberWithCourse()
  await world.sql(
    'update public.lessons set video_provider = $2, video_asset_id = $3, video_start_sec = $4, duration_sec = 0 where id = $1',
    [course.lessons.video, provider, IDS[provider], start],
  )
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.video}`
  return { member, course, path }
}

export async function progress(world: World, member: Person, course: Course) {
  const [row] = await world.sql(
    'select position_sec::float as position, watched::text from public.lesson_progress where user_id = $1 and lesson_id = $2',
    [member.id, course.lessons.video],
  )
  return row
}

export const position = async (...of: Parameters<typeof progress>) =>
  Number((await progress(...of))?.position)
