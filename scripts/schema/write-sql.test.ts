import { describe, expect, test } from 'vitest'
import { bracketed, constraint, plainSql, routine, trigger } from './write-sql'

describe('a condition', () => {
  const written = (given: string) => bracketed('using', plainSql(given), '')

  test('stands on one line when it is one', () => {
    expect(written(`( SELECT private.can('courses'::text, 'read'::text) AS can)`)).toBe(
      `using ((select private.can('courses', 'read')))`,
    )
  })

  test('has each and, or on a line of its own, and brackets where both meet', () => {
    expect(
      written(
        `deleted_at IS NULL OR user_id = (( SELECT private.uid() AS uid)) AND (id IN ( SELECT private.mine('own'::public.permission_scope) AS mine))`,
      ),
    ).toBe(`using (
  deleted_at is null
  or (user_id = (select private.uid()) and id in (select private.mine('own')))
)`)
  })

  test('has a long query in it on lines of its own', () => {
    expect(
      written(`(EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE l.id = lesson_attachments.lesson_id AND (( SELECT private.can('lesson_attachments'::text, 'create'::text) AS can) OR l.free_preview)))`),
    ).toBe(`using (
  exists (
    select 1
    from public.lessons l
    where l.id = lesson_attachments.lesson_id
      and ((select private.can('lesson_attachments', 'create')) or l.free_preview)
  )
)`)
  })

  test('keeps what stands in quotes, and what a case decides', () => {
    expect(
      written(
        `"Odd AND name" = 'A AND (B'::text AND CASE WHEN a AND b THEN 'X' ELSE 'Y'::text[] END = c`,
      ),
    ).toBe(`using (
  "Odd AND name" = 'A AND (B'
  and case when a and b then 'X' else 'Y'::text[] end = c
)`)
  })
})

test('a long trigger says when, what it sees and what it does on lines of their own', () => {
  expect(
    trigger(
      `CREATE TRIGGER courses_check BEFORE UPDATE OF title ON public.courses FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title) EXECUTE FUNCTION private.audit('A OF b')`,
    ),
  ).toBe(`create trigger courses_check before update of title on public.courses
  for each row
  when (old.title is distinct from new.title)
  execute function private.audit('A OF b');`)
})

test('a check is broken when it is long, anything else stays a line', () => {
  expect(constraint('a', `CHECK (char_length(name) <= 100)`, '  ')).toBe(
    'constraint a check (char_length(name) <= 100)',
  )
  expect(constraint('a', 'FOREIGN KEY (b) REFERENCES public.c(id)', '  ')).toBe(
    'constraint a foreign key (b) references public.c(id)',
  )
  expect(constraint('a', `CHECK (${'x'.repeat(60)} AND ${'y'.repeat(60)}) NOT VALID`, '  ')).toBe(
    `constraint a check (\n    ${'x'.repeat(60)}\n    and ${'y'.repeat(60)}\n  ) not valid`,
  )
})

test('a function keeps its body as it was written', () => {
  expect(
    routine(
      `CREATE OR REPLACE FUNCTION private.a(b text DEFAULT 'C'::text)\n RETURNS text\n LANGUAGE sql\nAS $function$\n  SELECT 'D'::text\n$function$\n`,
    ),
  ).toBe(
    `create or replace function private.a(b text default 'C')\n  returns text\n  language sql\nas $function$\n  SELECT 'D'::text\n$function$;`,
  )
})

test('a function that takes much says so by line', () => {
  const wide = 'a_name_of_thirty_letters_or_so'
  expect(
    routine(
      `CREATE OR REPLACE FUNCTION private.a(${wide} text DEFAULT NULL::text, b numeric DEFAULT round(1, 2), ${wide} text[] DEFAULT NULL::text[])\n RETURNS text\nAS $function$\n$function$\n`,
    ),
  ).toBe(
    `create or replace function private.a(\n  ${wide} text default null,\n  b numeric default round(1, 2),\n  ${wide} text[] default null\n)\n  returns text\nas $function$\n$function$;`,
  )
})
