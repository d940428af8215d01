import type {
  BaseRecord,
  CreateParams,
  DeleteOneParams,
  GetListParams,
  GetListResponse,
  GetManyParams,
  GetOneParams,
  UpdateParams,
} from '@refinedev/core'
import type { Resource } from '../access/resources'
import type { DataClient } from '../client'
import type { NewCohort } from '../cohorts/cohort'
import type { CohortDuty } from '../cohorts/cohort-list'
import type { NewStaff } from '../cohorts/cohort-staff'
import type { MemberChange, NewMember } from '../communities/managed-members'
import type { NewModule } from '../course-editing/course-modules'
import type { Content } from '../course-editing/delete-content'
import type { Database } from '../database.gen'
import type { NewInvite } from '../invites/send-invite'
import type { AnsweredList } from '../lists/read-list'
import type { NotificationEdit } from '../notifications/edit-notification'
import type { NotificationToSend } from '../notifications/send-notification'
import type { NewPurchase } from '../purchases/by-hand'
import { signalOf } from '../records/list-params'

/** How a resource answers Refine's verbs. A verb is missing if the role table does not grant it to any role. */
export interface Answers<Create = unknown, Update = unknown> {
  /** The answer can contain more than rows, such as sums. */
  getList?: (client: DataClient, params: GetListParams) => Promise<GetListResponse>
  /** Null if the record does not exist. */
  getOne?: (client: DataClient, params: GetOneParams) => Promise<BaseRecord | null>
  getMany?: (client: DataClient, params: GetManyParams) => Promise<BaseRecord[]>
  create?: (client: DataClient, params: CreateParams<Create>) => Promise<BaseRecord>
  update?: (client: DataClient, params: UpdateParams<Update>) => Promise<BaseRecord>
  deleteOne?: (client: DataClient, params: DeleteOneParams<unknown>) => Promise<BaseRecord>
}

/** The rules of a resource for the data provider. */
export interface ResourceRules<Create = unknown, Update = unknown> {
  /** The columns of the table in which a search (the filter field `q`) looks. */
  search?: readonly string[]
  /** The field whose value must be unique, and the message if another row has the same value. */
  unique?: { field: string; message: string }
  /**
   * Creates the answers of the resource. `table` answers from the table with the resource's name; other answers call
   * database functions.
   */
  answers: (table: Required<Answers>) => Answers<Create, Update>
}

type Tables = Database['public']['Tables']
type Column<R> = R extends keyof Tables ? keyof Tables[R]['Row'] & string : never

/** The values for creating a record, with the operation id of the form (rules/data#idempotent). */
export type Created<T> = T & { id: string }

/** The values that screens send to create and update records for which there are database functions. */
interface Variables {
  modules: { create: Created<NewModule> }
  invites: { create: Created<NewInvite> }
  purchases: { create: Created<NewPurchase> }
  notifications: { create: Created<NotificationToSend>; update: NotificationEdit }
  community_members: { create: NewMember; update: MemberChange }
  cohorts: { create: Created<NewCohort> }
  cohort_staff: { create: NewStaff; update: { duty: CohortDuty } }
}

type VariablesOf<R extends Resource, Verb extends 'create' | 'update'> =
  Variables extends Record<R, Record<Verb, infer V>> ? V : unknown

/** `ResourceRules` limited to the columns of the table and to the values in `Variables`. */
type RulesOf<R extends Resource> = ResourceRules<
  VariablesOf<R, 'create'>,
  VariablesOf<R, 'update'>
> & {
  search?: readonly Column<R>[]
  unique?: { field: Column<R>; message: string }
}

/**
 * The resources that Refine can use, with their answers. Modules are imported when a verb is called, so that they are
 * loaded with the screen that needs them.
 */
