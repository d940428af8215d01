-- Why: life happens. A person asks for more time in one act, staff give it, and their date beats every other
-- (rules/assignments#extension).

create table public.extensions (
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  due_at timestamptz not null constraint extensions_due_at_range check (due_at between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00'),
  reason text not null default '' constraint extensions_reason_length check (char_length(reason) <= 500),
  given_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  given_at timestamptz not null default now(),
  primary key (lesson_id, user_id)
);
alter table public.extensions enable row level security;
create index extensions_user_id_idx on public.extensions (user_id);
create index extensions_given_by_id_idx on public.extensions (given_by_id);
create policy extensions_select on public.extensions for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('extensions', 'read', 'own')));
comment on policy extensions_select on public.extensions is 'One''s own. Staff read them by functions.';
grant select on public.extensions to authenticated;
grant select, insert, update, delete on public.extensions to service_role;
comment on table public.extensions is 'When an assignment is due for one person, whatever their cohorts say.';

create table private.extension_requests (
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  note text not null default '' constraint extension_requests_note_length check (char_length(note) <= 500),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (lesson_id, user_id)
);
alter table private.extension_requests enable row level security;
create index extension_requests_user_id_idx on private.extension_requests (user_id);
create index extension_requests_open_idx on private.extension_requests (asked_at) where answered_at is null;
comment on table private.extension_requests is 'Who asked for more time, and whether staff have answered. No grants: written by ask_extension(), give_extension() and answer_extension().';

-- Signatures ------------------------------------------------------------------------------------------------------

create function public.ask_extension(lesson_id uuid, note text default null) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.give_extension(lesson_id uuid, user_id uuid, due_at timestamptz default null, reason text default null, days integer default null) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.end_extension(lesson_id uuid, user_id uuid) returns void language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.decline_extension(lesson_id uuid, user_id uuid) returns void language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.extension_list(filter jsonb default '{}', page integer default 1, page_size integer default 25) returns jsonb language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
