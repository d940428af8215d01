import { expect, test } from 'vitest'
import { useDatabase } from './database'

// Results do not depend on the time zone of the session, which a client of the API chooses with `Prefer: timezone=`
// (rules/data#zones).
const db = useDatabase()

interface Source {
  name: string
  text: string
}

/** All SQL of the database, without comments. Functions that set a time zone themselves are left out. */
async function sources(): Promise<Source[]> {
  const rows = await db.owner(
    `with ours as (select n.oid from pg_namespace n where n.nspname in ('public', 'private'))
     select p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) || ' '
         || coalesce(pg_get_function_arguments(p.oid), '') as text
     from pg_proc p where p.pronamespace in (select oid from ours)
       and not exists (select from unnest(p.proconfig) c where c ilike 'timezone=%')
     union all
     select c.relname, pg_get_viewdef(c.oid) from pg_class c where c.relnamespace in (select oid from ours) and c.relkind in ('v', 'm')
     union all
     select p.tablename || '.' || p.policyname, concat(p.qual, ' ', p.with_check) from pg_policies p
     union all
     select c.relname || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid)
     from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum join pg_class c on c.oid = d.adrelid
     where c.relnamespace in (select oid from ours)
     union all
     select k.conname, pg_get_constraintdef(k.oid) from pg_constraint k where k.connamespace in (select oid from ours)
     union all
     select c.relname, pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace in (select oid from ours)
     union all
     select t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
     union all
     select r.rulename, pg_get_ruledef(r.oid) from pg_rewrite r join pg_class c on c.oid = r.ev_class
     where c.relnamespace in (select oid from ours) and c.relkind = 'r'`,
  )
  return rows.map(({ name, text }) => ({
    name: String(name),
    text: String(text).replaceAll(/--[^\n]*/g, ''),
  }))
}

/** The arguments of each call of a function, split at its outer commas. */
function callsOf(name: string, text: string): string[][] {
  return [...text.matchAll(new RegExp(`\\b${name}\\s*\\(`, 'gi'))].map(
    ({ index, 0: { length } }) => {
      const args = ['']
      let [depth, quoted] = [0, false]
      for (const char of text.slice(index + length)) {
        if (char === "'") quoted = !quoted
        if (!quoted && char === ')' && depth === 0) break
        if (!quoted && '(['.includes(char)) depth += 1
        if (!quoted && ')]'.includes(char)) depth -= 1
        if (!quoted && char === ',' && depth === 0) args.push('')
        else args[args.length - 1] += char
      }
      return args.map((arg) => arg.trim())
    },
  )
}

/** The expression before a cast: a literal, a name, or brackets with the name before them. */
function castsTo(type: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`::${type}\\b(?! with time)`, 'gi'))].map(({ index }) => {
    if (text[index - 1] === "'") return text.slice(text.lastIndexOf("'", index - 2), index)
    let [from, depth] = [index, 0]
    do {
      from -= 1
      if (')]'.includes(text[from] ?? '')) depth += 1
      if ('(['.includes(text[from] ?? '')) depth -= 1
    } while (from > 0 && (depth > 0 || /[\w.)\]]/.test(text[from - 1] ?? '')))
    return text.slice(from, index)
  })
}

const ZONED = /at time zone|timezone\(/i
/** An expression of type text, such as a part of a key or of stored JSON. */
const TEXT = /^'|^null$|->>|split_part/i
/** Times of day, days, and numbers. */
const NO_INSTANT = /_time$|::timestamp$|^r\.files$/
/** Days that are not converted. */
const DAYS = [
  'day::timestamp',
  's.first_day::timestamp',
  'b.since::timestamp',
  'cohort.starts_on::timestamp',
]

test('every function of the database that reads a day or time of a moment names the time zone', async () => {
  const found: string[] = []
  for (const { name, text } of await sources()) {
    const report = (what: string) => found.push(`${name}: ${what}`)
    for (const args of callsOf('date_trunc', text)) {
      if (args.length < 3 && !ZONED.test(args[1] ?? '')) report(`date_trunc(${args})`)
    }
    for (const type of ['date', 'time', 'timestamp']) {
      for (const cast of castsTo(type, text)) {
        const named = ZONED.test(cast) || TEXT.test(cast) || DAYS.includes(`${cast}::${type}`)
        if (!named) report(`${cast}::${type}`)
      }
    }
    for (const [what] of callsOf('to_char', text)) {
      if (!ZONED.test(what ?? '') && !NO_INSTANT.test(what ?? '')) report(`to_char(${what})`)
    }
    for (const call of ['extract', 'date_part']) {
      for (const [what] of callsOf(call, text)) {
        if (!/^'?epoch\b/i.test(what ?? '') && !ZONED.test(what ?? '')) report(`${call}(${what})`)
      }
    }
    for (const [what] of text.matchAll(
      /\b(current_date|current_time|localtime|localtimestamp|timeofday)\b|'(now|today|tomorrow|yesterday)'::|'[^'+]*\d[^'+]*'::timestamptz|\b(age|date|make_timestamptz|cast|timestamptz)\s*\(/gi,
    )) {
      report(what)
    }
  }
  expect(found.sort()).toEqual([])
})

test('only the listed functions read the time zone that a person chose, for screens and for the time of mails', async () => {
  const readers = (await sources()).filter(({ text }) =>
    /preferences[\s\S]*time_zone|time_zone[\s\S]*preferences/.test(text),
  )
  expect(readers.map(({ name }) => name).sort()).toEqual([
    'cohort_data', // the person's own data
    'due_morning_mail', // mails
    'my_account_state', // shown
    'note_time_zone', // when it is taken from the browser
    'plan_morning_mails', // mails
    'preferences_check', // when it is chosen
    'reminder_hours', // shown, and mails
  ])
})
