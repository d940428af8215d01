import type pg from 'pg'
import type { Person } from '../database'

/** The values of arguments, as SQL, by the names that the functions of the API give to them. */
export type Values = Readonly<Record<string, readonly string[]>>

interface Question {
  sql: string
  /** The answer of the database, or its error, as text. */
  answer: string
}

const INSTALLED = `
  create or replace function pg_temp.ask(claims jsonb, questions text[]) returns text[] language plpgsql as $$
  declare
    question text;
    answer jsonb;
    answers text[] := '{}';
  begin
    foreach question in array questions loop
      perform set_config('role', 'authenticated', true), set_config('request.jwt.claims', claims::text, true);
      begin
        execute question into answer;
      exception when others then
        answer := jsonb_build_object('code', sqlstate, 'message', sqlerrm);
      end;
      perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
      answers := answers || coalesce(answer::text, 'null');
    end loop;
    return answers;
  end
  $$`

/** Runs a query as that person, within the transaction of the client. Errors count as answers. */
export async function ask(
  client: pg.PoolClient,
  who: Person,
  questions: readonly string[],
): Promise<Question[]> {
  await client.query(INSTALLED)
  const claims = { sub: who.id, role: 'authenticated', aal: 'aal1', ...who.claims }
  const { rows } = await client.query('select pg_temp.ask($1, $2) as answers', [claims, questions])
  const answers: string[] = rows[0].answers
  return questions.map((sql, at) => ({ sql, answer: answers[at] ?? '' }))
}

/** A call of a function that returns one value or rows. */
export const called = (name: string, args = '') =>
  `select jsonb_agg(to_jsonb(x)) from public.${name}(${args}) x`

/** Queries that read every table, and every export list with these filters. */
export async function readsOfTables(
  client: pg.PoolClient,
  filters: readonly string[],
): Promise<string[]> {
  const tables = await client.query(
    `select c.oid::regclass::text as name, (
       select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as columns
     from pg_class c
     where c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace) and c.relkind in ('r', 'v', 'm', 'p')
       and has_any_column_privilege('authenticated', c.oid, 'select')
     order by 1`,
  )
  const lists = await client.query('select list from private.export_lists order by 1')
  return [
    ...tables.rows.map(
      ({ name, columns }) =>
        `select jsonb_agg(to_jsonb(t) order by to_jsonb(t)) from (select ${columns} from ${name}) t`,
    ),
    ...lists.rows.flatMap(({ list }) =>
      filters.flatMap((filter) => [
        `select to_jsonb(length(set_config('test.export', public.begin_export('${list}', '${filter}') ->> 'id', true)))`,
        called('export_rows', `current_setting('test.export')::uuid`),
      ]),
    ),
  ]
}

/** The calls of every function of the API that only reads, with each combination of the values that it requires. */
export async function readsOfFunctions(client: pg.PoolClient, values: Values): Promise<string[]> {
  const { rows } = await client.query(
    `select p.proname as name, coalesce(p.proargnames[1 : p.pronargs - p.pronargdefaults], '{}') as required
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v' and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', p.oid, 'execute')
     order by 1`,
  )
  return rows.flatMap(({ name, required }: { name: string; required: string[] }) =>
    required
      .reduce<string[][]>(
        (calls, argument) =>
          calls.flatMap((call) => {
            const given = values[`${name}.${argument}`] ?? values[argument]
            if (!given) throw new Error(`There is no value for ${argument} of ${name}().`)
            return given.map((value) => [...call, `${argument} => ${value}`])
          }),
        [[]],
      )
      .map((call) => called(name, call.join(', '))),
  )
}
