import type { Course, Person, World } from './world'

const IDS = {
  YOUTUBE: 'aqz-KE-bpKQ',
  VIMEO: '76979871/8272103f6e',
  CF: '5d5bc37ffcf54c9b82e996823bffbb81',
  MUX: 'DS00Spx1CV902MCtPj5WknGlR102V5HFkDe',
  LOOM: '0281766fa2d04bb788eaf19e65135184',
}

/** Gives the video lesson of a course another video, which nobody has watched. */
export async function setVideoProvider(
  world: World,
  course: Course,
  provider: keyof typeof IDS,
  start = 0,
): Promise<void> {
  await world.sql(
    'update public.lessons set video_provider = $2, video_asset_id = $3, video_start_sec = $4, duration_sec = 0 where id = $1',
    [course.lessons.video, provider, IDS[provider], start],
  )
  await world.sql('delete from public.lesson_progress where lesson_id = $1', [course.lessons.video])
}

/** A member with a course whose video is at that provider. */
export async function memberWithVideo(world: World, provider: keyof typeof IDS = 'YOUTUBE') {
  const { member, course } = await world.memberWithCourse()
  await setVideoProvider(world, course, provider)
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