const RULES: { readonly [R in Resource]?: RulesOf<R> } = {
  courses: {
    search: ['title', 'description'],
    unique: { field: 'slug', message: 'This slug is already in use' },
    answers: ({ getList, getOne, getMany, create, update }) => ({
      getList,
      getOne,
      getMany,
      create,
      update,
      deleteOne: deleteContent('course'),
    }),
  },
  modules: {
    answers: ({ getOne, getMany, update }) => ({
      getOne,
      getMany,
      getList: async (client, params) =>
        (await import('../course-editing/course-modules')).readCourseContent(client, params),
      create: async (client, { variables }) => {
        const { createModule } = await import('../course-editing/course-modules')
        return createModule(client, variables)
      },
      update,
      deleteOne: deleteContent('module'),
    }),
  },
  lessons: {
    answers: ({ getList, getOne, getMany }) => ({
      getList,
      getOne,
      getMany,
      deleteOne: deleteContent('lesson'),
    }),
  },
  profiles: {
    answers: ({ getOne, getMany, update }) => ({
      // Without a choice of columns, the whole page of the person is read.
      getOne: async (client, params) =>
        params.meta?.select
          ? getOne(client, params)
          : (await import('../members/person')).readPerson(
              client,
              String(params.id),
              signalOf(params.meta),
            ),
      getMany,
      update,
      getList: listed(async () => (await import('../members/member-list')).MEMBER_LIST),
    }),
  },
  invites: {
    answers: ({ getOne, getMany }) => ({
      getOne,
      getMany,
      create: async (client, { variables }) => {
        const { createInvite } = await import('../invites/send-invite')
        return { ...(await createInvite(client, variables)) }
      },
      getList: listed(async () => (await import('../invites/invite-list')).INVITE_LIST),
    }),
  },
  purchases: {
    answers: ({ getOne, getMany }) => ({
      getOne,
      getMany,
      create: async (client, { variables }) => {
        const { recordPurchase } = await import('../purchases/by-hand')
        return recordPurchase(client, variables)
      },
      getList: listed(async () => (await import('../purchases/purchase-list')).PURCHASE_LIST),
    }),
  },
  audit_logs: {
    answers: ({ getMany }) => ({
      getMany,
      getList: listed(async () => (await import('../audit/audit-list')).AUDIT_LIST),
      getOne: async (client, { id, meta }) =>
        (await import('../audit/audit-record')).readAuditRecord(client, Number(id), signalOf(meta)),
    }),
  },
  notifications: {
    answers: ({ getOne, getMany, deleteOne }) => ({
      getOne,
      getMany,
      deleteOne,
      create: async (client, { variables }) => {
        const { sendNotification } = await import('../notifications/send-notification')
        await sendNotification(client, variables)
        return {}
      },
      getList: listed(
        async () => (await import('../notifications/notification-list')).NOTIFICATION_LIST,
      ),
      update: async (client, { id, variables }) => {
        const { editNotification } = await import('../notifications/edit-notification')
        await editNotification(client, String(id), variables)
        return { id }
      },
    }),
  },
  entitlements: {
    answers: () => ({
      getList: async (client, params) =>
        (await import('../members/member-access')).readMemberAccess(client, params),
    }),
  },
  communities: {
    unique: { field: 'slug', message: 'This slug is already in use' },
    answers: ({ getMany, create, update }) => ({
      getMany,
      create,
      update,
      getList: listed(
        async () => (await import('../communities/managed-communities')).COMMUNITY_LIST,
      ),
      getOne: async (client, { id, meta }) =>
        (await import('../communities/managed-communities')).readManagedCommunity(
          client,
          String(id),
          signalOf(meta),
        ),
      deleteOne: async (client, { id }) => {
        const { deleteCommunity } = await import('../communities/managed-communities')
        await deleteCommunity(client, String(id))
        return { id }
      },
    }),
  },
  community_members: {
    answers: () => ({
      getList: listed(
        async () => (await import('../communities/managed-members')).COMMUNITY_MEMBER_LIST,
      ),
      create: async (client, { variables }) => {
        const { addCommunityMember } = await import('../communities/managed-members')
        await addCommunityMember(client, variables)
        return {}
      },
      // A member is identified by two ids: that of the person, and that of the community in `meta`.
      update: async (client, { id, variables, meta }) => {
        const { changeCommunityMember } = await import('../communities/managed-members')
        const community = String(meta?.community_id)
        await changeCommunityMember(client, community, String(id), variables)
        return { id }
      },
    }),
  },
  cohorts: {
    unique: { field: 'slug', message: 'This slug is already in use' },
    answers: ({ getMany, update, deleteOne }) => ({
      getMany,
      update,
      deleteOne,
      create: async (client, { variables }) =>
        (await import('../cohorts/cohort')).createCohort(client, variables),
      getList: listed(async () => (await import('../cohorts/cohort-list')).COHORT_LIST),
      getOne: async (client, { id, meta }) =>
        (await import('../cohorts/cohort')).readCohort(client, String(id), signalOf(meta)),
    }),
  },
  cohort_members: {
    answers: () => ({
      getList: listed(async () => (await import('../cohorts/cohort-members')).COHORT_MEMBER_LIST),
    }),
  },
  cohort_messages: {
    answers: () => ({
      getList: listed(async () => (await import('../cohorts/sent-messages')).COHORT_MESSAGE_LIST),
    }),
  },
  cohort_staff: {
    answers: () => ({
      create: async (client, { variables }) => {
        await (await import('../cohorts/cohort-staff')).addCohortStaff(client, variables)
        return {}
      },
      // A member is identified by two ids: that of the person, and that of the cohort in `meta`.
      update: async (client, { id, variables, meta }) => {
        const { changeDuty } = await import('../cohorts/cohort-staff')
        await changeDuty(client, String(meta?.cohort_id), String(id), variables.duty)
        return { id }
      },
      deleteOne: async (client, { id, meta }) => {
        const { removeCohortStaff } = await import('../cohorts/cohort-staff')
        await removeCohortStaff(client, String(meta?.cohort_id), String(id))
        return { id }
      },
    }),
  },
  community_posts: {
    answers: ({ getList, getOne, getMany, update }) => ({
      getList,
      getOne,
      getMany,
      update,
      deleteOne: async (client, { id }) => {
        const { deletePost } = await import('../communities/post-acts')
        await deletePost(client, String(id))
        return { id }
      },
    }),
  },
  analytics: {
    answers: () => ({
      getList: listed(async () => (await import('../members/member-analytics')).ANALYTICS_LIST),
      getOne: async (client, { id, meta }) =>
        (await import('../members/member-analytics')).readMemberAnalytics(
          client,
          String(id),
          signalOf(meta),
        ),
    }),
  },
  due_work: {
    answers: () => ({
      getList: listed(async () => (await import('../due-work/job-list')).JOB_LIST),
    }),
  },
  submissions: {
    answers: () => ({
      getList: listed(async () => (await import('../assignments/queue')).QUEUE_LIST),
      getOne: async (client, { id, meta }) =>
        (await import('../assignments/review-work')).readReview(client, String(id), signalOf(meta)),
    }),
  },
  // Logs are stored in the browser, so no verb reads them from the server.
  logs: { answers: () => ({}) },
  dashboard: {
    answers: () => ({
      getOne: async (client, { meta }) =>
        (await import('../dashboard/read-dashboard')).readDashboard(client, signalOf(meta)),
    }),
  },
  settings: {
    answers: ({ getList, getOne, getMany, update }) => ({ getList, getOne, getMany, update }),
  },
}

/** Answers `getList` with the database function of a list. */
function listed(load: () => Promise<AnsweredList>): Required<Answers>['getList'] {
  return async (client, params) => {
    const [{ readList }, list] = await Promise.all([import('../lists/read-list'), load()])
    return readList(client, list, params)
  }
}

/** Answers `deleteOne` with the database function that moves content to the bin. */
function deleteContent(kind: Content['kind']): Required<Answers>['deleteOne'] {
  return async (client, { id }) => {
    const { deleteContent } = await import('../course-editing/delete-content')
    await deleteContent(client, { kind, id: String(id) })
    return { id }
  }
}

/** Returns the rules of a resource; null if Refine does not use the resource. */
export function resourceRules(resource: string): ResourceRules | null {
  const entry = Object.entries(RULES).find(([name]) => name === resource)
  // Refine does not know the types of values. The forms of the screens have the types in `Variables`.
  return (entry?.[1] as ResourceRules | undefined) ?? null
}
