import { randomBytes, randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'
import { type CourseTree, courseTree } from '../wire/course-trees'

/** A person with private data in every table. */
export interface Victim extends Person {
  name: string
  /** The creator of the courses. */
  author: Person
  /** A published course, which is locked without access. */
  course: CourseTree
  draft: CourseTree
  deleted: CourseTree
  entitlement: string
  purchase: string
  notification: string
  invite: string
  inviteToken: string
  community: string
  post: string
  /** A note on the published course's lesson. */
  note: string
  /** An earlier version of the published course's lesson. */
  version: string
  /** The path of a file of that lesson. */
  file: string
  /** A cohort of the person, a message to it, and the secrets of its link, of a mail, and of the person's calendar. */
  cohort: string
  cohortMessage: string
  secret: string
  /** An assignment, the person's work on it, its round, and a review of that. */
  task: string
  work: string
  round: string
  review: string
  /** An exercise with hidden tests and a solution, and a run of the person. */
  exercise: string
  run: string
  /** A question of the person about the assignment, for their cohort, and an answer to it. */
  question: string
  answer: string
  /** An open session of the person. */
  session: string
  /** Texts that no answer to another person may contain. */
  secrets: readonly string[]
}

/** Creates a victim as the owner of the database. All private texts contain a word that exists nowhere else. */
export async function plantVictim(db: TestDatabase): Promise<Victim> {
  const word = `secret-${randomUUID()}`
  const [person, author] = [await db.person({ name: word }), await db.person({ name: word })]
  const course = await courseTree(db, { by: author, entitled: [person] })
  const draft = await courseTree(db, { by: author, status: 'DRAFT' })
  const deleted = await courseTree(db, { by: author, entitled: [person], deleted: 'course' })
  const id = {
    entitlement: randomUUID(),
    purchase: randomUUID(),
    notification: randomUUID(),
    invite: randomUUID(),
    inviteToken: randomUUID(),
    community: randomUUID(),
    post: randomUUID(),
    note: randomUUID(),
    session: randomUUID(),
    cohort: randomUUID(),
    cohortMessage: randomUUID(),
    secret: randomBytes(32).toString('hex'),
    work: randomUUID(),
    round: randomUUID(),
    review: randomUUID(),
    run: randomUUID(),
    question: randomUUID(),
    answer: randomUUID(),
  }
  const write = (sql: string, ...values: unknown[]) => db.owner(sql, values)

  await write('update public.profiles set phone = $2 where id = $1', person.id, word.slice(0, 40))
  await write(
    'update public.courses set title = $2, description = $2 where id = any($1)',
    [draft.course, deleted.course],
    word,
  )
  await write(
    `update public.lessons set content = $2, external_url = 'https://example.org/' || $2, file_key = $2 where module_id = any($1)`,
    [course.module, draft.module, deleted.module],
    word,
  )
  await write(
    `update public.lesson_attachments set title = $2, url = 'https://example.org/' || $2 where lesson_id = any($1)`,
    [course.lesson, draft.lesson, deleted.lesson],
    word,
  )
  const file = `${randomUUID()}/${word}.pdf`
  await write(
    `insert into public.lesson_files (lesson_id, path, name, size, type) values ($1, $2, $3, 4, 'application/pdf')`,
    course.lesson,
    file,
    word,
  )
  await write('delete from public.entitlements where user_id = $1', person.id)
  await write(
    'insert into public.entitlements (id, user_id, course_id, granted_by_id) values ($1, $2, $3, null), (default, $2, $4, null)',
    id.entitlement,
    person.id,
    course.course,
    deleted.course,
  )
  await write(
    'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)',
    person.id,
    course.lesson,
  )
  await write(
    'insert into public.lesson_progress (user_id, lesson_id, position_sec) values ($1, $2, 7)',
    person.id,
    course.lesson,
  )
  await write(
    'insert into public.notes (user_id, id, lesson_id, body, quote, revision) values ($1, $2, $3, $4, $4, $2)',
    person.id,
    id.note,
    course.lesson,
    word,
  )
  await write(
    `insert into public.communities (id, name, slug, description, access_type, created_by_id) values ($1, $2, $4, $2, 'INVITE', $3)`,
    id.community,
    word,
    author.id,
    `c-${id.community}`,
  )
  await write(
    'insert into public.community_members (community_id, user_id) values ($1, $2)',
    id.community,
    person.id,
  )
  await write(
    'insert into public.community_posts (id, community_id, author_id, body) values ($1, $2, $3, $4)',
    id.post,
    id.community,
    person.id,
    word,
  )
  await write(
    'insert into public.community_post_reports (post_id, reporter_id, reason) values ($1, $2, $3)',
    id.post,
    person.id,
    word,
  )
  await write(
    `insert into public.purchases (id, user_id, course_id, amount_cents, provider, provider_ref, status) values ($1, $2, $3, 4900, 'stripe', $4, 'COMPLETED')`,
    id.purchase,
    person.id,
    course.course,
    word,
  )
  await write(
    'insert into public.notifications (id, title, message, recipient_id, sender_id) values ($1, $2, $2, $3, $4)',
    id.notification,
    word,
    person.id,
    author.id,
  )
  await write(
    'insert into public.notification_reads (user_id, notification_id) values ($1, $2)',
    person.id,
    id.notification,
  )
  await write(
    `insert into public.notification_mutes (user_id, type) values ($1, 'warning')`,
    person.id,
  )
  await write(
    `insert into public.invites (id, token, email, invited_by_id) values ($1, $2, $3 || '@example.test', $4)`,
    id.invite,
    id.inviteToken,
    word,
    author.id,
  )
  await write(
    'insert into public.invite_courses (invite_id, course_id) values ($1, $2)',
    id.invite,
    draft.course,
  )

  await write(
    `insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on) values ($1, $3, $2, 'UTC', '2026-01-01', '2099-01-01')`,
    id.cohort,
    word,
    `c-${id.cohort}`,
  )
  await write(
    'insert into public.cohort_members (cohort_id, user_id) values ($1, $2)',
    id.cohort,
    person.id,
  )
  await write(
    'insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 7)',
    id.cohort,
    course.lesson,
  )
  await write(
    'insert into public.cohort_messages (id, cohort_id, sender_id, title, message, people, mails) values ($1, $2, $3, $4, $4, 1, 1)',
    id.cohortMessage,
    id.cohort,
    author.id,
    word,
  )
  await write(
    'insert into public.preferences (user_id, time_zone) values ($1, $2)',
    person.id,
    'Europe/Vienna',
  )
  for (const place of [
    'cohort_links (hash, cohort_id)',
    'calendar_addresses (hash, user_id)',
    'unsubscribe_tokens (hash, user_id, mail)',
  ]) {
    const [who, mail] = [
      place.includes('cohort_id') ? id.cohort : person.id,
      place.includes('mail'),
    ]
    await write(
      `insert into private.${place} values (sha256(decode($1, 'hex')), $2${mail ? ", 'cohort_mails'" : ''})`,
      id.secret,
      who,
    )
  }

  const { lesson: task } = await courseTree(db, { by: author, entitled: [person] })
  await write(
    `update public.lessons set content_type = 'ASSIGNMENT', content = $2 where id = $1`,
    task,
    word,
  )
  await write(
    'insert into public.submissions (id, lesson_id, user_id, cohort_id) values ($1, $2, $3, $4)',
    ...[id.work, task, person.id, id.cohort],
  )
  await write(
    'insert into public.submission_rounds (id, submission_id, round, text, note) values ($1, $2, 1, $3, $3)',
    ...[id.round, id.work, word],
  )
  await write(
    `insert into public.reviews (id, round_id, reviewer_id, verdict, comment) values ($1, $2, $3, 'AGAIN', $4)`,
    ...[id.review, id.round, author.id, word],
  )
  await write(
    'insert into public.submission_drafts (user_id, lesson_id, body, revision) values ($1, $2, $3, $1)',
    ...[person.id, task, JSON.stringify({ text: word })],
  )
  await write(
    'insert into public.review_drafts (round_id, reviewer_id, body) values ($1, $2, $3)',
    ...[id.round, author.id, JSON.stringify({ comment: word })],
  )
  await write(
    'insert into public.extensions (lesson_id, user_id, due_at, reason) values ($1, $2, now(), $3)',
    ...[task, person.id, word],
  )
  await write(
    'insert into public.saved_replies (user_id, title, body) values ($1, $2, $2)',
    ...[author.id, word],
  )
  await write(
    `insert into public.questions (id, lesson_id, cohort_id, author_id, title, body, audience) values ($1, $2, $3, $4, $5, $5, 'COHORT')`,
    ...[id.question, task, id.cohort, person.id, word],
  )
  await write(
    'insert into public.answers (id, question_id, author_id, body) values ($1, $2, $3, $4)',
    ...[id.answer, id.question, author.id, word],
  )
  await write(
    'insert into public.question_follows (question_id, user_id) values ($1, $2)',
    ...[id.question, person.id],
  )
  await write(
    'insert into private.question_reports (answer_id, reporter_id, reason) values ($1, $2, $3)',
    ...[id.answer, person.id, word],
  )

  const { lesson: exercise } = await courseTree(db, { by: author, entitled: [person] })
  const code = JSON.stringify([{ path: 'main.js', text: word }])
  await write(
    `update public.lessons set content_type = 'EXERCISE', content = $2 where id = $1`,
    ...[exercise, word],
  )
  await write(
    `update private.exercise_keys set files = $2, tests = $3, hidden = $3, solution = $2, proof = 'PROVED' where lesson_id = $1`,
    ...[exercise, code, word],
  )
  await write(
    'update public.exercises set version = 1, files = $2, tests = $3 where lesson_id = $1',
    ...[exercise, code, word],
  )
  await write(
    'insert into public.exercise_runs (id, user_id, lesson_id, tests_version, files) values ($1, $2, $3, 1, $4)',
    ...[id.run, person.id, exercise, code],
  )
  await write(
    'insert into private.exercise_standings (user_id, lesson_id, runs) values ($1, $2, 1)',
    ...[person.id, exercise],
  )
  await write(
    'insert into public.exercise_drafts (user_id, lesson_id, files, revision) values ($1, $2, $3, $1)',
    ...[person.id, exercise, code],
  )
  await db.owner('select private.find_all_behind(1000)')

  const [version] = await write(
    'select id from public.lesson_versions where lesson_id = $1 order by no desc',
    course.lesson,
  )
  await db.authService(
    'insert into auth.sessions (id, user_id, user_agent, created_at, updated_at) values ($1, $2, $3, now(), now())',
    [id.session, person.id, word],
  )
  return {
    ...person,
    ...id,
    name: word,
    author,
    task,
    exercise,
    version: String(version?.id),
    file,
    course,
    draft,
    deleted,
    secrets: [
      word,
      person.id,
      person.email,
      author.id,
      author.email,
      id.invite,
      id.inviteToken,
      id.session,
      id.cohort,
      id.cohortMessage,
      id.secret,
      id.work,
      id.round,
      id.review,
      id.run,
      id.question,
      id.answer,
    ],
  }
}

/** Returns the victim's secrets that a text contains. */
export function leakedSecrets(victim: Victim, text: string): string[] {
  return victim.secrets.filter((secret) => text.includes(secret))
}
