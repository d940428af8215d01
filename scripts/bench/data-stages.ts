import {
  type Extent,
  fillDatabase,
  libraryThroughput,
  measureScreens,
  weighPages,
  withConnection,
} from './database'
import { measureJobs } from './jobs'
import { measureLive } from './live'
import { databaseUrl, type Product, signIn } from './server'
import type { Stage } from './stages'
import type { Figure } from './table'
import { answerBytes, requestsPerSecond } from './wire'

/** Gives the demo member ten courses of a hundred lessons, so that the size of the answers can be measured. */
const ANSWERS = `
  insert into public.courses (title, slug, description, author_name, status, created_by_id)
  select 'Weighing course number ' || n, 'weighing-' || n,
    'A course with a description of an ordinary length, which says in two sentences what people will learn. This is the second.',
    'Ida Instructor', 'PUBLISHED', null from generate_series(1, 10) n;
  insert into public.modules (course_id, title, index)
  select id, 'Module ' || m, m from public.courses, generate_series(0, 4) m where slug like 'weighing-%';
  insert into public.lessons (module_id, title, index, content_type, duration_sec)
  select m.id, 'How the ' || n || 'th thing of this module is really done', n, 'TEXT', 60 * n
  from public.modules m join public.courses c on c.id = m.course_id, generate_series(1, 20) n where c.slug like 'weighing-%';
  delete from public.entitlements where user_id = (select id from public.profiles where email = 'member@rookies.test');
  insert into public.entitlements (user_id, course_id, granted_by_id)
  select p.id, c.id, null from public.profiles p, public.courses c where p.email = 'member@rookies.test' and c.slug like 'weighing-%';
  -- As autovacuum does a moment later: without it plans are made for tables that were all but empty.
  analyze`

/** The smallest number of people in the data set: two thirds of the cohorts must be at least one. */
export const FEWEST_PEOPLE = 100
/** The growth of a screen's time is measured from a tenth of the people to all people. */
const TENTH = 10
/** Largest number of members who are connected at the same time. */
const MAX_CLIENTS = 500

/**
 * The stages that measure the product's data: first the demo data, then the data set of scale.sql. A stage that needs
 * the data set fails if the stage that creates it has failed.
 */
export function dataStages(product: () => Product, extent: Extent): Stage<Figure>[] {
  const smaller: Extent = {
    ...extent,
    people: Math.max(FEWEST_PEOPLE, Math.round(extent.people / TENTH)),
  }
  const words = (people: number) => `${people.toLocaleString('en')} people`
  let made = 0
  let before: Awaited<ReturnType<typeof measureScreens>> = []

  const urlFor = (role: string) => databaseUrl(product().dataDir, role)
  const urlWith = (needed: Extent, role = 'postgres') => {
    if (made !== needed.people) throw new Error(`There are no ${words(needed.people)} to measure.`)
    return urlFor(role)
  }
  const making = (wanted: Extent): Stage<Figure> => ({
    what: `Making ${words(wanted.people)}`,
    async run(reportProgress) {
      made = 0
      await fillDatabase(urlFor('supabase_admin'), wanted, reportProgress)
      made = wanted.people
      return []
    },
  })

  return [
    {
      what: 'Weighing answers',
      async run() {
        await withConnection(urlFor('postgres'), (client) => client.query(ANSWERS))
        const { url } = product()
        const token = (await signIn(url, 'member'))?.access_token ?? ''
        const kilobytes = async (name: string, body: object) =>
          (await answerBytes(`${url}/rest/v1/rpc/${name}`, token, body)) / 1000
        const library = await kilobytes('library', {})
        const outline = await kilobytes('course_outline', { slug: 'weighing-1' })
        return [
          { what: 'Library answer for 10 courses', value: library, unit: 'kB', target: 2 },
          { what: 'Outline of 100 lessons', value: outline, unit: 'kB', target: 12 },
        ]
      },
    },
    making(smaller),
    {
      what: `Asking for the screens of ${words(smaller.people)}`,
      async run(reportProgress) {
        before = await measureScreens(urlWith(smaller), smaller, reportProgress)
        return []
      },
    },
    making(extent),
    {
      what: `Asking for the screens of ${words(extent.people)}`,
      async run(reportProgress) {
        const after = await measureScreens(urlWith(extent), extent, reportProgress)
        return after.flatMap(({ what, p95, median, target, own }, i): Figure[] => {
          const earlier = before[i]
          const figure: Figure = {
            what: `${what}, ${words(extent.people)}`,
            value: p95,
            unit: 'ms',
            target,
          }
          if (!earlier) return [figure]
          const growth: Figure = {
            what: `  its growth from ${words(smaller.people)} (median)`,
            value: median / earlier.median,
            unit: 'x',
            // The time for one person's data must not grow with the number of other people.
            ...(own && { target: 1.3 }),
          }
          return [figure, growth]
        })
      },
    },
    {
      what: 'Weighing pages',
      async run() {
        const pages = await weighPages(urlWith(extent))
        return pages.map(({ what, kilobytes }) => ({
          what: `${what}, bytes`,
          value: kilobytes,
          unit: 'kB',
          target: 12,
        }))
      },
    },
    {
      what: 'Asking for libraries',
      run: async () => [
        {
          what: 'Library in the database alone',
          value: await libraryThroughput(urlWith(extent), extent),
          unit: '1/s',
          target: 1500,
          atLeast: true,
        },
        {
          what: 'Library through the gateway and PostgREST',
          value: await requestsPerSecond(product().url, extent),
          unit: '1/s',
        },
      ],
    },
    {
      what: 'Taking out due work',
      run: () => measureJobs(urlWith(extent, 'supabase_admin'), 10 * extent.people),
    },
    {
      what: 'Sending notifications',
      run() {
        urlWith(extent)
        return measureLive(product(), Math.min(MAX_CLIENTS, extent.people - 2))
      },
    },
  ]
}
