import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments'
import { isOwnFile, planOf, removalOf } from './plan'
import { referencesOf } from './references'
import { describeResource, stampAfter } from './resource'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const types = read('libs/data/src/database.gen.ts')

function planned(line: string) {
  const asked = readArguments(line.split(' '))
  if (!asked) throw new Error('That was a call for help.')
  const references = referencesOf(asked.wanted.fields, types, (table) => table === 'sample_offers')
  const resource = describeResource(asked.wanted, references, '20270101000000')
  return { resource, ...planOf(resource, { test: '350', seed: '51' }) }
}

const COUPONS =
  'sample_coupons code:text:unique course:ref:courses:optional price:money kind:enum:a|b --write MODERATOR'

describe('the plan of a resource', () => {
  const { files, edits } = planned(COUPONS)
  const text = (end: string) => [...files].find(([path]) => path.endsWith(end))?.[1] ?? ''

  test('has a migration with row security, every policy, narrow grants and its roles', () => {
    const sql = text('_sample_coupons.sql')
    expect(sql).toMatch(/^-- Why: /)
    expect(sql).toContain('alter table public.sample_coupons enable row level security')
    for (const verb of ['select', 'insert', 'update', 'delete']) {
      expect(sql).toContain(
        `create policy sample_coupons_${verb} on public.sample_coupons for ${verb}`,
      )
      expect(sql).toContain(`comment on policy sample_coupons_${verb}`)
    }
    expect(sql).toContain(
      'grant insert (id, code, course_id, price_cents, kind) on public.sample_coupons',
    )
    expect(sql).toContain(
      'grant select, insert, update, delete on public.sample_coupons to service_role;',
    )
    expect(sql).toContain(`('ADMIN', 'sample_coupons', 'read', 'any')`)
    expect(sql).toContain(`('MODERATOR', 'sample_coupons', 'delete', 'any')`)
    expect(sql).not.toContain(`('ADMIN', 'sample_coupons', 'delete', 'any')`)
    expect(sql).toContain('course_id uuid references public.courses (id) on delete set null')
    expect(sql).toContain(`create type public.sample_coupon_kind as enum ('a', 'b')`)
    expect(sql).toContain('create index sample_coupons_course_id_idx')
    expect(sql).toContain(`select private.audit_table('public.sample_coupons', 'sample_coupon')`)
    expect(sql).toContain(`select private.signal_table('public.sample_coupons')`)
    expect(sql).toContain('create function private.export_sample_coupons(filter jsonb')
  })

  test('has files that are recognized by the name of the table, and edits of other files', () => {
    for (const path of files.keys())
      expect([path, isOwnFile(path, 'sample_coupons')]).toEqual([path, true])
    for (const path of edits.keys()) expect(isOwnFile(path, 'sample_coupons')).toBe(false)
    expect(isOwnFile('supabase/tests/310-purchases.test.ts', 'sample_coupons')).toBe(false)
    expect(isOwnFile('libs/data/src/sample-coupons-old/x.ts', 'sample_coupons')).toBe(false)
  })

  test.each([...edits.keys()])('adds its lines to %s once, and removes them', (path) => {
    const before = read(path)
    const edit = edits.get(path)
    const undo = removalOf('sample_coupons', 'sample_coupon').get(path)
    const with1 = edit?.(before) ?? ''
    expect(with1).toMatch(/sample.?coupon/i)
    expect(edit?.(with1)).toBe(with1)
    expect(undo?.(with1).replaceAll(/[\s,]/g, '')).toBe(before.replaceAll(/[\s,]/g, ''))
  })

  test('has commands that create and export records, and shows the values of an enum in words', () => {
    const path = 'apps/backoffice/src/app/resources.tsx'
    const table = edits.get(path)?.(read(path)) ?? ''
    expect(table).toContain(
      `exports: { resource: 'sample_coupons', action: 'read', allRows: true }`,
    )
    const acts = 'apps/backoffice/src/app/command/acts.ts'
    expect(edits.get(acts)?.(read(acts))).toContain(
      `to: newAddress('/admin/sample-coupons', 'sample-coupon'),`,
    )
    expect(text('sample-coupons/list.tsx')).toContain(
      `useCreateDialog('sample_coupons', 'sample-coupon')`,
    )
    expect(text('sample-coupon-fields.tsx')).toContain("{ value: '', label: 'Choose a kind' }")
    expect(text('columns.tsx')).toContain('valueInWords(kind)')
  })

  test('has a list whose search, filters and order are in the address', () => {
    const definition = text('sample-coupon.ts')
    expect(definition).toContain('q: typed((query) => ({ query }))')
    expect(definition).toContain("kind: choice(['a', 'b'], (kind) => ({ kind }))")
    expect(definition).toContain('orders: ordersBy(')
    expect(text('sample-coupons/list.tsx')).toContain("{...filterProps('kind')}")
    // The export has the same filter as the list.
    expect(text('_sample_coupons.sql')).toContain('and (%2$L is null or t.kind::text = %2$L)')
    const paged = planned('sample_badges title:text page:enum:a|b').files
    expect([...paged].find(([path]) => path.endsWith('sample-badge.ts'))?.[1]).not.toContain(
      'choice',
    )
  })

  test('has an icon that no other entry of the menu has', () => {
    const path = 'apps/backoffice/src/app/resources.tsx'
    const one = edits.get(path)?.(read(path)) ?? ''
    const two = planned('sample_badges title:text').edits.get(path)?.(one) ?? ''
    const icons = [...two.matchAll(/icon: (\w+),/g)].map(([, icon]) => icon)
    expect(icons.filter((icon) => icon === icons[0])).toHaveLength(1)
    expect(icons).toEqual(expect.arrayContaining(['Shapes', 'Tag']))
    expect(two).toContain('  Tag,\n')
  })

  test("shows numbers in the reader's locale", () => {
    const { files: screens } = planned('sample_badges title:text points:int:optional')
    const folder = 'apps/backoffice/src/resources/sample-badges'
    // For an empty field, the list shows a sign, and the page of one record leaves the field out.
    for (const [name, none] of [
      ['columns.tsx', '<Nothing />'],
      ['show.tsx', 'null'],
    ]) {
      const screen = screens.get(`${folder}/${name}`)
      expect(screen).toContain("import { formatNumber } from '@rookies/data/wording'")
      expect(screen?.replaceAll('badge.', '').replaceAll('sampleBadge.', '')).toContain(
        `points === null ? ${none} : formatNumber(points)`,
      )
    }
  })

  test('announces changes to the roles that may read the records', () => {
    const path = 'supabase/tests/wide/340-list-changes.test.ts'
    const lists = edits.get(path)?.(read(path)) ?? ''
    expect(lists.match(/'sample_coupons'/g)).toHaveLength(2)
  })
})

describe('a ref', () => {
  test('shows the name of the referenced record', () => {
    const { references } = planned('offers title:text who:ref:profiles course:ref:courses').resource
    expect(references.map(({ as, title }) => `${as}.${title}`)).toEqual([
      'who.email',
      'course.title',
    ])
  })

  test('must point to an existing table in which tests can create records', () => {
    expect(() => planned('offers title:text x:ref:nowhere')).toThrow('there is no table nowhere')
    expect(() => planned('offers title:text x:ref:invites')).toThrow(
      'the tests cannot fill invites',
    )
  })
})

test('a migration sorts after all existing ones', () => {
  const now = new Date('2026-05-04T03:02:01Z')
  expect(stampAfter(['20260101000000_a.sql'], now)).toBe('20260504030201')
  expect(stampAfter(['20260101000000_a.sql', '20261231235930_b.sql'], now)).toBe('20270101000030')
  expect(stampAfter([], now)).toBe('20260504030201')
})
