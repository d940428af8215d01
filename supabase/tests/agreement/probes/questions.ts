import { randomUUID } from 'node:crypto'
import { cohorts as scenes } from '../../scenes/cohorts'
import { courseTree } from '../../wire/course-trees'
import { changes, readsRow } from '../attempts'
import type { ProbesOf, Relation, Scene } from '../terms'
import { everyRelation, ownOrForeign, probe } from './probe'
import { anyText, countLook, lookAfter, rowLook } from './rows'

async function questionBy({ db }: Scene, lesson: string, author: string, more: object = {}) {
  const row = { lesson_id: lesson, author_id: author, title: 'Why tea?', ...more }
  const names = Object.keys(row)
  const [made] = await db.owner(
    `insert into public.questions (${names}) values (${names.map((_, i) => `$${i + 1}`)}) returning id`,
    Object.values(row),
  )
  return String(made?.id)
}

/** Adds a question for staff alone. Own: about the person's own course. Assigned: of a cohort that they look after. */
async function questionForStaff(scene: Scene) {
  const { db, me, other, relation } = scene
  const { course, lesson, record } = await courseTree(db, { by: relation === 'own' ? me : other })
  const { cohort, join } = scenes(db)
  const id = await cohort({ courses: [{ id: course }] })
  const asker = await db.person()
  await join(id, asker)
  if (relation === 'assigned') await lookAfter(db, id, me)
  const question = await questionBy(scene, lesson, asker.id, { audience: 'STAFF', cohort_id: id })
  return { question, about: { record: { id: question }, course: record } }
}

/** Adds a question about a lesson that is open to both people. The relation says who asked. */
async function openQuestion(scene: Scene) {
  const { db, me, other, relation } = scene
  const { lesson } = await courseTree(db, { by: await db.person(), entitled: [me, other] })
  const { id: author } = relation === 'own' ? me : other
  const question = await questionBy(scene, lesson, author)
  return { lesson, question, author, about: { record: { author_id: author } } }
}

const justOwn: readonly [Relation] = ['own']
const justAssigned: readonly [Relation] = ['assigned']

export const questions: ProbesOf<'questions'> = {
  list: probe(everyRelation, questionForStaff, (client, { question }) =>
    readsRow(client.rpc('question', { question_id: question })),
  ),
  moderate: probe(everyRelation, questionForStaff, (client, { question }, scene) =>
    changes(rowLook(scene, 'questions', question), () =>
      client.rpc('delete_question', { question_id: question }),
    ),
  ),
  create: probe(ownOrForeign, openQuestion, (client, { lesson, author }, scene) =>
    changes(countLook(scene, 'questions', 'lesson_id', lesson), () =>
      client.rpc('ask_question', {
        ...{ lesson_id: lesson, title: anyText(), operation_id: randomUUID(), as_user: author },
      }),
    ),
  ),
  read: probe(ownOrForeign, openQuestion, (client, { question }) =>
    readsRow(client.from('questions').select('title').eq('id', question)),
  ),
  update: probe(ownOrForeign, openQuestion, (client, { question }, scene) =>
    changes(rowLook(scene, 'questions', question), () =>
      client.rpc('edit_question', { question_id: question, title: anyText() }),
    ),
  ),
  // Deleting a question of somebody else is a right of moderators.
  delete: probe(justOwn, openQuestion, (client, { question }, scene) =>
    changes(rowLook(scene, 'questions', question), () =>
      client.rpc('delete_question', { question_id: question }),
    ),
  ),
  report: probe(justAssigned, openQuestion, (client, { question }, { db }) =>
    changes(
      () => db.owner('select * from private.question_reports where question_id = $1', [question]),
      () => client.rpc('report_question', { question_id: question }),
    ),
  ),
}
