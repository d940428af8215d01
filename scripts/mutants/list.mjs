/**
 * How a mutant breaks the product: by another text in a file, by SQL after all migrations, or by another text in the
 * definition of a database function.
 *
 * @typedef {{ file: string, from: string, to: string }
 *   | { sql: string }
 *   | { definition: string, from: string, to: string }} Break
 */

/**
 * A mutant: a sentence about the fault (`breaks`), and the test that has to fail: its file, without the folder
 * `wide`, and a part of its title.
 *
 * @typedef {Break & { breaks: string, test: string, name: string }} Mutant
 */

/**
 * At least one mutant for each kind of test, so that moved or merged tests still catch these faults.
 *
 * @type {readonly Mutant[]}
 */
export const MUTANTS = [
  // Rules in the database
  {
    breaks: 'Every signed-in person reads all notes',
    sql: 'alter policy notes_select on public.notes using (true);',
    test: 'supabase/tests/047-notes.test.ts',
    name: 'only by their writer',
  },
  {
    breaks: 'A lesson that is not open yet is read',
    sql: `create or replace function private.my_unreleased_lesson_ids() returns setof uuid
      language sql stable security definer set search_path to '' as 'select null::uuid where false';`,
    test: 'supabase/tests/402-schedule.test.ts',
    name: 'the person cannot read it, its attachments and files',
  },
  {
    breaks: 'Members see the purchases of others',
    sql: 'alter policy purchases_select on public.purchases using (true);',
    test: 'supabase/tests/310-purchases.test.ts',
    name: 'returned only to people who may read all purchases',
  },
  {
    breaks: 'A table has no row security',
    sql: 'create table public.mutants (id uuid primary key);',
    test: 'supabase/tests/070-catalogue.test.ts',
    name: 'row security is on for every table',
  },
  {
    breaks: 'A visitor may call a function of members',
    sql: 'grant execute on function public.my_week() to anon;',
    test: 'supabase/tests/070-catalogue.test.ts',
    name: 'a visitor may call the listed functions',
  },
  {
    breaks: 'A change of a course leaves no record',
    sql: 'drop trigger courses_audit_update on public.courses;',
    test: 'supabase/tests/050-audit.test.ts',
    name: 'records who, what, before and after',
  },
  {
    breaks: 'Reviewers learn whose blind work waits',
    definition: 'private.work_is_hidden',
    from: `work.state = 'WAITING' and`,
    to: 'false and',
    test: 'supabase/tests/484-blind-work.test.ts',
    name: 'no answer that a reviewer gets reveals whose work waits',
  },
  {
    breaks: 'Work is accepted long after the access to its course ended',
    definition: 'private.moment_of_work',
    from: `interval '168 hours'`,
    to: `interval '16800 hours'`,
    test: 'supabase/tests/422-handing-in.test.ts',
    name: 'made offline while access was open',
  },
  {
    breaks: 'Two administrators demote each other at the same moment',
    definition: 'private.last_administrator',
    from: `perform pg_advisory_xact_lock(hashtext('rookies.administrators'));`,
    to: '',
    test: 'supabase/tests/races/administrators.test.ts',
    name: 'demote each other',
  },
  {
    breaks: 'A member changes their own role',
    sql: 'grant update (role) on public.profiles to authenticated;',
    test: 'supabase/tests/agreement/columns.test.ts',
    name: 'of their own profile are only the name',
  },

  // The embedded backend
  {
    breaks: 'Pages of other sites use the local keys',
    file: 'supabase/local/src/gateway/host-check.ts',
    from: 'return host !== undefined && isOwnHost(host)',
    to: 'return true',
    test: 'supabase/local/src/gateway/gateway.test.ts',
    name: 'other origins cannot use the local keys',
  },
  {
    breaks: 'Bodies of any size are read',
    file: 'supabase/local/src/gateway/body-limits.ts',
    from: 'export const bodyLimit = 1_000_000',
    to: 'export const bodyLimit = 1_000_000_000',
    test: 'supabase/local/src/gateway/body-limits.test.ts',
    name: '',
  },

  // Rules of libs/data and libs/ui
  {
    breaks: 'A secret of a mail stays in the address after signing in',
    file: 'libs/data/src/session/return-path.ts',
    from: 'removeSecrets(url, [...AUTH_PARAMETERS, ...LINK_PARAMETERS])',
    to: '',
    test: 'libs/data/src/access/home.test.ts',
    name: '',
  },
  {
    breaks: 'A cell of an export is taken for a formula',
    file: 'libs/data/src/exports/csv.ts',
    from: 'FORMULA.test(cell)',
    to: 'false',
    test: 'libs/data/src/exports/exports.test.ts',
    name: 'no cell begins like a formula',
  },
  {
    breaks: 'Buttons allow administrators to disable themselves',
    file: 'libs/data/src/refine/access-control.ts',
    from: `['set_role', 'disable', 'reset_factors']`,
    to: '[]',
    test: 'libs/data/src/refine/access-control.test.ts',
    name: 'is never allowed on oneself',
  },
  {
    breaks: 'The way back into a video begins at its start',
    file: 'libs/data/src/progress/resume-card.ts',
    from: 'positionSec: plays ? resumePosition(watch, 0) : 0',
    to: 'positionSec: 0',
    test: 'libs/data/src/progress/resume-card.test.ts',
    name: 'leads to the position in the video',
  },
  {
    breaks: 'Everybody asks at the moment of an opening',
    file: 'libs/data/src/time/openings.ts',
    from: 'Math.random() * SPREAD_MS',
    to: '0',
    test: 'libs/data/src/time/openings.test.ts',
    name: 'is called at different times for people',
  },
  {
    breaks: 'A muted text is too light',
    file: 'libs/ui/src/tokens/tokens.ts',
    from: `textMuted: '#645d52'`,
    to: `textMuted: '#948d82'`,
    test: 'libs/ui/src/tokens/tokens.test.ts',
    name: 'contrast of 4.5:1 for text on every surface',
  },
  {
    breaks: 'The text of a lesson runs code',
    file: 'libs/ui/src/markdown/sanitize.ts',
    from: 'ALLOWED_TAGS,\n    ALLOWED_ATTR',
    to: `ALLOWED_TAGS: [...ALLOWED_TAGS, 'iframe'],\n    ALLOWED_ATTR`,
    test: 'libs/ui/src/markdown/sanitize.test.ts',
    name: 'leaves nothing that runs or loads',
  },

  // The portal
  {
    breaks: 'A failed completion says nothing',
    file: 'apps/learner/src/ui/toast-store.ts',
    from: `return showToast({ tone: 'error', title: 'Error', message })`,
    to: 'return message.length',
    test: 'apps/learner/src/features/course/course.test.tsx',
    name: 'is reverted if the server refuses it, with the message of the server',
  },
  {
    breaks: 'A message hides below a dialog until it is over',
    file: 'apps/learner/src/ui/toaster.tsx',
    from: `if (document.querySelector('dialog[open]') === null) dismissToast(id)`,
    to: 'dismissToast(id)',
    test: 'apps/learner/src/ui/toaster.test.tsx',
    name: 'while a modal dialog hides it',
  },

  // The back-office
  {
    breaks: 'A form does not lead to its first error',
    file: 'apps/backoffice/src/kit/form-fields.tsx',
    from: 'const FIRST_WRONG = { focus: true,',
    to: 'const FIRST_WRONG = { focus: false,',
    test: 'apps/backoffice/src/kit/form-dialog.test.tsx',
    name: 'focuses the first wrong field',
  },
  {
    breaks: 'A dialog drops what was typed without a question',
    file: 'apps/backoffice/src/kit/form-dialog.tsx',
    from: 'const asks = dirty && !keepsInput',
    to: 'const asks = false && keepsInput',
    test: 'apps/backoffice/src/kit/form-dialog.test.tsx',
    name: 'asks before it discards unsaved changes',
  },
  {
    breaks: 'The focus is lost with a row that was deleted',
    file: 'apps/backoffice/src/app/keep-focus.ts',
    from: 'successor?.focus()',
    to: 'successor?.blur()',
    test: 'apps/backoffice/src/app/keep-focus.test.ts',
    name: 'the same control of the next row',
  },

  // What only tests in a browser find
  {
    breaks: 'An address of the portal leads nowhere',
    file: 'apps/learner/src/app/screens.ts',
    from: `{ path: NOTES_PATH, page`,
    to: `{ path: '/app/nothing', page`,
    test: 'e2e/learner/notes.spec.ts',
    name: 'writes a note at a second',
  },
  {
    breaks: 'A video does not play when it is resumed',
    file: 'apps/learner/src/shared/play-on-arrival.ts',
    from: 'pressed && isPlaying(state)',
    to: 'pressed && !isPlaying(state)',
    test: 'e2e/learner/library.spec.ts',
    name: 'resumes a video',
  },
  {
    breaks: 'Lessons cannot be moved by keyboard',
    file: 'apps/backoffice/src/resources/courses/drag-handle.tsx',
    from: `case 'ArrowDown':`,
    to: `case 'PageDown':`,
    test: 'e2e/admin/course-building.spec.ts',
    name: 'by keyboard',
  },
  {
    breaks: 'The focus is not seen',
    file: 'apps/learner/src/styles/base.css',
    from: 'outline: var(--focus-ring);',
    to: 'outline: none;',
    test: 'e2e/states/accessibility.spec.ts',
    name: 'library is accessible',
  },
  {
    breaks: 'A text of a card cannot be read',
    file: 'apps/learner/src/features/library/course-card.module.css',
    from: '.category {\n  color: var(--color-accent);',
    to: '.category {\n  color: var(--color-border-strong);',
    test: 'e2e/states/accessibility.spec.ts',
    name: 'library is accessible',
  },
  {
    breaks: 'A page is wider than a small screen',
    file: 'apps/learner/src/features/library/course-card.module.css',
    from: '.body {',
    to: '.body {\n  min-inline-size: 25rem;',
    test: 'e2e/states/accessibility.spec.ts',
    name: 'library is accessible',
  },
]
