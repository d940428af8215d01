-- Cohorts: their courses, people and staff, the schedule, and what it has not opened yet.
-- Generated from the migrations by npm run gen:types; never edited. What stands here is what the database
-- holds. Which file has what is said in scripts/schema/subjects.ts.

-- TYPES

create type public.cohort_duty as enum ('LEAD', 'COACH');

create type public.cohort_member_state as enum ('ACTIVE', 'PAUSED', 'LEFT', 'GRADUATED');

-- TABLES

create table private.calendar_addresses (
  user_id uuid not null,
  hash bytea not null,
  made_at timestamptz not null default now(),
  constraint calendar_addresses_pkey primary key (user_id),
  constraint calendar_addresses_hash_length check (octet_length(hash) = 32),
  constraint calendar_addresses_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade,
  constraint calendar_addresses_hash_key unique (hash)
);
alter table private.calendar_addresses enable row level security;
comment on table private.calendar_addresses is 'The secret address of each person''s calendar, as a SHA-256 hash. No grants: written by make_calendar_address(), read by calendar_of().';

create table private.cohort_clearings (
  id bigint not null generated always as identity,
  cohort_id uuid not null,
  user_id uuid not null,
  reason text not null,
  note text not null,
  cleared_by_id uuid,
  cleared_at timestamptz not null default now(),
  facts text[] not null default '{}'::text[],
  constraint cohort_clearings_pkey primary key (id),
  constraint cohort_clearings_note_length check (char_length(note) <= 500),
  constraint cohort_clearings_reason_known check (
    reason = any (array['SILENT', 'NOT_STARTED', 'MISSED_DUES', 'RETURNED_TWICE', 'NOT_ANSWERED'])
  ),
  constraint cohort_clearings_cleared_by_id_fkey foreign key (cleared_by_id) references public.profiles(id) on delete set null,
  constraint cohort_clearings_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_clearings_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.cohort_clearings enable row level security;
create index cohort_clearings_cleared_by_id_idx on private.cohort_clearings (cleared_by_id);
create index cohort_clearings_cohort_id_idx on private.cohort_clearings (cohort_id);
create index cohort_clearings_person_idx on private.cohort_clearings (user_id, cohort_id, reason, cleared_at desc);
comment on table private.cohort_clearings is 'The notes with which staff cleared that a person had fallen behind. Each holds for the facts of that moment: until there are others, or until the person has been active and falls behind again. No grants: written by clear_behind().';
comment on column private.cohort_clearings.facts is 'The facts that were cleared, as behind_keys() names them. Empty for SILENT and NOT_STARTED, which are cleared until the person has been active.';

create table private.cohort_links (
  cohort_id uuid not null,
  hash bytea not null,
  active boolean not null default true,
  ends_on date,
  made_at timestamptz not null default now(),
  constraint cohort_links_pkey primary key (cohort_id),
  constraint cohort_links_ends_on_range check (ends_on <= '2200-12-31'::date),
  constraint cohort_links_hash_length check (octet_length(hash) = 32),
  constraint cohort_links_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_links_hash_key unique (hash)
);
alter table private.cohort_links enable row level security;
comment on table private.cohort_links is 'The link by which people join a cohort: its secret as a SHA-256 hash, whether it is switched on, and the last day, in the cohort''s zone, on which it works. A renewed link replaces the earlier one. No grants: written by make_cohort_link() and set_cohort_link().';

create table private.cohort_moves (
  cohort_id uuid not null,
  days integer not null,
  releases uuid[] not null,
  moved_at timestamptz not null default now(),
  dues uuid[] not null default '{}'::uuid[],
  constraint cohort_moves_pkey primary key (cohort_id),
  constraint cohort_moves_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade
);
alter table private.cohort_moves enable row level security;
comment on table private.cohort_moves is 'The last move of each cohort that had begun: by how many days, and which openings. A move back by as many days moves exactly these openings, also those that lie in the past by then. No grants: written by move_cohort().';
comment on column private.cohort_moves.dues is 'The assignments whose due dates this move changed.';

create table private.schedule_changes (
  cohort_id uuid not null,
  changed_at timestamptz not null default now(),
  constraint schedule_changes_pkey primary key (cohort_id),
  constraint schedule_changes_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade
);
alter table private.schedule_changes enable row level security;
comment on table private.schedule_changes is 'When the schedule of a cohort was last changed, also by a deleted opening. No grants: written by a trigger, read by calendar_of().';

create table public.cohort_courses (
  cohort_id uuid not null,
  course_id uuid not null,
  "position" integer not null default 0,
  constraint cohort_courses_pkey primary key (cohort_id, course_id),
  constraint cohort_courses_position_range check ("position" >= 0 and "position" <= 1000),
  constraint cohort_courses_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_courses_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade
);
alter table public.cohort_courses enable row level security;
create index cohort_courses_course_id_idx on public.cohort_courses (course_id);
grant delete, select on public.cohort_courses to authenticated;
grant insert (cohort_id, course_id, "position") on public.cohort_courses to authenticated;
grant update ("position") on public.cohort_courses to authenticated;
grant delete, insert, select, update on public.cohort_courses to service_role;
comment on table public.cohort_courses is 'The courses of a cohort, and their order.';

create table public.cohort_dues (
  cohort_id uuid not null,
  lesson_id uuid not null,
  day integer,
  at_time time without time zone,
  constraint cohort_dues_pkey primary key (cohort_id, lesson_id),
  constraint cohort_dues_day_range check (day >= 0 and day <= 3650),
  constraint cohort_dues_says_something check (num_nonnulls(day, at_time) > 0),
  constraint cohort_dues_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_dues_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade
);
alter table public.cohort_dues enable row level security;
create index cohort_dues_lesson_id_idx on public.cohort_dues (lesson_id);
grant delete, select on public.cohort_dues to authenticated;
grant insert (cohort_id, lesson_id, day, at_time) on public.cohort_dues to authenticated;
grant update (day, at_time) on public.cohort_dues to authenticated;
grant delete, insert, select, update on public.cohort_dues to service_role;
comment on table public.cohort_dues is 'When an assignment is due in one cohort. Overrides the due date of the assignment (rules/assignments#due).';
comment on column public.cohort_dues.day is 'Days after the first day of the cohort, which is day 0; null: the day of the assignment.';
comment on column public.cohort_dues.at_time is 'The time of day in the cohort''s time zone; null: the time of the assignment.';

create table public.cohort_members (
  cohort_id uuid not null,
  user_id uuid not null,
  state public.cohort_member_state not null default 'ACTIVE',
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  shift_days integer not null default 0,
  open_all boolean not null default false,
  paused_on date,
  paused_at timestamptz,
  by_link boolean not null default false,
  reached_from date[],
  reached_at timestamptz[],
  updated_at timestamptz not null default now(),
  removed_by_staff boolean not null default false,
  constraint cohort_members_pkey primary key (cohort_id, user_id),
  constraint cohort_members_left check ((state = 'LEFT') = (left_at is not null)),
  constraint cohort_members_pause check (
    (state = 'PAUSED') = (paused_on is not null)
    and (paused_on is null) = (paused_at is null)
  ),
  constraint cohort_members_reached check (
    not cardinality(reached_from) is distinct from cardinality(reached_at)
  ),
  constraint cohort_members_removed check (state = 'LEFT' or not removed_by_staff),
  constraint cohort_members_shift_days_range check (
    shift_days >= '-3650'::integer
    and shift_days <= 3650
  ),
  constraint cohort_members_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_members_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.cohort_members enable row level security;
create index cohort_members_present_idx on public.cohort_members (cohort_id) where (state <> 'LEFT');
create index cohort_members_user_id_idx on public.cohort_members (user_id);
grant delete, select on public.cohort_members to authenticated;
grant insert (cohort_id, user_id, shift_days, open_all) on public.cohort_members to authenticated;
grant update (state, shift_days, open_all) on public.cohort_members to authenticated;
grant delete, insert, select, update on public.cohort_members to service_role;
comment on table public.cohort_members is 'The people of a cohort. Leaving keeps the row (rules/cohorts#people).';
comment on column public.cohort_members.shift_days is 'By how many days openings and the end of access come later for this person; negative: earlier (rules/cohorts#shift).';
comment on column public.cohort_members.open_all is 'Whether all lessons are open to this person, regardless of the schedule.';
comment on column public.cohort_members.paused_on is 'The day, in the cohort''s zone, on which the pause began. When the pause ends, the days since then are added to the shift (rules/cohorts#pause).';
comment on column public.cohort_members.paused_at is 'The moment at which the pause began. Until it ends, nothing more opens to the person.';
comment on column public.cohort_members.by_link is 'Whether the person joined by the link of the cohort.';
comment on column public.cohort_members.reached_from is 'For each moment of reached_at, the first day of the schedule as it was for the person then.';
comment on column public.cohort_members.reached_at is 'The moments at which pauses that have ended began; what had opened by one of them stays open. A moment that keeps nothing open beyond another one is left out.';
comment on column public.cohort_members.removed_by_staff is 'Whether somebody other than the person ended the membership. Only staff can add them again (rules/cohorts#removed). Written by a trigger.';

create table public.cohort_messages (
  id uuid not null default gen_random_uuid(),
  cohort_id uuid not null,
  sender_id uuid default private.uid(),
  title text not null,
  message text not null,
  people integer not null,
  mails integer not null,
  created_at timestamptz not null default now(),
  constraint cohort_messages_pkey primary key (id),
  constraint cohort_messages_message_length check (
    btrim(message) <> ''
    and char_length(message) <= 2000
  ),
  constraint cohort_messages_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint cohort_messages_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_messages_sender_id_fkey foreign key (sender_id) references public.profiles(id) on delete set null
);
alter table public.cohort_messages enable row level security;
create index cohort_messages_cohort_id_idx on public.cohort_messages (cohort_id, created_at desc, id desc);
create index cohort_messages_sender_id_idx on public.cohort_messages (sender_id);
grant select on public.cohort_messages to authenticated;
grant delete, insert, select, update on public.cohort_messages to service_role;
comment on table public.cohort_messages is 'Messages of staff to the people of a cohort. Written by send_cohort_message() (rules/cohorts#messages).';
comment on column public.cohort_messages.people is 'How many people it was sent to.';
comment on column public.cohort_messages.mails is 'How many of them also got it by mail.';

create table public.cohort_staff (
  cohort_id uuid not null,
  user_id uuid not null,
  duty public.cohort_duty not null default 'COACH',
  added_at timestamptz not null default now(),
  constraint cohort_staff_pkey primary key (cohort_id, user_id),
  constraint cohort_staff_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_staff_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.cohort_staff enable row level security;
create index cohort_staff_user_id_idx on public.cohort_staff (user_id);
grant delete, select on public.cohort_staff to authenticated;
grant insert (cohort_id, user_id, duty) on public.cohort_staff to authenticated;
grant update (duty) on public.cohort_staff to authenticated;
grant delete, insert, select, update on public.cohort_staff to service_role;
comment on table public.cohort_staff is 'Administrators and moderators who look after a cohort (rules/cohorts#staff).';

create table public.cohorts (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  title text not null,
  time_zone text not null,
  starts_on date not null,
  ends_on date not null,
  access_ends_on date,
  seats integer,
  draft boolean not null default false,
  archived_at timestamptz,
  community_id uuid,
  created_by_id uuid default private.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cohorts_pkey primary key (id),
  constraint cohorts_access_after_start check (access_ends_on >= starts_on),
  constraint cohorts_access_ends_on_range check (access_ends_on <= '2300-12-31'::date),
  constraint cohorts_archived_at_range check (
    archived_at >= '1970-01-01 00:00:00+00'::timestamptz
    and archived_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint cohorts_ends_after_start check (ends_on >= starts_on),
  constraint cohorts_ends_on_range check (ends_on <= '2200-12-31'::date),
  constraint cohorts_seats_range check (seats >= 0 and seats <= 100000),
  constraint cohorts_slug_form check (private.is_slug(slug)),
  constraint cohorts_starts_on_range check (
    starts_on >= '1970-01-01'::date
    and starts_on <= '2200-12-31'::date
  ),
  constraint cohorts_time_zone_length check (char_length(time_zone) <= 100),
  constraint cohorts_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint cohorts_community_id_fkey foreign key (community_id) references public.communities(id) on delete set null,
  constraint cohorts_created_by_id_fkey foreign key (created_by_id) references public.profiles(id) on delete set null,
  constraint cohorts_slug_key unique (slug)
);
alter table public.cohorts enable row level security;
create index cohorts_community_id_idx on public.cohorts (community_id);
create index cohorts_created_by_id_idx on public.cohorts (created_by_id);
create index cohorts_starts_on_idx on public.cohorts (starts_on desc, id desc);
grant delete, select on public.cohorts to authenticated;
grant insert (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft, community_id) on public.cohorts to authenticated;
grant update (slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft, archived_at, community_id) on public.cohorts to authenticated;
grant delete, insert, select, update on public.cohorts to service_role;
comment on table public.cohorts is 'A group of people who take courses together, from a first to a last day in a time zone (rules/cohorts#state).';
comment on column public.cohorts.time_zone is 'An IANA name. All days and times of the cohort are on the clocks of this zone.';
comment on column public.cohorts.access_ends_on is 'The last day on which its people can open its courses; null: without end.';
comment on column public.cohorts.seats is 'How many people may be in it at a time, without those who left; null: any number.';
comment on column public.cohorts.draft is 'A draft grants nothing, and its people do not see it.';

create table public.releases (
  id uuid not null default gen_random_uuid(),
  cohort_id uuid not null,
  module_id uuid,
  lesson_id uuid,
  day integer not null default 0,
  at_time time without time zone not null default '00:00:00'::time without time zone,
  constraint releases_pkey primary key (id),
  constraint releases_day_range check (day >= 0 and day <= 3650),
  constraint releases_one_of check (num_nonnulls(module_id, lesson_id) = 1),
  constraint releases_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint releases_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint releases_module_id_fkey foreign key (module_id) references public.modules(id) on delete cascade,
  constraint releases_lesson_once unique (cohort_id, lesson_id),
  constraint releases_module_once unique (cohort_id, module_id)
);
alter table public.releases enable row level security;
create index releases_lesson_id_idx on public.releases (lesson_id, cohort_id);
create index releases_module_id_idx on public.releases (module_id, cohort_id);
grant delete, select on public.releases to authenticated;
grant insert (cohort_id, module_id, lesson_id, day, at_time) on public.releases to authenticated;
grant update (day, at_time) on public.releases to authenticated;
grant delete, insert, select, update on public.releases to service_role;
comment on table public.releases is 'The schedule of a cohort: on which of its days, and when, a module or a lesson opens. A lesson without a row takes that of its module; without either it opens as the first day begins (rules/cohorts#schedule).';
comment on column public.releases.day is 'Days after the first day of the cohort, which is day 0.';
comment on column public.releases.at_time is 'On the clocks of the cohort''s zone.';

-- TRIGGERS

create trigger rookies_drop_link before insert or update of identity_data on auth.identities
  for each row
  when ((new.identity_data -> 'cohort_token') is not null)
  execute function private.drop_cohort_token();

create trigger rookies_accept_link before insert or update of raw_user_meta_data on auth.users
  for each row
  when ((new.raw_user_meta_data -> 'cohort_token') is not null)
  execute function private.take_cohort_token();

create trigger cohort_clearings_cleared after insert on private.cohort_clearings
  for each row execute function private.behind_cleared();

create trigger cohort_courses_audit_delete after delete on public.cohort_courses
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_course', '{"key": "cohort_id", "omit": ["updated_at"], "place": {"in": "course_id", "of": "course"}, "verbs": [], "delete": "delete", "insert": "create", "update": null, "identity": ["cohort_id", "course_id"]}');

create trigger cohort_courses_audit_insert after insert on public.cohort_courses
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_course', '{"key": "cohort_id", "omit": ["updated_at"], "place": {"in": "course_id", "of": "course"}, "verbs": [], "delete": "delete", "insert": "create", "update": null, "identity": ["cohort_id", "course_id"]}');

create trigger cohort_courses_audit_update after update on public.cohort_courses
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_course', '{"key": "cohort_id", "omit": ["updated_at"], "place": {"in": "course_id", "of": "course"}, "verbs": [], "delete": "delete", "insert": "create", "update": null, "identity": ["cohort_id", "course_id"]}');

create trigger cohort_courses_follow_delete after delete on public.cohort_courses
  referencing old table as old_rows
  for each statement execute function private.follow_cohort_courses();

create trigger cohort_courses_follow_insert after insert on public.cohort_courses
  referencing new table as new_rows
  for each statement execute function private.follow_cohort_courses();

create trigger cohort_courses_signal_delete after delete on public.cohort_courses
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohort_courses_signal_insert after insert on public.cohort_courses
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohort_courses_signal_update after update on public.cohort_courses
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohort_dues_audit_delete after delete on public.cohort_dues
  referencing old table as old_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

create trigger cohort_dues_audit_insert after insert on public.cohort_dues
  referencing new table as new_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

create trigger cohort_dues_audit_update after update on public.cohort_dues
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

create trigger cohort_dues_look_again after insert or delete or update on public.cohort_dues
  for each row execute function private.look_again_at_dues();

create trigger cohort_dues_signal_delete after delete on public.cohort_dues
  referencing old table as old_rows
  for each statement execute function private.signal_change('releases');

create trigger cohort_dues_signal_insert after insert on public.cohort_dues
  referencing new table as new_rows
  for each statement execute function private.signal_change('releases');

create trigger cohort_dues_signal_update after update on public.cohort_dues
  referencing new table as new_rows
  for each statement execute function private.signal_change('releases');

create trigger cohort_members_audit_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_members_audit_insert after insert on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_members_audit_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_members_change before insert or update on public.cohort_members
  for each row execute function private.change_membership();

create trigger cohort_members_follow_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.follow_cohort_members();

create trigger cohort_members_follow_insert after insert on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.follow_cohort_members();

create trigger cohort_members_follow_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_cohort_members();

create trigger cohort_members_look_again after update of shift_days on public.cohort_members
  for each row
  when (new.shift_days <> old.shift_days)
  execute function private.look_again_at_dues();

create trigger cohort_members_not_active after update of state on public.cohort_members
  for each row
  when (new.state <> 'ACTIVE')
  execute function private.member_not_active();

create trigger cohort_members_signal_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohort_members');

create trigger cohort_members_signal_insert after insert on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_members');

create trigger cohort_members_signal_update after update on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_members');

create trigger cohort_members_touch before update on public.cohort_members
  for each row execute function private.touch_updated_at();

create trigger cohort_members_work_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.follow_who_left();

create trigger cohort_members_work_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_who_left();

create trigger cohort_messages_audit_delete after delete on public.cohort_messages
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

create trigger cohort_messages_audit_insert after insert on public.cohort_messages
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

create trigger cohort_messages_audit_update after update on public.cohort_messages
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

create trigger cohort_messages_signal_delete after delete on public.cohort_messages
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohort_messages');

create trigger cohort_messages_signal_insert after insert on public.cohort_messages
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_messages');

create trigger cohort_messages_signal_update after update on public.cohort_messages
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_messages');

create trigger cohort_staff_audit_delete after delete on public.cohort_staff
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_staff_audit_insert after insert on public.cohort_staff
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_staff_audit_update after update on public.cohort_staff
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_staff_check after insert or update on public.cohort_staff
  for each row execute function private.check_cohort_staff();

create trigger cohort_staff_signal_delete after delete on public.cohort_staff
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohort_staff');

create trigger cohort_staff_signal_insert after insert on public.cohort_staff
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_staff');

create trigger cohort_staff_signal_update after update on public.cohort_staff
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_staff');

create trigger cohorts_audit_delete after delete on public.cohorts
  referencing old table as old_rows
  for each statement execute function private.audit('cohort', '{"key": "id", "omit": ["updated_at"], "place": {"title": "title"}, "verbs": [["archive", "archived_at", "set"], ["unarchive", "archived_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger cohorts_audit_insert after insert on public.cohorts
  referencing new table as new_rows
  for each statement execute function private.audit('cohort', '{"key": "id", "omit": ["updated_at"], "place": {"title": "title"}, "verbs": [["archive", "archived_at", "set"], ["unarchive", "archived_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger cohorts_audit_update after update on public.cohorts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort', '{"key": "id", "omit": ["updated_at"], "place": {"title": "title"}, "verbs": [["archive", "archived_at", "set"], ["unarchive", "archived_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger cohorts_check before insert or update on public.cohorts
  for each row execute function private.check_cohort();

create trigger cohorts_follow after update on public.cohorts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_cohorts();

create trigger cohorts_keep_people before delete on public.cohorts
  for each row execute function private.keep_cohort_people();

create trigger cohorts_look_again after insert or update of starts_on, ends_on, time_zone, draft, archived_at on public.cohorts
  for each row execute function private.look_again();

create trigger cohorts_signal_delete after delete on public.cohorts
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohorts_signal_insert after insert on public.cohorts
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohorts');

create trigger cohorts_signal_update after update on public.cohorts
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohorts');

create trigger releases_audit_delete after delete on public.releases
  referencing old table as old_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger releases_audit_insert after insert on public.releases
  referencing new table as new_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger releases_audit_update after update on public.releases
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger releases_signal_delete after delete on public.releases
  referencing old table as old_rows
  for each statement execute function private.signal_change('releases');

create trigger releases_signal_insert after insert on public.releases
  referencing new table as new_rows
  for each statement execute function private.signal_change('releases');

create trigger releases_signal_update after update on public.releases
  referencing new table as new_rows
  for each statement execute function private.signal_change('releases');

create trigger releases_stamp_delete after delete on public.releases
  referencing old table as changed_rows
  for each statement execute function private.stamp_schedule();

create trigger releases_stamp_insert after insert on public.releases
  referencing new table as changed_rows
  for each statement execute function private.stamp_schedule();

create trigger releases_stamp_update after update on public.releases
  referencing new table as changed_rows
  for each statement execute function private.stamp_schedule();

-- POLICIES

create policy cohort_courses_delete on public.cohort_courses
  for delete to authenticated
  using ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_delete on public.cohort_courses is 'Those who may change cohorts.';

create policy cohort_courses_insert on public.cohort_courses
  for insert to authenticated
  with check ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_insert on public.cohort_courses is 'Those who may change cohorts.';

create policy cohort_courses_select on public.cohort_courses
  for select to authenticated
  using (
    (select private.can('cohorts', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohorts', 'read'))
    or cohort_id in (select private.my_cohort_ids())
  );
comment on policy cohort_courses_select on public.cohort_courses is 'Those who see the cohort.';

create policy cohort_courses_update on public.cohort_courses
  for update to authenticated
  using ((select private.can('cohorts', 'update')))
  with check ((select private.can('cohorts', 'update')));
comment on policy cohort_courses_update on public.cohort_courses is 'Those who may change cohorts. Only the order can be changed.';

create policy cohort_dues_delete on public.cohort_dues
  for delete to authenticated
  using (
    (select private.can('releases', 'delete'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'delete'))
  );
comment on policy cohort_dues_delete on public.cohort_dues is 'Those who may change the schedule. Without its row, the due date of the assignment applies.';

create policy cohort_dues_insert on public.cohort_dues
  for insert to authenticated
  with check (
    (select private.can('releases', 'create'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'create'))
  );
comment on policy cohort_dues_insert on public.cohort_dues is 'For every cohort, or for those that the caller looks after.';

create policy cohort_dues_select on public.cohort_dues
  for select to authenticated
  using (
    (select private.can('releases', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'read'))
  );
comment on policy cohort_dues_select on public.cohort_dues is 'All, or those of cohorts that the caller looks after. Members read through functions when their work is due.';

create policy cohort_dues_update on public.cohort_dues
  for update to authenticated
  using (
    (select private.can('releases', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'update'))
  )
  with check (
    (select private.can('releases', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'update'))
  );
comment on policy cohort_dues_update on public.cohort_dues is 'Those who may change the schedule. Only day and time can be changed.';

create policy cohort_members_delete on public.cohort_members
  for delete to authenticated
  using ((select private.can('cohort_members', 'delete')));
comment on policy cohort_members_delete on public.cohort_members is 'Those who may delete memberships. A person who leaves keeps theirs.';

create policy cohort_members_insert on public.cohort_members
  for insert to authenticated
  with check (
    (select private.can('cohort_members', 'create'))
    or (
      cohort_id in (select private.staffed_cohort_ids('cohort_members', 'create'))
      and user_id in (select private.assigned_person_ids())
    )
  );
comment on policy cohort_members_insert on public.cohort_members is 'Everybody into every cohort, or the people assigned to the caller into the cohorts that the caller looks after, so that a moderator cannot come to reach a person by adding them.';

create policy cohort_members_select on public.cohort_members
  for select to authenticated
  using (
    (
      user_id = (select private.uid())
      and (select private.can('cohort_members', 'read', 'own'))
      and cohort_id in (select private.my_cohort_ids())
    )
    or (select private.can('cohort_members', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'read'))
  );
comment on policy cohort_members_select on public.cohort_members is 'One''s own, all, or those of cohorts that the caller looks after.';

create policy cohort_members_update on public.cohort_members
  for update to authenticated
  using (
    (select private.can('cohort_members', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'update'))
  )
  with check (
    (select private.can('cohort_members', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'update'))
  );
comment on policy cohort_members_update on public.cohort_members is 'Those who may change people of the cohort. The column grants leave cohort and person as they are.';

create policy cohort_messages_select on public.cohort_messages
  for select to authenticated
  using (
    (select private.can('cohort_messages', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_messages', 'read'))
  );
comment on policy cohort_messages_select on public.cohort_messages is 'All, or those to cohorts that the caller looks after.';

create policy cohort_staff_delete on public.cohort_staff
  for delete to authenticated
  using ((select private.can('cohort_staff', 'delete')));
comment on policy cohort_staff_delete on public.cohort_staff is 'Those who may change the staff of cohorts.';

create policy cohort_staff_insert on public.cohort_staff
  for insert to authenticated
  with check ((select private.can('cohort_staff', 'create')));
comment on policy cohort_staff_insert on public.cohort_staff is 'Those who may change the staff of cohorts.';

create policy cohort_staff_select on public.cohort_staff
  for select to authenticated
  using (
    (select private.can('cohort_staff', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_staff', 'read'))
  );
comment on policy cohort_staff_select on public.cohort_staff is 'All, or those of cohorts that the caller looks after. Members read the names through a function.';

create policy cohort_staff_update on public.cohort_staff
  for update to authenticated
  using ((select private.can('cohort_staff', 'update')))
  with check ((select private.can('cohort_staff', 'update')));
comment on policy cohort_staff_update on public.cohort_staff is 'Those who may change the staff of cohorts. Only the duty can be changed.';

create policy cohorts_delete on public.cohorts
  for delete to authenticated
  using ((select private.can('cohorts', 'delete')));
comment on policy cohorts_delete on public.cohorts is 'Those who may delete cohorts. A trigger refuses to delete one that has or had people.';

create policy cohorts_insert on public.cohorts
  for insert to authenticated
  with check ((select private.can('cohorts', 'create')));
comment on policy cohorts_insert on public.cohorts is 'Those who may create cohorts.';

create policy cohorts_select on public.cohorts
  for select to authenticated
  using (
    (select private.can('cohorts', 'read'))
    or id in (select private.staffed_cohort_ids('cohorts', 'read'))
    or id in (select private.my_cohort_ids())
  );
comment on policy cohorts_select on public.cohorts is 'All, those that the caller looks after, and those to which the caller belongs.';

create policy cohorts_update on public.cohorts
  for update to authenticated
  using ((select private.can('cohorts', 'update')))
  with check ((select private.can('cohorts', 'update')));
comment on policy cohorts_update on public.cohorts is 'Those who may change cohorts.';

create policy releases_delete on public.releases
  for delete to authenticated
  using (
    (select private.can('releases', 'delete'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'delete'))
  );
comment on policy releases_delete on public.releases is 'Those who may change the schedule. Without its row, a lesson opens with its module, and a module as the first day begins.';

create policy releases_insert on public.releases
  for insert to authenticated
  with check (
    (select private.can('releases', 'create'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'create'))
  );
comment on policy releases_insert on public.releases is 'For every cohort, or for those that the caller looks after.';

create policy releases_select on public.releases
  for select to authenticated
  using (
    (select private.can('releases', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'read'))
  );
comment on policy releases_select on public.releases is 'All, or those of cohorts that the caller looks after. Members read through functions when their lessons open.';

create policy releases_update on public.releases
  for update to authenticated
  using (
    (select private.can('releases', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'update'))
  )
  with check (
    (select private.can('releases', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('releases', 'update'))
  );
comment on policy releases_update on public.releases is 'Those who may change the schedule. Only day and time can be changed.';

-- FUNCTIONS

create or replace function private.can_on_cohort(resource text, action text, cohort uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can(resource, action)
    or cohort in (select private.staffed_cohort_ids(can_on_cohort.resource, can_on_cohort.action));
end
$function$;
comment on function private.can_on_cohort(text,text,uuid) is 'Takes a resource, an action and a cohort; whether the caller has that right there, on all cohorts or as its staff.';
grant execute on function private.can_on_cohort(text,text,uuid) to authenticated, service_role;

create or replace function private.change_membership()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  zone text := (select c.time_zone from public.cohorts c where c.id = new.cohort_id);
  first_day date := (select c.starts_on from public.cohorts c where c.id = new.cohort_id);
  today date := private.local_day(now(), zone);
  was public.cohort_member_state := case when tg_op = 'UPDATE' then old.state end;
begin
  if new.state = 'PAUSED' then
    if was is distinct from 'PAUSED' then
      new.paused_on := coalesce(new.paused_on, today);
    end if;
    if was is distinct from 'PAUSED' or new.paused_on is distinct from old.paused_on then
      -- A pause that is entered for another day begins with that day.
      new.paused_at := case when new.paused_on = today then now() else private.local_moment(new.paused_on, '00:00', zone) end;
    end if;
  else
    if was = 'PAUSED' and new.state <> 'LEFT' then
      -- What opened before the pause stays open. By the shift alone, what opened on its first day would be shut until the
      -- same time on the day on which it ends.
      select r.reached_from, r.reached_at into new.reached_from, new.reached_at
      from private.moments_reached(old.reached_from, old.reached_at, first_day + old.shift_days, old.paused_at, zone) r;
      new.shift_days := new.shift_days + greatest(today - old.paused_on, 0);
    end if;
    new.paused_on := null;
    new.paused_at := null;
  end if;
  if new.state = 'LEFT' then
    if was = 'LEFT' and (new.shift_days, new.open_all) is distinct from (old.shift_days, old.open_all) then
      raise exception using errcode = 'PT409', hint = 'LEFT', message = 'This person left the cohort. Add them again first.';
    end if;
    new.left_at := coalesce(new.left_at, now());
    if was is distinct from 'LEFT' then
      new.removed_by_staff := private.uid() is distinct from new.user_id;
    end if;
  else
    new.left_at := null;
    new.removed_by_staff := false;
    if was = 'LEFT' then
      new.joined_at := now();
    end if;
  end if;
  return new;
end
$function$;
comment on function private.change_membership() is 'Row trigger: records when a person left, and whether by somebody else, when they joined again, and when a pause began, and adds the days of a pause to the person''s shift when it ends. Raises PT409 LEFT for a shift, or an opening of everything, of a person who stays out (rules/cohorts#people, #pause, #removed).';

create or replace function private.check_cohort()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  new.slug := btrim(new.slug);
  new.title := btrim(new.title);
  if (tg_op = 'INSERT' or new.time_zone <> old.time_zone) and not private.is_time_zone(new.time_zone) then
    perform private.refuse_field('time_zone', 'There is no such time zone.');
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$function$;
comment on function private.check_cohort() is 'Row trigger: refuses a time zone that the database does not know (PT422, hint time_zone), and sets updated_at.';

create or replace function private.check_cohort_right(resource text, action text, cohort uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_cohort(check_cohort_right.resource, check_cohort_right.action, check_cohort_right.cohort) then
    perform private.refuse('You may not do this in this cohort.');
  end if;
  -- Only acts lock the duty. A read may run in a read-only transaction, where no row can be locked.
  if check_cohort_right.action <> 'read' and current_setting('transaction_read_only') = 'off'
    and not private.can(check_cohort_right.resource, check_cohort_right.action) then
    perform 1 from public.cohort_staff s
    where s.cohort_id = check_cohort_right.cohort and s.user_id = private.uid() for key share;
    if not found then
      perform private.refuse('You may not do this in this cohort.');
    end if;
  end if;
  if not exists (select from public.cohorts c where c.id = check_cohort_right.cohort) then
    raise exception using errcode = 'PT404', hint = 'NO_COHORT', message = 'This cohort no longer exists.';
  end if;
end
$function$;
comment on function private.check_cohort_right(text,text,uuid) is 'Takes a resource, an action and a cohort; raises 42501 unless the caller has that right there, on all cohorts or as its staff, and PT404 NO_COHORT when there is no such cohort. For an act, a duty that gives the right is locked until the transaction ends.';
grant execute on function private.check_cohort_right(text,text,uuid) to authenticated, service_role;

create or replace function private.check_cohort_staff()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- An after trigger, so that the policy has refused all callers who may not change the staff before the answer tells
  -- them a person's role. The lock on the profile makes a change of the role wait, so that no duty is given meanwhile.
  perform 1 from public.profiles p where p.id = new.user_id and p.role in (
    select rp.role from public.role_permissions rp where rp.resource = 'cohorts' and rp.action = 'read' and rp.role <> 'MEMBER')
  for share;
  if not found then
    raise exception using errcode = 'PT422', hint = 'NOT_STAFF', message = 'Only administrators and moderators can look after a cohort.';
  end if;
  return null;
end
$function$;
comment on function private.check_cohort_staff() is 'Row trigger: raises PT422 NOT_STAFF for a person whose role cannot read cohorts as staff (rules/cohorts#staff).';

create or replace function private.check_seats(cohort_ids uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  one record;
begin
  -- The lock is taken after the new rows are written, so that of two people who join at once, the later one counts the
  -- earlier one's row.
  perform 1 from public.cohorts c where c.id = any (cohort_ids) order by c.id for no key update;
  for one in
    select c.title from public.cohorts c
    where c.id = any (cohort_ids) and c.seats < (
      select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT')
  loop
    raise exception using errcode = 'PT409', hint = 'COHORT_FULL',
      message = format('%s has no seats left. Nothing was changed.', one.title);
  end loop;
end
$function$;
comment on function private.check_seats(uuid[]) is 'Takes cohorts; raises PT409 COHORT_FULL when one has more people than seats (rules/cohorts#seats).';

create or replace function private.cohort_audience(cohort uuid)
  returns table(user_id uuid, by_mail boolean)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select m.user_id, coalesce(w.cohort_mails, true) and private.mail_address(m.user_id) is not null
  from public.cohort_members m
  join public.profiles p on p.id = m.user_id and p.disabled_at is null
  left join public.preferences w on w.user_id = m.user_id
  where m.cohort_id = cohort and m.state <> 'LEFT'
$function$;
comment on function private.cohort_audience(uuid) is 'Takes a cohort; the people who get its messages, without those who left and disabled accounts, and whether each also gets them by mail.';

create or replace function private.cohort_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'cohorts', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at, 'removed_by_staff', m.removed_by_staff, 'shift_days', m.shift_days,
      'open_all', m.open_all, 'paused_on', m.paused_on) order by m.joined_at)
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id where m.user_id = person)
  union all
  select 'cohort_duties', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'duty', s.duty, 'added_at', s.added_at) order by s.added_at)
    from public.cohort_staff s join public.cohorts c on c.id = s.cohort_id where s.user_id = person)
  union all
  select 'cohort_messages_sent', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'title', m.title, 'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from (select * from public.cohort_messages m where m.sender_id = person order by m.created_at desc limit 1000) m
    join public.cohorts c on c.id = m.cohort_id)
  union all
  -- The author is left out, because it is another person.
  select 'cohort_remarks', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'reason', x.reason, 'note', x.note, 'cleared_at', x.cleared_at) order by x.cleared_at)
    from private.cohort_clearings x join public.cohorts c on c.id = x.cohort_id where x.user_id = person)
  union all
  select 'preferences', (
    select jsonb_agg(jsonb_build_object('time_zone', w.time_zone, 'cohort_mails', w.cohort_mails, 'review_mails', w.review_mails,
      'morning_mails', w.morning_mails, 'updated_at', w.updated_at))
    from public.preferences w where w.user_id = person)
$function$;
comment on function private.cohort_data(uuid) is 'Takes a person; the cohorts to which they belong or belonged, what staff noted about them there, those that they look after, the newest 1,000 messages that they sent to cohorts, and their preferences, each list by its name (null: empty).';

create or replace function private.cohort_due_days(cohort uuid)
  returns table(lesson_id uuid, day integer, due_at timestamptz)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select a.lesson_id, coalesce(d.day, a.due_day),
    private.local_moment(c.starts_on + coalesce(d.day, a.due_day), coalesce(d.at_time, a.due_time, '23:59:59'), c.time_zone)
  from public.cohorts c
  join public.cohort_courses k on k.cohort_id = c.id
  join public.modules m on m.course_id = k.course_id and m.deleted_at is null
  join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'ASSIGNMENT'
  join public.assignments a on a.lesson_id = l.id
  left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.id
  where c.id = cohort_due_days.cohort and coalesce(d.day, a.due_day) is not null
$function$;
comment on function private.cohort_due_days(uuid) is 'Takes a cohort; returns its assignments that have a due date, with the day of the cohort, counted from 0, and the moment at which they are due for people without a shift.';

create or replace function private.cohort_facts(cohort uuid)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone) from public.cohorts c where c.id = cohort
$function$;
comment on function private.cohort_facts(uuid) is 'Takes a cohort; {id, slug, title, time_zone}, null for none.';

create or replace function private.cohort_is_full(cohort uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce((select c.seats <= (select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT')
    from public.cohorts c where c.id = cohort), false)
$function$;
comment on function private.cohort_is_full(uuid) is 'Takes a cohort; true if it has no seat left (rules/cohorts#seats).';

create or replace function private.cohort_members_where(cohort uuid, query text, state text)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select concat_ws(' and ', format('m.cohort_id = %L', cohort),
    case when state is null then 'm.state <> ''LEFT''' else format('m.state::text = %L', state) end,
    -- The caller may not read the email of people who left, and so may not find them by it.
    case when state = 'LEFT' and private.reach_is_narrowed() then (
        select string_agg(format('private.person_key(p.name, '''', null) like %L', pattern), ' and ')
        from unnest(private.person_patterns(coalesce(query, ''))) pattern)
      else private.found_by(query, 'p') end)
$function$;
comment on function private.cohort_members_where(uuid,text,text) is 'Takes a cohort, a search as members() does, and a state (null: all who did not leave); the condition on `public.cohort_members m join private.people p` that finds its people. Callers who see only people assigned to them find those who left by name alone.';

create or replace function private.cohort_of_link(
  token text,
  out cohort public.cohorts,
  out state text
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  link private.cohort_links;
begin
  state := 'UNKNOWN';
  if token !~ '^[0-9a-f]{64}$' then
    return;
  end if;
  select k.* into link from private.cohort_links k where k.hash = sha256(decode(token, 'hex'));
  select c.* into cohort from public.cohorts c where c.id = link.cohort_id and not c.draft and c.archived_at is null;
  if cohort.id is null then
    return;
  end if;
  state := case
    when not link.active then 'OFF'
    when private.local_day(now(), cohort.time_zone) > coalesce(link.ends_on, 'infinity')
      or private.local_day(now(), cohort.time_zone) > coalesce(cohort.access_ends_on, cohort.ends_on) then 'ENDED'
    when private.cohort_is_full(cohort.id) then 'FULL'
    else 'OPEN' end;
end
$function$;
comment on function private.cohort_of_link(text) is 'Takes the secret of a join link; its cohort, and the state of the link: OPEN, FULL, OFF or ENDED. UNKNOWN without a cohort for a secret that is not known, and for a draft or an archived cohort.';

create or replace function private.cohort_plan(cohort uuid)
  returns table(
    course_id uuid,
    course_place integer,
    module_id uuid,
    module_place integer,
    lesson_id uuid,
    lesson_place integer,
    day integer,
    at_time time without time zone
  )
  language sql
  stable
as $function$
  select k.course_id, k.position, m.id, m.index, l.id, l.index,
    coalesce(own.day, whole.day, 0), coalesce(own.at_time, whole.at_time, '00:00')
  from public.cohort_courses k
  join public.courses c on c.id = k.course_id and c.deleted_at is null
  join public.modules m on m.course_id = c.id and m.deleted_at is null
  join public.lessons l on l.module_id = m.id and l.deleted_at is null
  left join public.releases own on own.cohort_id = cohort and own.lesson_id = l.id
  left join public.releases whole on whole.cohort_id = cohort and whole.module_id = m.id
  where k.cohort_id = cohort
$function$;
comment on function private.cohort_plan(uuid) is 'Takes a cohort; its lessons, with the position of course, module and lesson, and the day and time at which each opens for people without a shift (rules/cohorts#schedule).';

create or replace function private.cohort_row(c public.cohorts)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on,
    'ends_on', c.ends_on, 'access_ends_on', c.access_ends_on, 'seats', c.seats, 'state', private.cohort_state(c), 'draft', c.draft,
    'archived_at', c.archived_at, 'updated_at', c.updated_at,
    'people', (select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT'),
    'courses', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'slug', o.slug) order by k.position, o.title)
      from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null where k.cohort_id = c.id), '[]'),
    'staff', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email), 'duty', s.duty) order by s.duty, p.name, p.id)
      from public.cohort_staff s join public.profiles p on p.id = s.user_id where s.cohort_id = c.id), '[]'))
$function$;
comment on function private.cohort_row(public.cohorts) is 'Takes a cohort; what lists show of it: {id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, state, draft, archived_at, updated_at, people: how many did not leave, courses: [{id, title, slug}], staff: [{id, name, duty}]}.';

create or replace function private.cohort_state(
  cohort public.cohorts,
  moment timestamptz default now()
)
  returns text
  language sql
  stable parallel safe
as $function$
  select case
    when cohort.archived_at is not null then 'ARCHIVED'
    when cohort.draft then 'DRAFT'
    when private.local_day(moment, cohort.time_zone) < cohort.starts_on then 'UPCOMING'
    when private.local_day(moment, cohort.time_zone) <= cohort.ends_on then 'RUNNING'
    else 'ENDED' end
$function$;
comment on function private.cohort_state(public.cohorts,timestamp with time zone) is 'Takes a cohort and a moment; ARCHIVED, DRAFT, or by its days in its zone UPCOMING, RUNNING or ENDED (rules/cohorts#state).';
grant execute on function private.cohort_state(public.cohorts,timestamp with time zone) to authenticated, service_role;

create or replace function private.cohorts_where(query text, state text)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select concat_ws(' and ',
    case when private.can('cohorts', 'read') then 'true' else 'c.id in (select private.staffed_cohort_ids(''cohorts'', ''read''))' end,
    case when btrim(coalesce(query, '')) <> '' then
      format('lower(c.title || '' '' || c.slug) like %L', private.like_pattern(query)) end,
    -- Archived cohorts are shown only to callers who ask for them.
    case when state is null then 'c.archived_at is null' else format('private.cohort_state(c) = %L', state) end)
$function$;
comment on function private.cohorts_where(text,text) is 'Takes a search over title and slug, and a state (null: all but archived ones); the condition on `public.cohorts c` that finds those that the caller may read.';

create or replace function private.drop_cohort_token()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  new.identity_data := new.identity_data - 'cohort_token';
  return new;
end
$function$;
comment on function private.drop_cohort_token() is 'Trigger on auth.identities: Auth copies the metadata of a sign-up there, so the secret of a join link is removed there, too.';

create or replace function private.due_cohort_message_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  sent public.cohort_messages;
  recipient text := private.mail_address(work.user_id);
begin
  select m.* into sent from public.cohort_messages m where m.id = work.subject_id;
  if sent.id is null or recipient is null or not exists (
    select from private.cohort_audience(sent.cohort_id) a where a.user_id = work.user_id and a.by_mail) then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'title', sent.title, 'message', sent.message,
    'cohort', (select c.title from public.cohorts c where c.id = sent.cohort_id),
    'sender', (select nullif(p.name, '') from public.profiles p where p.id = sent.sender_id),
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'cohort_mails'));
end
$function$;
comment on function private.due_cohort_message_mail(private.due_work) is 'Job: returns a message to a cohort as the mail of one of its people, {to, title, message, cohort, sender, unsubscribe: the secret that ends such mails for them}; null if the person left, does not want such mails, is disabled, or has no confirmed email.';

create or replace function private.end_duties()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from public.cohort_staff s
  where s.user_id = new.id and not exists (
    select from public.role_permissions rp where rp.role = new.role and rp.role <> 'MEMBER' and rp.resource = 'cohorts' and rp.action = 'read');
  return null;
end
$function$;
comment on function private.end_duties() is 'Row trigger on profiles: a person whose new role cannot look after cohorts loses their duties (rules/cohorts#staff).';

create or replace function private.export_cohort_members(
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  cohort constant uuid := nullif(filter ->> 'cohort', '')::uuid;
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort);
  columns := array['id', 'name', 'email', 'state', 'joined', 'left', 'removed_by_staff', 'shift_days', 'open_all', 'paused_on', 'opened', 'opened_done', 'completed',
    'total', 'percent', 'last_activity', 'behind'];
  source := format($sql$
    with plan as materialized (
      select q.lesson_id, q.day, q.at_time from private.cohort_plan(%1$L) q
    ), size as materialized (
      select count(*) as lessons from plan
    ), behind as materialized (
      select b.user_id, string_agg(case b.reason when 'SILENT' then 'Silent' when 'NOT_STARTED' then 'Nothing completed' when 'MISSED_DUES' then 'Due dates missed'
          when 'RETURNED_TWICE' then 'Came back twice' else 'Question not answered' end || ' since ' || (v.facts ->> 'since') || coalesce(': ' || (
          select string_agg((f ->> 'title') || ' (' || (f ->> 'on') || ')', ', ') from jsonb_array_elements(v.facts -> 'facts') f), ''),
        '; ' order by b.days desc, b.reason) as text
      from public.cohorts c cross join lateral private.find_behind(c.id) b
      cross join lateral (select private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) as facts) v
      where c.id = %1$L
      group by b.user_id
    )
    select m.joined_at as at, m.user_id as key, (jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', initcap(m.state::text),
      'joined', m.joined_at, 'left', m.left_at, 'removed_by_staff', case when m.state = 'LEFT' then case when m.removed_by_staff then 'Yes' else 'No' end end, 'shift_days', m.shift_days, 'open_all', case when m.open_all then 'Yes' else 'No' end,
      'paused_on', m.paused_on, 'total', size.lessons,
      'behind', (select b.text from behind b where b.user_id = m.user_id), 'last_activity', (
        select nullif(max(k.last_at), '-infinity') from private.learner_courses k
        where k.user_id = m.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = m.cohort_id)))
      || (select jsonb_build_object('opened', count(*) filter (where t.is_open), 'opened_done', count(*) filter (where t.is_open and t.is_done),
          'completed', count(*) filter (where t.is_done), 'percent', private.progress_percent(count(*) filter (where t.is_done), size.lessons))
        from (
          select m.open_all or private.local_moment(c.starts_on + m.shift_days + q.day, q.at_time, c.time_zone) <= least(m.paused_at, now())
              or exists (select from unnest(m.reached_from, m.reached_at) r (first_day, at)
                where private.local_moment(r.first_day + q.day, q.at_time, c.time_zone) <= r.at) as is_open,
            exists (select from public.lesson_completions d where d.user_id = m.user_id and d.lesson_id = q.lesson_id) as is_done
          from plan q) t))
      -- Of a person who left and whom the caller does not reach, the name and the days remain.
      - case when m.state = 'LEFT' and not private.reaches(f.id)
        then '{email,shift_days,open_all,opened,opened_done,completed,total,percent,last_activity}' else '{}' end::text[] as row
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id join public.profiles f on f.id = m.user_id
    join private.people p on p.id = f.id cross join size
    where %2$s$sql$,
    cohort, private.cohort_members_where(cohort, filter ->> 'search', nullif(filter ->> 'state', '')));
end
$function$;
comment on function private.export_cohort_members(jsonb) is 'Takes {cohort, search, state} as cohort_member_list() has them; gives columns and query of the export of a cohort''s people with their progress and why they have fallen behind, the last who joined first. Raises 42501 and PT404 NO_COHORT.';

create or replace function private.export_cohorts(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  columns := array['id', 'title', 'slug', 'state', 'time_zone', 'starts_on', 'ends_on', 'access_ends_on', 'seats', 'people', 'paused',
    'graduated', 'left', 'courses', 'staff'];
  source := format($sql$
    select c.starts_on as at, c.id as key, jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug,
      'state', initcap(private.cohort_state(c)), 'time_zone', c.time_zone, 'starts_on', c.starts_on, 'ends_on', c.ends_on,
      'access_ends_on', c.access_ends_on, 'seats', c.seats,
      'courses', (select string_agg(o.slug, ' ' order by k.position, o.slug)
        from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null where k.cohort_id = c.id),
      'staff', (select string_agg(private.shown_name(p.name, p.email), ', ' order by s.duty, p.name, p.id)
        from public.cohort_staff s join public.profiles p on p.id = s.user_id where s.cohort_id = c.id))
      || (select jsonb_build_object('people', count(*) filter (where m.state <> 'LEFT'), 'paused', count(*) filter (where m.state = 'PAUSED'),
          'graduated', count(*) filter (where m.state = 'GRADUATED'), 'left', count(*) filter (where m.state = 'LEFT'))
        from public.cohort_members m where m.cohort_id = c.id) as row
    from public.cohorts c where %s$sql$,
    private.cohorts_where(filter ->> 'search', nullif(filter ->> 'state', '')));
end
$function$;
comment on function private.export_cohorts(jsonb) is 'Takes {search, state} as cohort_list() has them; gives columns and query of the export of cohorts, those with the latest first day first.';

create or replace function private.find_behind(cohort uuid, only_person uuid default null)
  returns table(user_id uuid, reason text, days integer, usual numeric, since date, facts jsonb)
  language plpgsql
  stable security definer rows 20
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
begin
  return query
    with c as materialized (
      select k.*, private.local_day(now(), k.time_zone) as today
      from public.cohorts k where k.id = cohort and private.cohort_state(k) = 'RUNNING'
    ), plan as materialized (
      select p.* from c cross join lateral private.cohort_plan(c.id) p
    ), person as materialized (
      select m.*, greatest(c.starts_on + m.shift_days, private.local_day(m.joined_at, c.time_zone)) as first_day
      from c join public.cohort_members m on m.cohort_id = c.id and m.state = 'ACTIVE'
      join public.profiles f on f.id = m.user_id and f.disabled_at is null
      where only_person is null or m.user_id = only_person
    ), did as materialized (
      -- Reads all completions of each person, because the planner would look up every lesson of the cohort for each person.
      select p.user_id, d.lesson_id, d.completed_at from person p join public.lesson_completions d on d.user_id = p.user_id
    ), done as materialized (
      select d.user_id, d.lesson_id, private.local_day(d.completed_at, c.time_zone) as day
      from c cross join did d join plan l on l.lesson_id = d.lesson_id
    ), pace as materialized (
      select p.shift_days, p.open_all, p.reached_from, p.reached_at, array_agg(p.user_id) as people from person p group by 1, 2, 3, 4
    ), opened as materialized (
      select q.people, count(*) as lessons, array_agg(l.lesson_id) as ids
      from pace q cross join c cross join plan l
      where q.open_all or private.local_moment(c.starts_on + q.shift_days + l.day, l.at_time, c.time_zone) <= now()
        or exists (select from unnest(q.reached_from, q.reached_at) r (first_day, at)
          where private.local_moment(r.first_day + l.day, l.at_time, c.time_zone) <= r.at)
      group by q.people
    ), waiting as (
      -- Only people with an open lesson that they have not completed can be behind.
      select p.user_id from person p join opened o on p.user_id = any (o.people)
      where o.lessons > (select count(*) from done d where d.user_id = p.user_id and d.lesson_id = any (o.ids))
    ), gap as (
      select t.user_id, t.day - lag(t.day) over (partition by t.user_id order by t.day) as days
      from (select distinct d.user_id, d.day from done d) t
    ), rhythm as materialized (
      -- Four days with a completion, so three gaps, are enough for a usual gap.
      select g.user_id, round(percentile_cont(0.5) within group (order by g.days)::numeric, 1) as usual
      from gap g where g.days is not null group by g.user_id having count(*) >= 3
    ), last_active as (
      select p.user_id, greatest(max(d.day), (
        select max(private.local_day(nullif(k.last_at, '-infinity'), c.time_zone))
        from private.learner_courses k join public.cohort_courses o on o.course_id = k.course_id and o.cohort_id = c.id
        where k.user_id = p.user_id)) as day
      from c cross join person p join done d on d.user_id = p.user_id
      where p.user_id in (select r.user_id from rhythm r)
      group by p.user_id, c.id, c.time_zone
    ), task as materialized (
      -- Blind assignments do not count: who is listed, or no longer is, would say whose round it is.
      select l.lesson_id, coalesce(d.day, a.due_day) as day, coalesce(d.at_time, a.due_time, '23:59:59') as at_time
      from c cross join plan l
      -- `offset 0` makes the planner look up each lesson instead of reading all assignments.
      cross join lateral (
        select k.due_day, k.due_time from public.assignments k join public.lessons s on s.id = k.lesson_id and s.content_type = 'ASSIGNMENT'
        where k.lesson_id = l.lesson_id and not k.blind
          and (select private.course_is_published(o.status, o.deleted_at) from public.courses o where o.id = l.course_id) offset 0) a
      left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.lesson_id
    ), who as materialized (
      select p.user_id, p.joined_at, array(select s.lesson_id from public.submissions s where s.user_id = p.user_id) as handed_in
      from person p where exists (select from task)
    ), extra as materialized (
      select x.user_id, x.lesson_id, x.due_at from person p join public.extensions x on x.user_id = p.user_id where exists (select from task)
    ), due as materialized (
      select o.people, t.lesson_id, private.local_moment(c.starts_on + q.shift_days + t.day, t.at_time, c.time_zone) as due_at
      from c cross join pace q join opened o on o.people = q.people join task t on t.lesson_id = any (o.ids)
    ), missing as materialized (
      -- What was due here, and was not handed in.
      select n.user_id, n.lesson_id, n.due_at from (
        select p.user_id, d.lesson_id, coalesce(x.due_at, d.due_at) as due_at, count(*) over (partition by p.user_id) as times
        from due d join who p on p.user_id = any (d.people) and d.lesson_id <> all (p.handed_in)
        left join extra x on x.user_id = p.user_id and x.lesson_id = d.lesson_id
        where coalesce(x.due_at, d.due_at) < now() and coalesce(x.due_at, d.due_at) > p.joined_at
          and not exists (select from public.lesson_completions e where e.user_id = p.user_id and e.lesson_id = d.lesson_id)) n
      where n.times >= 2 and private.passed_second(n.due_at)
    ), elsewhere as materialized (
      -- Who has one of the courses by another cohort, too, can have a later date there. For them, person_dues() decides.
      select m.user_id, array_agg(m.lesson_id) as lessons
      from c cross join missing m
      -- A scalar, so that the planner looks up the grants of each person instead of reading all grants.
      where (
        select true from public.entitlements e
        where e.user_id = m.user_id and e.cohort_id <> c.id and e.course_id in (select l.course_id from plan l) limit 1)
      group by m.user_id
    ), proof as (
      select m.user_id, 'MISSED_DUES' as reason, m.lesson_id as id, m.due_at as at, null::bigint as times
      from missing m where m.user_id not in (select e.user_id from elsewhere e)
      union all
      select m.user_id, 'MISSED_DUES', d.lesson_id, d.due_at, null
      from c cross join elsewhere m cross join lateral private.person_dues(m.user_id, now()) d
      where d.lesson_id = any (m.lessons) and d.cohort_id = c.id and private.passed_second(d.due_at)
      union all
      select w.user_id, 'RETURNED_TWICE', w.lesson_id, r.at, r.times
      from c cross join who p
      cross join lateral (select s.* from public.submissions s where s.user_id = p.user_id and s.state = 'RETURNED' and s.round > 1 offset 0) w
      join task t on t.lesson_id = w.lesson_id
      cross join lateral (
        select count(*) as times, max(v.published_at) as at
        from public.submission_rounds o join public.reviews v on v.round_id = o.id and v.withdrawn_at is null and v.verdict = 'AGAIN'
        where o.submission_id = w.id) r
      where coalesce(w.cohort_id, c.id) = c.id and r.times > 1
      union all
      select p.user_id, 'NOT_ANSWERED', q.id, q.waiting_since, null
      from c cross join person p
      cross join lateral (
        select a.* from public.questions a
        where a.author_id = p.user_id and a.waiting_since <= now() - interval '1 day' and a.deleted_at is null and a.merged_into_id is null offset 0) q
      join plan l on l.lesson_id = q.lesson_id
      where q.cohort_id = c.id
    ), cleared as materialized (
      select x.user_id, x.reason, x.facts, private.local_day(x.cleared_at, c.time_zone) as day
      from c cross join person p join private.cohort_clearings x on x.cohort_id = c.id and x.user_id = p.user_id
    ), proved as (
      -- Each return and each question is cleared by itself. Two missed due dates are one fact together.
      select f.user_id, f.reason, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', f.id, 'at', f.at, 'times', f.times)) order by f.at, f.id) as facts,
        (array_agg(f.at order by f.at))[case f.reason when 'MISSED_DUES' then 2 else 1 end] as since_at
      from (
        select n.*, exists (
          select from cleared x
          where x.user_id = n.user_id and x.reason = n.reason and n.id || ' ' || extract(epoch from n.at) = any (x.facts)) as is_cleared
        from proof n) f
      where f.reason = 'MISSED_DUES' or not f.is_cleared
      group by f.user_id, f.reason
      having f.reason <> 'MISSED_DUES' or count(*) >= 2 and not bool_and(f.is_cleared)
    ), found as (
      select p.user_id, 'SILENT' as reason, c.today - a.day as days, r.usual, a.day as since
      from c cross join person p join rhythm r on r.user_id = p.user_id join last_active a on a.user_id = p.user_id
      where c.today - a.day > 2 * r.usual
      union all
      select p.user_id, 'NOT_STARTED', c.today - p.first_day, null, p.first_day
      from c cross join person p
      where c.today - p.first_day >= 3 and not exists (select from done d where d.user_id = p.user_id)
    )
    select f.user_id, f.reason, f.days, f.usual, f.since, '[]'::jsonb
    from found f
    where f.user_id in (select w.user_id from waiting w)
      and not exists (select from cleared x where x.user_id = f.user_id and x.reason = f.reason and x.day >= f.since)
    union all
    select f.user_id, f.reason, c.today - s.since, null, s.since, f.facts
    from c cross join proved f cross join lateral (select private.local_day(f.since_at, c.time_zone) as since) s;
end
$function$;
comment on function private.find_behind(uuid,uuid) is 'Takes a cohort and one person (null: everyone); the people who have fallen behind in it and are not cleared. They are SILENT for more than twice the usual days between days on which they completed something (`usual`, the median of at least three gaps), or NOT_STARTED, with nothing completed three days after their first day; neither if they have completed everything that is open to them. MISSED_DUES: two due dates, as person_dues() has them, passed since they joined, and nothing was handed in. RETURNED_TWICE: work came back at least twice and was not handed in again. NOT_ANSWERED: a question of theirs has waited for a day. `days`: for how many days; `since`: since which day; `facts`: as in behind_people. Only in running cohorts, for active people whose accounts are not disabled, and without blind assignments (rules/cohorts#behind).';

create or replace function private.follow_cohort_courses()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.cohort_id) into cohorts from new_rows n;
  else
    select array_agg(distinct o.cohort_id) into cohorts from old_rows o;
  end if;
  if cohorts is not null then
    perform private.sync_cohort_grants(cohorts);
  end if;
  return null;
end
$function$;
comment on function private.follow_cohort_courses() is 'Statement trigger on the courses of cohorts: grants an added course to the people of the cohort, and takes a removed one from them (rules/cohorts#grants).';

create or replace function private.follow_cohort_members()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[];
  people uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct o.cohort_id), array_agg(distinct o.user_id) into cohorts, people from old_rows o;
    if cohorts is not null then
      perform private.sync_cohort_grants(cohorts, people);
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(distinct n.cohort_id), array_agg(distinct n.user_id) into cohorts, people from new_rows n;
  else
    select array_agg(distinct n.cohort_id), array_agg(distinct n.user_id) into cohorts, people
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where (o.state, o.shift_days) is distinct from (n.state, n.shift_days);
  end if;
  if cohorts is not null then
    perform private.check_seats(cohorts);
    perform private.sync_cohort_grants(cohorts, people);
    perform private.sync_cohort_community(cohorts, people);
  end if;
  return null;
end
$function$;
comment on function private.follow_cohort_members() is 'Statement trigger on memberships: checks the seats, and updates the grants and the members of the community.';

create or replace function private.follow_cohorts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  moved uuid[];
  filled uuid[];
begin
  select array_agg(n.id) filter (where (o.draft, o.access_ends_on, o.time_zone, o.community_id)
      is distinct from (n.draft, n.access_ends_on, n.time_zone, n.community_id)),
    array_agg(n.id) filter (where n.seats is distinct from o.seats)
  into moved, filled
  from new_rows n join old_rows o on o.id = n.id;
  if filled is not null then
    perform private.check_seats(filled);
  end if;
  if moved is not null then
    perform private.sync_cohort_grants(moved);
    perform private.sync_cohort_community(moved);
  end if;
  return null;
end
$function$;
comment on function private.follow_cohorts() is 'Statement trigger on cohorts: refuses fewer seats than people, and updates the grants after a change of their end, of the zone, or of the draft.';

create or replace function private.follow_who_left()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[];
  people uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(o.cohort_id), array_agg(o.user_id) into cohorts, people from old_rows o;
  else
    select array_agg(n.cohort_id), array_agg(n.user_id) into cohorts, people
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where n.state = 'LEFT' and o.state <> 'LEFT';
  end if;
  if cohorts is not null then
    perform private.leave_work(cohorts, people);
  end if;
  if tg_op = 'DELETE' or not exists (select from old_rows o where o.state = 'LEFT') then
    return null;
  end if;
  -- Who is taken back has in the cohort again what they made while they were in it.
  with back as materialized (
    select o.cohort_id, o.user_id, o.joined_at, o.left_at
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where o.state = 'LEFT' and n.state <> 'LEFT'
  ), lesson as materialized (
    select b.*, l.id as lesson_id
    from back b join public.cohort_courses k on k.cohort_id = b.cohort_id
    join public.modules m on m.course_id = k.course_id join public.lessons l on l.module_id = m.id
  ), work as (
    update public.submissions s set cohort_id = b.cohort_id
    from lesson b
    where s.user_id = b.user_id and s.lesson_id = b.lesson_id and s.cohort_id is null and exists (
      select from public.submission_rounds r where r.submission_id = s.id and r.round = s.round and r.submitted_at between b.joined_at and b.left_at)
  )
  update public.questions q set cohort_id = b.cohort_id
  from lesson b
  where q.author_id = b.user_id and q.lesson_id = b.lesson_id and q.cohort_id is null and q.created_at between b.joined_at and b.left_at;
  return null;
end
$function$;
comment on function private.follow_who_left() is 'Statement trigger on memberships: takes the work and the questions of people who leave out of the cohort, and puts them back when these people are taken back (rules/cohorts#left).';

create or replace function private.join_cohort(
  cohort uuid,
  people uuid[],
  invited_at timestamptz default null
)
  returns uuid[]
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  joined uuid[];
begin
  with joining as (
    insert into public.cohort_members as m (cohort_id, user_id)
    select join_cohort.cohort, p.id from public.profiles p where p.id = any (people) order by p.id
    on conflict on constraint cohort_members_pkey do update set state = 'ACTIVE'
      -- Staff lift a removal by adding the person, or by an invite that they made after it.
      where m.state = 'LEFT' and (not m.removed_by_staff or coalesce(join_cohort.invited_at > m.left_at, true))
    returning m.user_id
  )
  select coalesce(array_agg(j.user_id), '{}') into joined from joining j;
  return joined;
end
$function$;
comment on function private.join_cohort(uuid,uuid[],timestamp with time zone) is 'Takes a cohort, people, and when they were invited (null: staff add them now); those who are not in it join, also those who left, but nobody whom staff took out after they were invited. Returns those who joined. Raises PT409 COHORT_FULL.';

create or replace function private.keep_cohort_people()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if exists (select from public.cohort_members m where m.cohort_id = old.id) then
    raise exception using errcode = 'PT409', hint = 'COHORT_HAS_PEOPLE',
      message = 'People belong to this cohort, or did. Archive it instead: their access and its record stay.';
  end if;
  return old;
end
$function$;
comment on function private.keep_cohort_people() is 'Row trigger: refuses to delete a cohort in which people are or were, with PT409 COHORT_HAS_PEOPLE (rules/cohorts#archive).';

create or replace function private.keep_in_cohort()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  now_is public.cohort_member_state;
begin
  -- The lock makes a removal wait, which then finds this row; or this waits for the removal.
  select m.state into now_is from public.cohort_members m
  where m.cohort_id = new.cohort_id and m.user_id = (to_jsonb(new) ->> tg_argv[0])::uuid for share;
  if now_is = 'LEFT' then
    new.cohort_id := null;
  end if;
  return new;
end
$function$;
comment on function private.keep_in_cohort() is 'Row trigger; its argument is the column of the person: what a person makes does not belong to a cohort that they have left, also if they leave at the same moment (rules/cohorts#left).';

create or replace function private.last_second(day date, zone text)
  returns timestamptz
  language sql
  stable parallel safe
as $function$
  select private.local_moment(day + 1, '00:00', zone) - interval '1 second'
$function$;
comment on function private.last_second(date,text) is 'Takes a day (null: none) and an IANA time zone; the last second of that day there.';
grant execute on function private.last_second(date,text) to authenticated, service_role;

create or replace function private.leave_work(cohorts uuid[], people uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  moved uuid[];
begin
  with changed as (
    update public.submissions s set cohort_id = null
    from unnest(cohorts, people) g (cohort_id, user_id)
    where s.cohort_id = g.cohort_id and s.user_id = g.user_id
    returning s.id
  )
  select array_agg(c.id) into moved from changed c;
  delete from public.review_claims c using public.submissions s
  where c.submission_id = any (moved) and s.id = c.submission_id and not private.person_may_review(c.reviewer_id, s);
  delete from private.review_offers o using public.submissions s
  where o.submission_id = any (moved) and s.id = o.submission_id and not private.person_may_review(o.reviewer_id, s);
  -- Others of the cohort read and answer what was asked for the cohort, so that it stays there.
  update public.questions q set cohort_id = null
  from unnest(cohorts, people) g (cohort_id, user_id)
  where q.cohort_id = g.cohort_id and q.author_id = g.user_id and q.audience <> 'COHORT';
end
$function$;
comment on function private.leave_work(uuid[],uuid[]) is 'Takes cohorts and, at the same places, people who have left them; their work and their questions no longer belong to the cohort, except questions for the cohort. Claims on this work, and offers of it, end for those who may no longer review it (rules/cohorts#left).';

create or replace function private.link_view(cohort uuid)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('active', k.active, 'ends_on', k.ends_on, 'made_at', k.made_at,
    'joined', (select count(*) from public.cohort_members m where m.cohort_id = k.cohort_id and m.by_link))
  from private.cohort_links k where k.cohort_id = link_view.cohort
$function$;
comment on function private.link_view(uuid) is 'Takes a cohort; what staff see of its link, {active, ends_on, made_at, joined: how many people by this or an earlier link}, null if there is none.';

create or replace function private.local_day(moment timestamptz, zone text)
  returns date
  language sql
  immutable parallel safe
as $function$
  select (moment at time zone zone)::date
$function$;
comment on function private.local_day(timestamp with time zone,text) is 'Takes a moment and an IANA time zone; the date there at that moment (rules/cohorts#moments).';
grant execute on function private.local_day(timestamp with time zone,text) to authenticated, service_role;

create or replace function private.local_moment(day date, at_time time without time zone, zone text)
  returns timestamptz
  language sql
  immutable parallel safe
as $function$
  select (day + at_time) at time zone zone
$function$;
comment on function private.local_moment(date,time without time zone,text) is 'Takes a day, a time of day and an IANA time zone; the moment at which clocks there show both. If a clock change shows the time twice, it is the later moment; if it skips the time, the moment at which clocks show the time plus what was skipped (rules/cohorts#moments).';
grant execute on function private.local_moment(date,time without time zone,text) to authenticated, service_role;

create or replace function private.make_cohort_community(cohort uuid)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  named public.cohorts;
  free text;
begin
  select c.* into named from public.cohorts c where c.id = make_cohort_community.cohort;
  select s into free
  from (select named.slug as s, 0 as n union all select left(named.slug, 46) || '-' || n, n from generate_series(2, 99) n) t
  where not exists (select from public.communities o where o.slug = t.s) order by n limit 1;
  insert into public.communities (id, name, slug, access_type) values (named.id, named.title, free, 'INVITE');
  update public.cohorts c set community_id = named.id where c.id = named.id;
end
$function$;
comment on function private.make_cohort_community(uuid) is 'Makes a community for a cohort, with its title, which only its people can enter (rules/cohorts#community).';
grant execute on function private.make_cohort_community(uuid) to authenticated, service_role;

create or replace function private.moments_reached(
  first_days date[],
  stopped timestamptz[],
  first_day date,
  stopped_at timestamptz,
  zone text,
  out reached_from date[],
  out reached_at timestamptz[]
)
  returns record
  language sql
  stable
  set search_path to ''
as $function$
  with stop as (
    select s.first_day, s.at, (s.at at time zone zone) - s.first_day::timestamp as shown
    from (
      select u.first_day, u.at from unnest(first_days, stopped) u (first_day, at)
      union select moments_reached.first_day, moments_reached.stopped_at
    ) s
  )
  select array_agg(s.first_day order by s.at), array_agg(s.at order by s.at)
  from stop s
  -- A moment is left out if another keeps open all that it does. No clock change moves clocks by a day or more, so a person
  -- who was two days further by the clocks was further.
  where not exists (
    select from stop o where (o.first_day = s.first_day and o.at > s.at) or o.shown >= s.shown + interval '2 days')
$function$;
comment on function private.moments_reached(date[],timestamp with time zone[],date,timestamp with time zone,text) is 'Takes the first days and moments of pauses that ended, those of one more, and the cohort''s zone; all of them, without those that keep nothing open beyond another one.';

create or replace function private.my_cohort_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select m.cohort_id from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
    where m.user_id = private.uid() and m.state <> 'LEFT' and not c.draft and (select private.can('cohorts', 'read', 'own'));
end
$function$;
comment on function private.my_cohort_ids() is 'Cohorts to which the caller belongs, without drafts.';
grant execute on function private.my_cohort_ids() to authenticated, service_role;

create or replace function private.my_cohorts_with(resource text, action text, course uuid)
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can(my_cohorts_with.resource, my_cohorts_with.action, 'assigned') then
    return null;
  end if;
  return array(
    select k.cohort_id from public.cohort_courses k
    join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.course_id = course and k.cohort_id in (select s from private.staffed_cohort_ids(my_cohorts_with.resource, my_cohorts_with.action) s));
end
$function$;
comment on function private.my_cohorts_with(text,text,uuid) is 'Takes a resource, an action and a course; returns the cohorts that the caller looks after and that take the course, none unless it is published. Null if the role table does not give them that right on what is assigned to them.';

create or replace function private.my_staffed_course_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select s from private.staffed_course_ids(private.uid()) s
    where (select private.can('courses', 'read', 'assigned') and private.meets_required_aal());
end
$function$;
comment on function private.my_staffed_course_ids() is 'Published courses of cohorts that the caller looks after: open to them regardless of the schedule (rules/cohorts#staff).';
grant execute on function private.my_staffed_course_ids() to authenticated, service_role;

create or replace function private.my_staffed_module_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select m.id from public.modules m where m.deleted_at is null and m.course_id in (select private.my_staffed_course_ids());
end
$function$;
comment on function private.my_staffed_module_ids() is 'Modules of my_staffed_course_ids().';
grant execute on function private.my_staffed_module_ids() to authenticated, service_role;

create or replace function private.my_unreleased_lesson_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query select u from private.unreleased_lesson_ids(private.uid(), now()) u;
end
$function$;
comment on function private.my_unreleased_lesson_ids() is 'unreleased_lesson_ids() for the caller, now.';
grant execute on function private.my_unreleased_lesson_ids() to authenticated, service_role;

create or replace function private.person_may_add(person uuid, cohort uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select private.person_keeps(person, 'cohort_members', 'create')
    or (private.person_keeps(person, 'cohort_members', 'create', 'assigned')
      and exists (select from public.cohort_staff s where s.cohort_id = person_may_add.cohort and s.user_id = person))
$function$;
comment on function private.person_may_add(uuid,uuid) is 'Takes a person and a cohort; true if they may add people to it, also during maintenance.';

create or replace function private.refuse_link(state text)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT422', hint = 'LINK_' || refuse_link.state, message = case refuse_link.state
    when 'FULL' then 'This cohort has no seats left.'
    when 'OFF' then 'This link has been switched off.'
    when 'ENDED' then 'This link has ended.'
    when 'UNVERIFIED' then 'Please confirm your email first. Then open this link again.'
    else 'This link is not valid.' end;
end
$function$;
comment on function private.refuse_link(text) is 'Takes why a cohort cannot be joined by a link (UNKNOWN, OFF, ENDED, FULL, UNVERIFIED); raises PT422 with its sentence and LINK_ and that word as hint.';

create or replace function private.refuse_removed(way text, cohort uuid, person uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if exists (select from public.cohort_members m where m.cohort_id = refuse_removed.cohort and m.user_id = refuse_removed.person and m.removed_by_staff) then
    raise exception using errcode = 'PT422', hint = refuse_removed.way || '_REMOVED',
      message = format('You were taken out of this cohort, and only its staff can add you again. Please ask %s.', coalesce((
        select string_agg(o.name, ' or ' order by o.duty, o.name) from (
          select p.name, s.duty from public.cohort_staff s join public.profiles p on p.id = s.user_id and p.disabled_at is null and p.name <> ''
          where s.cohort_id = refuse_removed.cohort order by s.duty, p.name limit 3) o), 'an administrator'));
  end if;
end
$function$;
comment on function private.refuse_removed(text,uuid,uuid) is 'Takes LINK or INVITE, a cohort and a person; if staff took the person out of the cohort, raises PT422 with that word and _REMOVED as hint, and a sentence that names whom to ask: staff of the cohort, whose names the person could read there (rules/cohorts#removed).';

create or replace function private.release_facts(c public.cohorts, r public.releases)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select case when r.id is not null then jsonb_build_object('id', r.id, 'day', r.day, 'at_time', to_char(r.at_time, 'HH24:MI'),
    'opens_at', private.local_moment(c.starts_on + r.day, r.at_time, c.time_zone)) end
$function$;
comment on function private.release_facts(public.cohorts,public.releases) is 'Takes a cohort and an opening of it (null: none); {id, day, at_time: HH:MM in the cohort''s zone, opens_at: for people without a shift}, or null.';

create or replace function private.staffed_cohort_ids(resource text, action text)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select s.cohort_id from public.cohort_staff s
    where s.user_id = private.uid() and (select private.can(staffed_cohort_ids.resource, staffed_cohort_ids.action, 'assigned'));
end
$function$;
comment on function private.staffed_cohort_ids(text,text) is 'Takes a resource and an action; the cohorts that the caller looks after, if the role table gives them that right on what is assigned to them.';
grant execute on function private.staffed_cohort_ids(text,text) to authenticated, service_role;

create or replace function private.staffed_course_ids(person uuid)
  returns setof uuid
  language sql
  stable
as $function$
  select k.course_id
  from public.cohort_staff s
  join public.cohort_courses k on k.cohort_id = s.cohort_id
  join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
  where s.user_id = person
$function$;
comment on function private.staffed_course_ids(uuid) is 'Takes a person; the published courses of cohorts that they look after.';

create or replace function private.stamp_schedule()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A cohort that is being deleted has no row any more, and gets no stamp.
  insert into private.schedule_changes as s (cohort_id)
  select c.id from public.cohorts c where c.id in (select r.cohort_id from changed_rows r) order by c.id
  on conflict on constraint schedule_changes_pkey do update set changed_at = greatest(s.changed_at, excluded.changed_at);
  return null;
end
$function$;
comment on function private.stamp_schedule() is 'Statement trigger: records when the schedules of the cohorts changed.';

create or replace function private.sync_cohort_community(
  cohort_ids uuid[],
  people uuid[] default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into public.community_members as b (community_id, user_id)
  select c.community_id, m.user_id
  from public.cohorts c join public.cohort_members m on m.cohort_id = c.id
  where c.id = any (cohort_ids) and (people is null or m.user_id = any (people)) and m.state <> 'LEFT' and not c.draft
    and c.community_id is not null
  on conflict (community_id, user_id) do update set left_at = null, joined_at = now() where b.left_at is not null;
  update public.community_members b set left_at = now()
  from public.cohorts c join public.cohort_members m on m.cohort_id = c.id
  where c.id = any (cohort_ids) and (people is null or m.user_id = any (people)) and m.state = 'LEFT'
    and b.community_id = c.community_id and b.user_id = m.user_id and b.left_at is null
    -- Another cohort may share the community.
    and not exists (select from public.cohorts o join public.cohort_members om on om.cohort_id = o.id
      where o.community_id = c.community_id and om.user_id = m.user_id and om.state <> 'LEFT');
end
$function$;
comment on function private.sync_cohort_community(uuid[],uuid[]) is 'Takes cohorts and people of theirs (null: all); makes the people of a cohort members of its community, and those who left the cohort leave the community. Bans stay (rules/cohorts#community).';

create or replace function private.sync_cohort_grants(cohort_ids uuid[], people uuid[] default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- Joining, moving the cohort, and adding a course wait for each other here, so that the later one sees the rows of the
  -- earlier one.
  perform 1 from public.cohorts c where c.id = any (cohort_ids) order by c.id for no key update;
  perform private.lock_course_counts(array(
    select k.course_id from public.cohort_courses k where k.cohort_id = any (cohort_ids)
    union select e.course_id from public.entitlements e
    where e.cohort_id = any (cohort_ids) and (people is null or e.user_id = any (people))), false);
  with wanted as materialized (
    select m.user_id, k.course_id, c.id as cohort_id, private.last_second(c.access_ends_on + m.shift_days, c.time_zone) as expires_at
    from public.cohorts c
    join public.cohort_members m on m.cohort_id = c.id and m.state <> 'LEFT' and (people is null or m.user_id = any (people))
    join public.cohort_courses k on k.cohort_id = c.id
    where c.id = any (cohort_ids) and not c.draft
  ), gone as (
    delete from public.entitlements e
    where e.cohort_id = any (cohort_ids) and (people is null or e.user_id = any (people))
      and not exists (select from wanted w where (w.user_id, w.course_id, w.cohort_id) = (e.user_id, e.course_id, e.cohort_id))
  ), moved as (
    update public.entitlements e set expires_at = w.expires_at
    from wanted w
    where (w.user_id, w.course_id, w.cohort_id) = (e.user_id, e.course_id, e.cohort_id) and e.expires_at is distinct from w.expires_at
  )
  insert into public.entitlements (user_id, course_id, cohort_id, source, granted_by_id, expires_at)
  select w.user_id, w.course_id, w.cohort_id, 'COHORT', (select p.id from public.profiles p where p.id = private.uid()), w.expires_at
  from wanted w
  on conflict on constraint entitlements_grant_key do nothing;
end
$function$;
comment on function private.sync_cohort_grants(uuid[],uuid[]) is 'Takes cohorts and people of theirs (null: all); brings the grants of the cohorts'' courses up to date with the memberships: one grant for each course and each person who has not left, until the last second of the day on which access ends, later by the person''s shift; none for a draft (rules/cohorts#grants).';

create or replace function private.take_cohort_token()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  state text;
begin
  if tg_op = 'INSERT' then
    state := (private.cohort_of_link(btrim(new.raw_user_meta_data ->> 'cohort_token'))).state;
    if state <> 'OPEN' then
      perform private.refuse_link(state);
    end if;
    perform set_config('rookies.joining', lower(new.email), true);
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'cohort_token';
  return new;
end
$function$;
comment on function private.take_cohort_token() is 'Trigger on auth.users: a sign-up with an open join link is let in. The secret is removed from the metadata, because every access token carries these.';

create or replace function private.unreleased_lesson_ids(person uuid, moment timestamptz)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  -- A quick answer: most people belong to no cohort.
  if exists (select from public.entitlements e where e.user_id = person and e.cohort_id is not null) then
    return query select u.lesson_id from private.unreleased_lessons(person, moment) u;
  end if;
end
$function$;
comment on function private.unreleased_lesson_ids(uuid,timestamp with time zone) is 'Takes a person and a moment; the ids of the lessons that are not open yet to them (rules/cohorts#schedule).';

create or replace function private.unreleased_lessons(person uuid, moment timestamptz)
  returns table(lesson_id uuid, course_id uuid, opens_at timestamptz, cohort_id uuid, day integer)
  language sql
  stable
as $function$
  with held as materialized (
    select g.course_id, g.cohort_id, m.open_all, m.reached_from, m.reached_at, m.shift_days, c.starts_on, c.time_zone, m.state = 'PAUSED' as paused,
      least(m.paused_at, moment) as clock
    from private.grants_open(person, moment) g
    left join public.cohort_members m on m.cohort_id = g.cohort_id and m.user_id = person
    left join public.cohorts c on c.id = g.cohort_id
  ), narrowed as materialized (
    -- A grant without a cohort opens the whole course, and so does a membership with `open_all`.
    select h.*, count(*) over (partition by h.course_id) as cohorts
    from held h
    where not exists (select from held o where o.course_id = h.course_id and (o.cohort_id is null or o.open_all))
  ), rule as materialized (
    select n.cohort_id, r.module_id, r.lesson_id, r.day, r.at_time,
      private.local_moment(n.starts_on + n.shift_days + r.day, r.at_time, n.time_zone) as opens_at
    from (select distinct on (k.cohort_id) k.* from narrowed k) n join public.releases r on r.cohort_id = n.cohort_id
  ), closed as (
    select l.id, n.course_id, n.cohort_id, n.cohorts, case when not n.paused then opening.opens_at end as opens_at, opening.day
    from narrowed n
    join public.modules m on m.course_id = n.course_id and m.deleted_at is null
    join public.lessons l on l.module_id = m.id and l.deleted_at is null
    left join rule own on own.cohort_id = n.cohort_id and own.lesson_id = l.id
    left join rule whole on whole.cohort_id = n.cohort_id and whole.module_id = m.id
    cross join lateral (
      select coalesce(own.day, whole.day, 0) as day, coalesce(own.at_time, whole.at_time, '00:00') as at_time,
        coalesce(own.opens_at, whole.opens_at, private.local_moment(n.starts_on + n.shift_days, '00:00', n.time_zone)) as opens_at
    ) opening
    where opening.opens_at > n.clock
      -- What opened before an earlier pause stays open.
      and not exists (select from unnest(n.reached_from, n.reached_at) r (first_day, at)
        where private.local_moment(r.first_day + opening.day, opening.at_time, n.time_zone) <= r.at)
  )
  -- The earliest opening counts: a lesson is shut only if every cohort that grants its course has it shut.
  select distinct on (c.id) c.id, c.course_id, c.opens_at, c.cohort_id, c.day
  from (select k.*, count(*) over (partition by k.id) as closed_in from closed k) c
  where c.closed_in = c.cohorts
    and not exists (select from public.lesson_completions d where d.user_id = person and d.lesson_id = c.id)
  order by c.id, c.opens_at nulls last
$function$;
comment on function private.unreleased_lessons(uuid,timestamp with time zone) is 'Takes a person and a moment; the lessons that a grant of a cohort does not open to them yet at that moment, with when they open (null while the person pauses), by which cohort and on which of its days. Lessons that the person completed, or that a grant without a cohort opens, are left out (rules/cohorts#schedule).';

create or replace function private.write_cohort(cohort public.cohorts)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  broken text;
begin
  insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft)
  values (cohort.id, cohort.slug, cohort.title, cohort.time_zone, cohort.starts_on, cohort.ends_on, cohort.access_ends_on, cohort.seats, cohort.draft);
exception when unique_violation then
  get stacked diagnostics broken = constraint_name;
  if broken = 'cohorts_slug_key' then
    perform private.refuse_field('slug', 'This slug is already in use');
  end if;
  raise;
end
$function$;
comment on function private.write_cohort(public.cohorts) is 'Takes a cohort; inserts it with the caller''s rights. Raises PT422, hint slug, when its slug is taken.';
grant execute on function private.write_cohort(public.cohorts) to authenticated, service_role;

create or replace function public.add_cohort_people(cohort_id uuid, people uuid[])
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('people', people, 5000);
  known uuid[] := people;
  joined uuid[];
begin
  perform private.check_cohort_right('cohort_members', 'create', add_cohort_people.cohort_id);
  if cardinality(people) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people.';
  end if;
  if private.reach_is_narrowed() then
    known := array(select k from unnest(people) k where k in (select private.assigned_person_ids()));
  end if;
  joined := private.join_cohort(add_cohort_people.cohort_id, known);
  return jsonb_build_object('added', cardinality(joined), 'people', (select count(distinct p.id) from public.profiles p where p.id = any (known)));
end
$function$;
comment on function public.add_cohort_people(uuid,uuid[]) is 'Takes a cohort and people, 2,000 at most; those whom the caller reaches and who are not in it join. Gives {added, people: how many of them there are}; sent again it adds nobody. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 TOO_MANY.';
grant execute on function public.add_cohort_people(uuid,uuid[]) to authenticated, service_role;

create or replace function public.calendar_of(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  person uuid;
begin
  if token ~ '^[0-9a-f]{64}$' then
    select a.user_id into person from private.calendar_addresses a where a.hash = sha256(decode(token, 'hex'));
  end if;
  if person is null or not private.person_keeps(person, 'cohorts', 'read', 'own') then
    return null;
  end if;
  return (
    with mine as materialized (
      select c.*, m.shift_days, m.open_all, m.paused_at, greatest(c.updated_at, m.updated_at, s.changed_at) as plan_changed_at
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      left join private.schedule_changes s on s.cohort_id = c.id
      where m.user_id = person and m.state <> 'LEFT' and not c.draft and c.archived_at is null
    ), opening as (
      -- Lessons of one module that open at one moment are one event. If one of them opens with its module, the event has the
      -- id of the module, so it stays the same when the opening moves. Otherwise it has the id of one of the lessons.
      select mine.id as cohort_id, p.module_id, t.opens_at, min(o.title) as course, min(o.slug) as slug, min(md.title) as module,
        count(*) as lessons, (array_agg(l.title order by p.lesson_place))[1:20] as titles, min(p.course_place) as course_place,
        min(p.module_place) as module_place,
        case when bool_or(own.id is null) then p.module_id else (array_agg(p.lesson_id order by p.lesson_id))[1] end as event_id,
        greatest(max(mine.plan_changed_at), max(o.updated_at), max(md.updated_at), max(l.updated_at)) as changed_at
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      join public.modules md on md.id = p.module_id
      join public.lessons l on l.id = p.lesson_id
      left join public.releases own on own.cohort_id = mine.id and own.lesson_id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) t
      -- While a person pauses, it is not known when the next lessons open.
      where not mine.open_all and t.opens_at <= coalesce(mine.paused_at, 'infinity')
      group by mine.id, p.module_id, t.opens_at
    ), due as (
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, l.title, o.title as course, o.slug,
        greatest(mine.plan_changed_at, o.updated_at, l.updated_at, a.updated_at, x.given_at) as changed_at
      from private.person_dues(person, now()) d
      join mine on mine.id = d.cohort_id
      join public.lessons l on l.id = d.lesson_id
      join public.assignments a on a.lesson_id = d.lesson_id
      join public.courses o on o.id = d.course_id and private.course_is_published(o.status, o.deleted_at)
      left join public.extensions x on x.lesson_id = d.lesson_id and x.user_id = person
      where d.due_at is not null
    )
    select jsonb_build_object('cohorts', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on + c.shift_days,
        'ends_on', c.ends_on + c.shift_days, 'changed_at', c.plan_changed_at,
        'openings', coalesce((
          select jsonb_agg(jsonb_build_object('event_id', e.event_id, 'module_id', e.module_id, 'module', e.module, 'course', e.course,
            'slug', e.slug, 'opens_at', e.opens_at, 'lessons', e.lessons, 'titles', to_jsonb(e.titles), 'changed_at', e.changed_at)
            order by e.opens_at, e.course_place, e.module_place, e.event_id)
          from opening e where e.cohort_id = c.id), '[]'),
        'dues', coalesce((
          select jsonb_agg(jsonb_build_object('lesson_id', e.lesson_id, 'title', e.title, 'course', e.course, 'slug', e.slug, 'due_at', e.due_at,
            'time_zone', e.time_zone, 'changed_at', e.changed_at) order by e.due_at, e.lesson_id)
          from due e where e.cohort_id = c.id), '[]'))
        order by c.starts_on, c.id)
      from mine c), '[]')));
end
$function$;
comment on function public.calendar_of(text) is 'Takes the secret of a calendar; the openings and due dates of its person''s cohorts, {cohorts: [{id, title, time_zone, starts_on, ends_on: less their shift, changed_at, openings: [{event_id: the same wherever the opening moves, module_id, module, course, slug, opens_at, lessons: how many, titles: twenty at most, changed_at}], dues: [{lesson_id, title, course, slug, due_at, time_zone, changed_at}]}]}. Null for an unknown secret and for an account that may not be used. Only for the edge function `calendar` (rules/cohorts#calendar).';
grant execute on function public.calendar_of(text) to service_role;

create or replace function public.change_cohort_people(
  cohort_id uuid,
  people uuid[],
  act text,
  days integer default 0,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('people', people, 5000)
    and private.at_most('act', act, 1000);
  name uuid := md5('cohort' || change_cohort_people.operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  before public.cohort_member_state[];
  result jsonb;
begin
  perform private.check_cohort_right('cohort_members', 'update', change_cohort_people.cohort_id);
  if cardinality(people) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people.';
  end if;
  before := case act when 'pause' then '{ACTIVE}' when 'resume' then '{PAUSED}' when 'graduate' then '{ACTIVE,PAUSED}'
    when 'return' then '{GRADUATED,LEFT}' when 'leave' then '{ACTIVE,PAUSED,GRADUATED}' when 'shift' then '{ACTIVE,PAUSED,GRADUATED}'
    when 'open' then '{ACTIVE,PAUSED,GRADUATED}' when 'close' then '{ACTIVE,PAUSED,GRADUATED}' end;
  if before is null or act = 'shift' and coalesce(days, 0) not between -3650 and 3650 then
    raise exception using errcode = 'PT422', hint = 'BAD_ACT', message = 'This cannot be done. Please open the list again.';
  end if;
  if name is not null then
    perform pg_advisory_xact_lock(hashtextextended(name::text, 0));
    select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = 0;
    if result is not null then
      return result;
    end if;
  end if;
  with held as materialized (
    -- Rows are locked in one order, so that two acts wait for each other instead of ending in a deadlock.
    select m.user_id from public.cohort_members m
    where m.cohort_id = change_cohort_people.cohort_id and m.user_id = any (people) and m.state = any (before)
      and case act when 'open' then not m.open_all when 'close' then m.open_all when 'shift' then days <> 0 else true end
    order by m.user_id for update
  ), changed as (
    update public.cohort_members m set
      state = case act when 'pause' then 'PAUSED' when 'resume' then 'ACTIVE' when 'return' then 'ACTIVE' when 'graduate' then 'GRADUATED'
        when 'leave' then 'LEFT' else m.state::text end::public.cohort_member_state,
      shift_days = m.shift_days + case act when 'shift' then days else 0 end,
      open_all = case act when 'open' then true when 'close' then false else m.open_all end
    from held h where m.cohort_id = change_cohort_people.cohort_id and m.user_id = h.user_id
    returning m.user_id
  )
  select jsonb_build_object('changed', count(*)) into result from changed;
  if name is not null then
    insert into private.bulk_pieces (operation_id, piece, result) values (name, 0, result);
  end if;
  return result;
end
$function$;
comment on function public.change_cohort_people(uuid,uuid[],text,integer,uuid) is 'Takes a cohort, people of it, 2,000 at most, an act (pause, resume, leave, return, graduate, shift by days, open: everything at once, close: by the schedule again), and an operation id; does the act to those whose state allows it, and gives {changed: how many}. Sent again under the same operation id, it gives the same answer and changes nothing. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 BAD_ACT and TOO_MANY (rules/cohorts#people).';
grant execute on function public.change_cohort_people(uuid,uuid[],text,integer,uuid) to authenticated, service_role;

create or replace function public.clear_behind(
  cohort_id uuid,
  user_id uuid,
  reason text,
  note text default ''
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('reason', reason, 10000)
    and private.at_most('note', note, 10000);
  perform private.check_cohort_right('cohort_members', 'update', clear_behind.cohort_id);
  -- If it is sent again, or by two people at once, it is cleared once.
  perform pg_advisory_xact_lock(hashtextextended('clearing ' || clear_behind.user_id, 0));
  insert into private.cohort_clearings (cohort_id, user_id, reason, note, cleared_by_id, facts)
  select clear_behind.cohort_id, clear_behind.user_id, clear_behind.reason, btrim(coalesce(clear_behind.note, '')), private.uid(), private.behind_keys(b.facts)
  from private.find_behind(clear_behind.cohort_id, clear_behind.user_id) b where b.reason = clear_behind.reason;
  if not found then
    return;
  end if;
  perform private.record_act('cohort_member.clear', clear_behind.cohort_id::text,
    jsonb_build_object('user_id', clear_behind.user_id, 'reason', clear_behind.reason),
    (select c.title from public.cohorts c where c.id = clear_behind.cohort_id));
end
$function$;
comment on function public.clear_behind(uuid,uuid,text,text) is 'Takes a cohort, a person who has fallen behind in it, the reason as cohort_behind() names it, and a note of 500 characters at most; clears it until there are other facts, or until the person has been active and falls behind again. Does nothing if there is nothing to clear. Raises 42501, PT404 NO_COHORT, 23514 (rules/cohorts#behind).';
grant execute on function public.clear_behind(uuid,uuid,text,text) to authenticated, service_role;

create or replace function public.cohort(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohorts', 'read', cohort.cohort_id);
  return (
    select private.cohort_row(c) || jsonb_build_object(
      'members', (select jsonb_object_agg(n.state, n.people) from (
        select m.state, count(*) as people from public.cohort_members m where m.cohort_id = c.id group by m.state) n),
      'lessons', (select count(*) from private.cohort_plan(c.id)),
      'openings', (select count(*) from public.releases r where r.cohort_id = c.id),
      'community', (select jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) from public.communities o where o.id = c.community_id),
      'my_duty', (select s.duty from public.cohort_staff s where s.cohort_id = c.id and s.user_id = private.uid()))
    from public.cohorts c where c.id = cohort.cohort_id);
end
$function$;
comment on function public.cohort(uuid) is 'Takes a cohort; what cohort_list() says of it, and {members: how many by state, lessons and openings: how many, community: {id, name, slug}, my_duty}. For those who may read the cohort; raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort(uuid) to authenticated, service_role;

create or replace function public.cohort_behind(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_behind.cohort_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)
      || private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.days desc, p.name, p.id, b.reason), '[]')
    from public.cohorts c cross join lateral private.find_behind(c.id) b join public.profiles p on p.id = b.user_id
    where c.id = cohort_behind.cohort_id);
end
$function$;
comment on function public.cohort_behind(uuid) is 'Takes a cohort; the people who have fallen behind in it, as find_behind() finds them, as behind_view() shows it, [{id, name, email, reason, days, usual, since, facts}], the longest first. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort_behind(uuid) to authenticated, service_role;

create or replace function public.cohort_by_link(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  met record := private.cohort_of_link(btrim(token));
begin
  if met.state = 'UNKNOWN' then
    return '{"state": "UNKNOWN"}';
  end if;
  return jsonb_build_object('state', met.state, 'title', (met.cohort).title, 'starts_on', (met.cohort).starts_on,
    'ends_on', (met.cohort).ends_on, 'time_zone', (met.cohort).time_zone,
    'seats_left', case when (met.cohort).seats is not null then greatest(0, (met.cohort).seats - (
      select count(*) from public.cohort_members m where m.cohort_id = (met.cohort).id and m.state <> 'LEFT')) end,
    'courses', (select coalesce(jsonb_agg(c.title order by k.position, c.title), '[]')
      from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
      where k.cohort_id = (met.cohort).id));
end
$function$;
comment on function public.cohort_by_link(text) is 'Takes the secret of a join link; what its page shows: {state: OPEN, FULL, OFF or ENDED, title, starts_on, ends_on, time_zone, seats_left: null without a limit, courses: titles}, or {state: UNKNOWN}. Only for the edge function `cohort-link`.';
grant execute on function public.cohort_by_link(text) to service_role;

create or replace function public.cohort_link(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'create', cohort_link.cohort_id);
  return private.link_view(cohort_link.cohort_id);
end
$function$;
comment on function public.cohort_link(uuid) is 'Takes a cohort; its join link as link_view() gives it, never its secret. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort_link(uuid) to authenticated, service_role;

create or replace function public.cohort_list(
  query text default '',
  state text default null,
  sort text default 'newest',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('sort', sort, 1000);
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  condition constant text := private.cohorts_where(cohort_list.query, cohort_list.state);
  ordered text := case cohort_list.sort when 'oldest' then 'c.starts_on, c.id' when 'title' then 'lower(c.title), c.id'
    when '-title' then 'lower(c.title) desc, c.id desc' else 'c.starts_on desc, c.id desc' end;
  total bigint;
  rows jsonb;
begin
  if not private.can('cohorts', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  execute format('select count(*) from public.cohorts c where %s', condition) into total;
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select c.id from public.cohorts c where %s order by %s limit %s offset %s) k
    )
    select coalesce(jsonb_agg(private.cohort_row(c) order by page.place), '[]') from page join public.cohorts c on c.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'cohorts', rows);
end
$function$;
comment on function public.cohort_list(text,text,text,integer,integer) is 'Takes a search over title and slug, a state (DRAFT, UPCOMING, RUNNING, ENDED, ARCHIVED; null: all but archived ones), a sort by first day (newest, oldest) or title (title, -title), a page from 1 and its size (at most 100); gives {total, cohorts: as cohort_row()}. All cohorts, or those that the caller looks after; raises 42501.';
grant execute on function public.cohort_list(text,text,text,integer,integer) to authenticated, service_role;

create or replace function public.cohort_mates(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if cohort_mates.cohort_id not in (select private.my_cohort_ids()) then
    perform private.refuse('You are not in this cohort.');
  end if;
  return jsonb_build_object(
    'people', (select coalesce(jsonb_agg(p.name order by p.name, p.id), '[]')
      from public.cohort_members m join public.profiles p on p.id = m.user_id
      where m.cohort_id = cohort_mates.cohort_id and m.state <> 'LEFT' and p.id <> private.uid() and p.disabled_at is null and p.name <> ''),
    'staff', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'duty', s.duty) order by s.duty, p.name, p.id), '[]')
      from public.cohort_staff s join public.profiles p on p.id = s.user_id
      where s.cohort_id = cohort_mates.cohort_id and p.disabled_at is null and p.name <> ''));
end
$function$;
comment on function public.cohort_mates(uuid) is 'Takes a cohort of the caller; {people: names of the others, staff: [{name, duty}]}, sorted by name. Raises 42501 for a cohort to which the caller does not belong (rules/cohorts#mates).';
grant execute on function public.cohort_mates(uuid) to authenticated, service_role;

create or replace function public.cohort_member_list(
  cohort_id uuid,
  query text default '',
  state text default null,
  sort text default 'name',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('sort', sort, 1000);
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  condition constant text := private.cohort_members_where(cohort_member_list.cohort_id, cohort_member_list.query, cohort_member_list.state);
  people constant text := 'public.cohort_members m join private.people p on p.id = m.user_id';
  ordered text := case cohort_member_list.sort when '-name' then 'p.name desc, m.user_id desc'
    when 'joined' then 'm.joined_at desc, m.user_id desc' when '-joined' then 'm.joined_at, m.user_id' else 'p.name, m.user_id' end;
  total bigint;
  rows jsonb;
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_member_list.cohort_id);
  execute format('select count(*) from %s where %s', people, condition) into total;
  execute format($sql$
    with page as materialized (
      select k.*, row_number() over () as place
      from (select m.* from %s where %s order by %s limit %s offset %s) k
    ), lessons as (
      select count(*) as total from private.cohort_plan(%L)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', case when within.reach then f.email end, 'state', page.state,
        'joined_at', page.joined_at, 'left_at', page.left_at, 'removed_by_staff', page.removed_by_staff, 'shift_days', page.shift_days, 'open_all', page.open_all, 'paused_on', page.paused_on,
        'completed', case when within.reach then coalesce(done.completed, 0) end, 'lessons', lessons.total, 'last_at', case when within.reach then done.last_at end) order by page.place), '[]')
    from page cross join lessons join public.profiles f on f.id = page.user_id
    cross join lateral (select page.state <> 'LEFT' or private.reaches(f.id) as reach) within
    left join lateral (
      select sum(k.completed) as completed, nullif(max(k.last_at), '-infinity') as last_at
      from private.learner_courses k
      where k.user_id = page.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = page.cohort_id)
    ) done on true$sql$,
    people, condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, cohort_member_list.cohort_id) into rows;
  return jsonb_build_object('total', total, 'people', rows);
end
$function$;
comment on function public.cohort_member_list(uuid,text,text,text,integer,integer) is 'Takes a cohort, a search as members() does, a state (ACTIVE, PAUSED, GRADUATED, LEFT; null: all who did not leave), a sort (name, -name, joined, -joined), a page from 1 and its size (at most 100); gives {total, people: [{id, name, email, state, joined_at, left_at, removed_by_staff, shift_days, open_all, paused_on, completed and lessons of the cohort''s courses, last_at}]}; email, completed and last_at are null for people who left and whom the caller does not reach. Raises 42501 and PT404 NO_COHORT (rules/cohorts#left).';
grant execute on function public.cohort_member_list(uuid,text,text,text,integer,integer) to authenticated, service_role;

create or replace function public.cohort_message_list(
  cohort_id uuid,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  perform private.check_cohort_right('cohort_messages', 'read', cohort_message_list.cohort_id);
  return jsonb_build_object(
    'total', (select count(*) from public.cohort_messages m where m.cohort_id = cohort_message_list.cohort_id),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'message', m.message, 'created_at', m.created_at,
        'sender', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = m.sender_id), 'people', m.people, 'mails', m.mails,
        'read', (select count(*) from public.notifications n join public.notification_reads r on r.notification_id = n.id and r.user_id = n.recipient_id
          where n.cohort_message_id = m.id)) order by m.created_at desc, m.id desc), '[]')
      from (select * from public.cohort_messages o where o.cohort_id = cohort_message_list.cohort_id
        order by o.created_at desc, o.id desc limit size offset (greatest(coalesce(page, 1), 1) - 1)::bigint * size) m));
end
$function$;
comment on function public.cohort_message_list(uuid,integer,integer) is 'Takes a cohort, a page from 1 and its size (at most 100); gives {total, messages: [{id, title, message, created_at, sender, people, mails, read: by how many}]}, the newest first. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort_message_list(uuid,integer,integer) to authenticated, service_role;

create or replace function public.cohort_message_readers(message_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- An unknown message is treated like one to an unknown cohort.
  perform private.check_cohort_right('cohort_messages', 'read', coalesce((
    select m.cohort_id from public.cohort_messages m where m.id = cohort_message_readers.message_id), cohort_message_readers.message_id));
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email), 'read_at', r.read_at)
      order by r.read_at nulls last, p.name, p.id), '[]')
    from public.notifications n join public.profiles p on p.id = n.recipient_id
    left join public.notification_reads r on r.notification_id = n.id and r.user_id = n.recipient_id
    where n.cohort_message_id = message_id);
end
$function$;
comment on function public.cohort_message_readers(uuid) is 'Takes a message to a cohort; the people who got it, [{id, name, read_at: null for those who have not read it}], the first readers first. Raises 42501, also for an unknown message; callers who may read all messages get PT404 NO_COHORT for that.';
grant execute on function public.cohort_message_readers(uuid) to authenticated, service_role;

create or replace function public.cohort_progress(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_progress.cohort_id);
  return (
    with c as materialized (
      select * from public.cohorts k where k.id = cohort_progress.cohort_id
    ), plan as materialized (
      select * from private.cohort_plan(cohort_progress.cohort_id)
    ), module as materialized (
      select p.module_id, p.course_id, count(*) as lessons, row_number() over (order by min(p.course_place), p.course_id, min(p.module_place)) as place
      from plan p group by p.module_id, p.course_id
    ), person as materialized (
      select m.*, least(m.paused_at, now()) as clock
      from public.cohort_members m where m.cohort_id = cohort_progress.cohort_id and m.state <> 'LEFT'
      order by m.joined_at limit 1000
    ), pace as materialized (
      -- Openings are computed once for all people with the same shift and pauses, which are most of them.
      select distinct p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock from person p
    ), opened as materialized (
      select q.*, p.lesson_id
      from pace q cross join c cross join plan p
      where q.open_all
        or private.local_moment(c.starts_on + q.shift_days + p.day, p.at_time, c.time_zone) <= q.clock
        or exists (select from unnest(q.reached_from, q.reached_at) r (first_day, at)
          where private.local_moment(r.first_day + p.day, p.at_time, c.time_zone) <= r.at)
    ), due as materialized (
      select o.shift_days, o.open_all, o.reached_from, o.reached_at, o.clock, count(*) as lessons from opened o group by 1, 2, 3, 4, 5
    ), done as materialized (
      select p.user_id, pl.module_id, d.lesson_id, p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock
      from person p
      join public.lesson_completions d on d.user_id = p.user_id
      join plan pl on pl.lesson_id = d.lesson_id
    ), in_module as (
      select d.user_id, d.module_id, count(*) as lessons from done d group by 1, 2
    ), kept_up as (
      select d.user_id, count(*) as lessons
      from done d join opened o on o.lesson_id = d.lesson_id
        and (o.shift_days, o.open_all, o.reached_from, o.reached_at, o.clock) is not distinct from (d.shift_days, d.open_all, d.reached_from, d.reached_at, d.clock)
      group by 1
    )
    select jsonb_build_object(
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'course', o.title, 'lessons', t.lessons) order by t.place)
        from module t join public.modules m on m.id = t.module_id join public.courses o on o.id = t.course_id), '[]'),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', p.state, 'shift_days', p.shift_days,
            'open_all', p.open_all, 'opened', coalesce(due.lessons, 0), 'opened_done', coalesce(k.lessons, 0),
            'done', (select coalesce(jsonb_agg(coalesce(i.lessons, 0) order by t.place), '[]')
              from module t left join in_module i on i.user_id = p.user_id and i.module_id = t.module_id),
            'last_at', (select nullif(max(lc.last_at), '-infinity') from private.learner_courses lc
              where lc.user_id = p.user_id and lc.course_id in (select cc.course_id from public.cohort_courses cc where cc.cohort_id = cohort_progress.cohort_id)))
          order by f.name, f.id)
        from person p join public.profiles f on f.id = p.user_id
        left join kept_up k on k.user_id = p.user_id
        left join due on (due.shift_days, due.open_all, due.reached_from, due.reached_at, due.clock) is not distinct from (p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock)), '[]')));
end
$function$;
comment on function public.cohort_progress(uuid) is 'Takes a cohort; {modules: [{id, title, course, lessons}] in their order, people: [{id, name, email, state, shift_days, open_all, opened: lessons that the schedule has opened to them, opened_done: those of them that they completed, done: completed lessons in each module, last_at}]}, 1,000 at most. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort_progress(uuid) to authenticated, service_role;

create or replace function public.cohort_schedule(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('releases', 'read', cohort_schedule.cohort_id);
  return (
    select jsonb_build_object('starts_on', c.starts_on, 'ends_on', c.ends_on, 'time_zone', c.time_zone, 'today', private.local_day(now(), c.time_zone),
      'courses', coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'slug', o.slug, 'modules', coalesce((
            select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'release', private.release_facts(c, r), 'lessons', coalesce((
                select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
                  'free', l.free_preview, 'release', private.release_facts(c, x), 'due', case when l.content_type = 'ASSIGNMENT' then
                    jsonb_build_object('said', jsonb_build_object('day', a.due_day, 'at_time', to_char(a.due_time, 'HH24:MI')),
                      'own', case when d.lesson_id is not null then jsonb_build_object('day', d.day, 'at_time', to_char(d.at_time, 'HH24:MI')) end) end)
                  order by l.index)
                from public.lessons l left join public.releases x on x.cohort_id = c.id and x.lesson_id = l.id
                left join public.assignments a on a.lesson_id = l.id
                left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.id
                where l.module_id = m.id and l.deleted_at is null), '[]'))
              order by m.index)
            from public.modules m left join public.releases r on r.cohort_id = c.id and r.module_id = m.id
            where m.course_id = o.id and m.deleted_at is null), '[]'))
          order by k.position, o.title)
        from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null
        where k.cohort_id = c.id), '[]'))
    from public.cohorts c where c.id = cohort_schedule.cohort_id);
end
$function$;
comment on function public.cohort_schedule(uuid) is 'Takes a cohort; {starts_on, ends_on, time_zone, today: there, courses: [{id, title, slug, modules: [{id, title, release, lessons: [{id, title, type, sec, free, release, due: {said: that of the assignment, own: that of the cohort, or null}, null for other types}]}]}]} in their order, `release` as release_facts() gives it, said and own as {day, at_time}. A null in own stands for the value in said, and a null in said for none. Raises 42501 and PT404 NO_COHORT (rules/cohorts#schedule).';
grant execute on function public.cohort_schedule(uuid) to authenticated, service_role;

create or replace function public.count_cohort_message(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_messages', 'create', count_cohort_message.cohort_id);
  return (select jsonb_build_object('people', count(*), 'mails', count(*) filter (where a.by_mail)) from private.cohort_audience(count_cohort_message.cohort_id) a);
end
$function$;
comment on function public.count_cohort_message(uuid) is 'Takes a cohort; {people: how many would get a message, mails: how many of them also by mail}. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.count_cohort_message(uuid) to authenticated, service_role;

create or replace function public.create_cohort(
  title text,
  slug text,
  time_zone text,
  starts_on date,
  ends_on date,
  access_ends_on date default null,
  seats integer default null,
  draft boolean default false,
  course_ids uuid[] default '{}'::uuid[],
  with_community boolean default false,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('slug', slug, 1000)
    and private.at_most('time_zone', time_zone, 1000)
    and private.at_most('course_ids', course_ids, 1000);
  own uuid := private.made_under(create_cohort.operation_id, 'cohort');
  wanted public.cohorts;
begin
  if not private.can('cohorts', 'create') then
    perform private.refuse('You may not create cohorts.');
  end if;
  if not exists (select from public.cohorts c where c.id = own) then
    wanted.id := own;
    wanted.slug := create_cohort.slug;
    wanted.title := create_cohort.title;
    wanted.time_zone := create_cohort.time_zone;
    wanted.starts_on := create_cohort.starts_on;
    wanted.ends_on := create_cohort.ends_on;
    wanted.access_ends_on := create_cohort.access_ends_on;
    wanted.seats := create_cohort.seats;
    wanted.draft := coalesce(create_cohort.draft, false);
    perform private.write_cohort(wanted);
    perform public.set_cohort_courses(own, create_cohort.course_ids);
    if with_community then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$function$;
comment on function public.create_cohort(text,text,text,date,date,date,integer,boolean,uuid[],boolean,uuid) is 'Takes the fields of a cohort, its courses in order, whether it gets a community, and an operation id; makes it and gives {id, slug}. Sent again under the same operation id, it gives the same cohort. Raises 42501, PT422 with the field as hint (slug, time_zone), 23514.';
grant execute on function public.create_cohort(text,text,text,date,date,date,integer,boolean,uuid[],boolean,uuid) to authenticated, service_role;

create or replace function public.end_calendar()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('cohorts', 'read', 'own') then
    perform private.refuse('Not authenticated');
  end if;
  delete from private.calendar_addresses a where a.user_id = private.uid();
end
$function$;
comment on function public.end_calendar() is 'Deletes the address of the caller''s calendar. Raises 42501.';
grant execute on function public.end_calendar() to authenticated, service_role;

create or replace function public.join_by_link(token text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  me uuid := private.uid();
  met record;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  met := private.cohort_of_link(btrim(join_by_link.token));
  -- A person of the cohort gets the answer whatever the state of the link.
  if (met.cohort).id is null or not exists (
    select from public.cohort_members m where m.cohort_id = (met.cohort).id and m.user_id = me and m.state <> 'LEFT') then
    if met.state <> 'OPEN' then
      perform private.refuse_link(met.state);
    end if;
    if not private.address_proven() then
      perform private.refuse_link('UNVERIFIED');
    end if;
    insert into public.cohort_members as m (cohort_id, user_id, by_link) values ((met.cohort).id, me, true)
    on conflict on constraint cohort_members_pkey do update set state = 'ACTIVE', by_link = true where m.state = 'LEFT' and not m.removed_by_staff;
    perform private.refuse_removed('LINK', (met.cohort).id, me);
  end if;
  return jsonb_build_object('title', (met.cohort).title, 'starts_on', (met.cohort).starts_on, 'time_zone', (met.cohort).time_zone, 'courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by k.position, c.title), '[]')
    from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.cohort_id = (met.cohort).id));
end
$function$;
comment on function public.join_by_link(text) is 'Takes the secret of a join link; the signed-in caller joins its cohort, if their email is verified. Gives {title, starts_on, time_zone, courses: [{slug, title}]}. Sent again, it changes nothing. Raises 42501, PT422 LINK_UNKNOWN, LINK_OFF, LINK_ENDED, LINK_FULL, LINK_UNVERIFIED, LINK_REMOVED, and PT409 COHORT_FULL if another person takes the last seat at the same moment (rules/cohorts#link).';
grant execute on function public.join_by_link(text) to authenticated, service_role;

create or replace function public.make_calendar_address()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  if not private.can('cohorts', 'read', 'own') then
    perform private.refuse('Not authenticated');
  end if;
  insert into private.calendar_addresses as a (user_id, hash) values (private.uid(), sha256(decode(token, 'hex')))
  on conflict on constraint calendar_addresses_pkey do update set hash = excluded.hash, made_at = now();
  perform private.record_act('user.calendar', private.uid()::text, '{}', null);
  return jsonb_build_object('token', token, 'made_at', now());
end
$function$;
comment on function public.make_calendar_address() is 'Makes a secret for the caller''s calendar, which replaces the earlier one, and gives {token, made_at}. Nobody can read the token again. Raises 42501.';
grant execute on function public.make_calendar_address() to authenticated, service_role;

create or replace function public.make_cohort_link(cohort_id uuid, ends_on date default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.check_cohort_right('cohort_members', 'create', make_cohort_link.cohort_id);
  insert into private.cohort_links as k (cohort_id, hash, ends_on)
  values (make_cohort_link.cohort_id, sha256(decode(token, 'hex')), make_cohort_link.ends_on)
  on conflict on constraint cohort_links_pkey do update set hash = excluded.hash, ends_on = excluded.ends_on, active = true, made_at = now();
  perform private.record_act('cohort.make_link', make_cohort_link.cohort_id::text, jsonb_build_object('ends_on', make_cohort_link.ends_on),
    (select c.title from public.cohorts c where c.id = make_cohort_link.cohort_id));
  return private.link_view(make_cohort_link.cohort_id) || jsonb_build_object('token', token);
end
$function$;
comment on function public.make_cohort_link(uuid,date) is 'Takes a cohort and the last day of a link (null: none); makes the link, which replaces the earlier one, and gives it as link_view() does, with its secret `token`, which nobody can read again. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.make_cohort_link(uuid,date) to authenticated, service_role;

create or replace function public.move_cohort(
  cohort_id uuid,
  days integer,
  dry_run boolean default true,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  name uuid := md5('move' || move_cohort.operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  was public.cohorts;
  now_is public.cohorts;
  result jsonb;
  begun boolean;
  ahead uuid[];
  total bigint;
  dues uuid[];
  all_dues bigint;
begin
  perform private.check_cohort_right('releases', 'update', move_cohort.cohort_id);
  if days is null or days not between -3650 and 3650 then
    perform private.refuse_field('days', 'Choose at most ten years.');
  end if;
  select c.* into was from public.cohorts c where c.id = move_cohort.cohort_id for update;
  select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = 0;
  if result is not null then
    return result;
  end if;
  begun := private.local_day(now(), was.time_zone) >= was.starts_on;
  select count(*), coalesce(array_agg(r.id) filter (where
      not begun or private.local_moment(was.starts_on + r.day, r.at_time, was.time_zone) > now()
      or exists (select from private.cohort_moves v where v.cohort_id = was.id and v.days = -move_cohort.days and r.id = any (v.releases))), '{}')
  into total, ahead
  from public.releases r where r.cohort_id = was.id;
  select count(*), coalesce(array_agg(d.lesson_id) filter (where
      not begun or d.due_at > now()
      or exists (select from private.cohort_moves v where v.cohort_id = was.id and v.days = -move_cohort.days and d.lesson_id = any (v.dues))), '{}')
  into all_dues, dues
  from private.cohort_due_days(was.id) d;
  now_is := was;
  now_is.starts_on := was.starts_on + case when begun then 0 else move_cohort.days end;
  now_is.ends_on := was.ends_on + move_cohort.days;
  now_is.access_ends_on := was.access_ends_on + move_cohort.days;
  if now_is.ends_on < now_is.starts_on then
    perform private.refuse_field('days', 'The last day would lie before the first.');
  end if;
  if now_is.access_ends_on < now_is.starts_on then
    perform private.refuse_field('days', 'Access would end before the first day.');
  end if;
  if begun and exists (select from public.releases r where r.id = any (ahead) and r.day + move_cohort.days < 0) then
    perform private.refuse_field('days', 'Something would open before the first day.');
  end if;
  if begun and exists (select from private.cohort_due_days(was.id) d where d.lesson_id = any (dues) and d.day + move_cohort.days < 0) then
    perform private.refuse_field('days', 'Something would be due before the first day.');
  end if;
  if not dry_run and days <> 0 then
    -- The openings move first, because the change of the cohort writes the grants, once.
    if begun then
      update public.releases r set day = r.day + move_cohort.days where r.id = any (ahead);
      insert into public.cohort_dues as d (cohort_id, lesson_id, day)
      select was.id, k.lesson_id, k.day + move_cohort.days from private.cohort_due_days(was.id) k where k.lesson_id = any (dues)
      on conflict on constraint cohort_dues_pkey do update set day = excluded.day;
      -- A due date that equals that of the assignment again gets no row of its own, so that it follows later changes of the
      -- assignment.
      delete from public.cohort_dues d using public.assignments a
      where d.cohort_id = was.id and d.lesson_id = any (dues) and a.lesson_id = d.lesson_id and d.day = a.due_day and d.at_time is null;
      insert into private.cohort_moves as v (cohort_id, days, releases, dues) values (was.id, move_cohort.days, ahead, dues)
      on conflict on constraint cohort_moves_pkey do update set days = excluded.days, releases = excluded.releases, dues = excluded.dues, moved_at = now();
    end if;
    update public.cohorts c set starts_on = now_is.starts_on, ends_on = now_is.ends_on, access_ends_on = now_is.access_ends_on
    where c.id = was.id;
  end if;
  result := jsonb_build_object('moves', cardinality(ahead), 'stays', total - cardinality(ahead),
    'dues_move', cardinality(dues), 'dues_stay', all_dues - cardinality(dues), 'begun', begun,
    'starts_on', now_is.starts_on, 'ends_on', now_is.ends_on, 'access_ends_on', now_is.access_ends_on,
    'people', (select count(*) from public.cohort_members m where m.cohort_id = was.id and m.state <> 'LEFT'));
  if name is not null and not dry_run then
    insert into private.bulk_pieces (operation_id, piece, result) values (name, 0, result);
  end if;
  return result;
end
$function$;
comment on function public.move_cohort(uuid,integer,boolean,uuid) is 'Takes a cohort, by how many days everything comes later (negative: earlier), whether it is a dry run, which only says what would happen, and an operation id, under which the same request moves it only once. A cohort that has not begun moves with its first day. In one that has begun, the openings and due dates that lie ahead, the last day and the end of access move. Gives {moves and stays: how many openings, dues_move and dues_stay: how many due dates, begun, starts_on, ends_on, access_ends_on, people}. The same days backwards undo it. Raises 42501, PT404 NO_COHORT, PT422 with hint days (rules/cohorts#moving).';
grant execute on function public.move_cohort(uuid,integer,boolean,uuid) to authenticated, service_role;

create or replace function public.my_calendar()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('cohorts', 'read', 'own') then
    perform private.refuse('Not authenticated');
  end if;
  return (select jsonb_build_object('made_at', a.made_at) from private.calendar_addresses a where a.user_id = private.uid());
end
$function$;
comment on function public.my_calendar() is 'When the address of the caller''s calendar was made, {made_at}; null if there is none. Raises 42501.';
grant execute on function public.my_calendar() to authenticated, service_role;

create or replace function public.my_news()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  most constant int := 6;
  me constant uuid := private.uid();
  since constant timestamptz := now() - interval '7 days';
begin
  return (
    with news as materialized (
      select case s.state when 'PASSED' then 'PASSED' else 'RETURNED' end as kind, s.lesson_id as id, null as title, s.lesson_id, v.published_at as at,
        null::boolean as mine, 1::bigint as times
      from public.submissions s
      join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
      join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
      where s.user_id = me and (s.state = 'RETURNED' or s.state = 'PASSED' and v.published_at > since)
        and private.can('submissions', 'read', 'own')
      union all
      select 'ANSWERED', q.id, q.title, q.lesson_id, n.at, q.author_id is not distinct from me, n.times
      from public.question_follows f
      join public.questions q on q.id = f.question_id and q.deleted_at is null and q.merged_into_id is null
      cross join lateral (
        select count(*) as times, max(a.created_at) as at from public.answers a
        where a.question_id = q.id and a.deleted_at is null and a.created_at > since and a.author_id is distinct from me) n
      where f.user_id = me and n.times > 0 and private.can('questions', 'read', 'own')
        and (q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id in (select private.my_cohort_ids()))
        and not private.is_banned_from_questions(me, private.course_of_lesson(q.lesson_id))
    ), shut as materialized (
      -- Read once, and only by people with news.
      select u as lesson_id from private.my_unreleased_lesson_ids() u where exists (select from news)
    ), held as materialized (
      select h as course_id from private.entitled_course_ids() h where exists (select from news)
    ), placed as (
      select n.*, coalesce(n.title, l.title) as shown, l.title as lesson, c.title as course, c.slug,
        row_number() over (partition by n.kind order by n.at desc, n.id) as place
      from news n
      -- One lesson after the other. The planner takes the news to be more than they are, and would read all lessons.
      cross join lateral (select o.* from public.lessons o where o.id = n.lesson_id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id
      where private.course_is_published(c.status, c.deleted_at)
        and (l.free_preview and n.kind <> 'RETURNED' or c.id in (select h.course_id from held h) and l.id not in (select s.lesson_id from shut s))
        -- Work that is no longer accepted does not wait for anybody.
        and (n.kind <> 'RETURNED' or not exists (select from public.assignments a where a.lesson_id = l.id and a.late = 'SHUT')
          or not exists (select from private.person_dues(me, now()) d where d.lesson_id = l.id and private.passed_second(d.shut_at)))
    )
    select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'id', p.id, 'title', p.shown, 'lesson_id', p.lesson_id, 'lesson', p.lesson,
      'course', p.course, 'slug', p.slug, 'at', p.at, 'mine', coalesce(p.mine, true), 'times', p.times) order by p.at desc, p.id), '[]')
    from placed p where p.place <= most);
end
$function$;
comment on function public.my_news() is 'What came back to the caller and what was answered, the newest first, six of each kind: [{kind: RETURNED: work that a review asks them to go on with and that was not handed in again, PASSED: work that passed within seven days, ANSWERED: a question that they follow, with answers of others within seven days, id: of the assignment or question, title, lesson_id, lesson: its title, course: its title, slug: of the course, at: of the review or the newest answer, mine: whether they asked, times: how many answers}]. Only in lessons that are open to them. Empty if there is nothing (rules/learning#news).';
grant execute on function public.my_news() to authenticated, service_role;

create or replace function public.my_week()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
begin
  return (
    with mine as materialized (
      select c.*, m.state as my_state, m.shift_days, m.open_all, m.reached_from, m.reached_at, least(m.paused_at, now()) as clock,
        private.cohort_state(c) as now_is
      from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
      where m.user_id = me and m.state <> 'LEFT' and c.id in (select k from private.my_cohort_ids() k)
        and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    ), planned as materialized (
      select mine.id as cohort_id, p.*, o.slug as course_slug, o.title as course, opening.opens_at,
        mine.open_all or opening.opens_at <= mine.clock
          or exists (select from unnest(mine.reached_from, mine.reached_at) r (first_day, at)
            where private.local_moment(r.first_day + p.day, p.at_time, mine.time_zone) <= r.at)
          or done.lesson_id is not null as is_open,
        done.lesson_id is not null as is_done
      from mine
      cross join lateral private.cohort_plan(mine.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      left join public.lesson_completions done on done.user_id = me and done.lesson_id = p.lesson_id
      cross join lateral (
        select private.local_moment(mine.starts_on + mine.shift_days + p.day, p.at_time, mine.time_zone) as opens_at) opening
    ), tally as (
      select q.cohort_id, count(*) as total, count(*) filter (where q.is_open) as open, count(*) filter (where q.is_done) as done,
        min(q.opens_at) filter (where not q.is_open) as changes_at
      from planned q group by q.cohort_id
    ), opened as (
      -- What opened within a week and is not completed, the newest first.
      select q.*, row_number() over (partition by q.cohort_id order by q.opens_at desc, q.course_place, q.module_place, q.lesson_place) as place
      from planned q where q.is_open and not q.is_done and q.opens_at > now() - interval '7 days' and q.opens_at <= now()
    ), ahead as (
      -- Lessons of one module that open at one moment are one line.
      select q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id, (array_agg(q.lesson_id))[1] as lesson_id, count(*) as lessons,
        row_number() over (partition by q.cohort_id order by q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q where not q.is_open
      group by q.cohort_id, q.opens_at, q.course, q.course_slug, q.module_id
    ), due as (
      -- What the person still has to hand in: the work does not wait for a review, has not passed, and is still accepted. What is
      -- due first comes first.
      select d.cohort_id, d.lesson_id, d.due_at, d.time_zone, q.course, q.course_slug, s.state,
        row_number() over (partition by d.cohort_id order by d.due_at, q.course_place, q.module_place, q.lesson_place) as place
      from private.person_dues(me, now()) d
      join planned q on q.cohort_id = d.cohort_id and q.lesson_id = d.lesson_id
      left join public.submissions s on s.user_id = me and s.lesson_id = d.lesson_id
      -- A list, so that no dates of other lessons are worked out.
      where d.lesson_id = any (array(select o.lesson_id from planned o where o.is_open and not o.is_done)) and q.is_open and not q.is_done
        and d.due_at is not null and s.state is distinct from 'WAITING' and s.state is distinct from 'PASSED' and not coalesce(private.passed_second(d.shut_at), false)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone,
        'starts_on', c.starts_on, 'ends_on', c.ends_on, 'state', c.now_is, 'my_state', c.my_state,
        'day', private.local_day(now(), c.time_zone) - c.starts_on - c.shift_days,
        'community', (select k.slug from public.communities k where k.id = c.community_id),
        'total', coalesce(t.total, 0), 'open', coalesce(t.open, 0), 'done', coalesce(t.done, 0),
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, me) b),
        'changes_at', case when c.my_state <> 'PAUSED' then t.changes_at end,
        'opened', coalesce((
          select jsonb_agg(jsonb_build_object('id', o.lesson_id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
            'course', o.course, 'slug', o.course_slug, 'opens_at', o.opens_at) order by o.place)
          -- `offset 0` makes the planner look up each lesson. Without it, it would read all lessons.
          from opened o cross join lateral (select k.title, k.content_type, k.duration_sec from public.lessons k where k.id = o.lesson_id offset 0) l
          where o.cohort_id = c.id and o.place <= 6), '[]'),
        'next', case when c.my_state = 'PAUSED' then '[]' else coalesce((
          select jsonb_agg(jsonb_build_object('title', case when a.lessons = 1 then (select l.title from public.lessons l where l.id = a.lesson_id)
              else (select m.title from public.modules m where m.id = a.module_id) end,
            'lessons', a.lessons, 'course', a.course, 'slug', a.course_slug, 'opens_at', a.opens_at) order by a.place)
          from ahead a where a.cohort_id = c.id and a.place <= 4), '[]') end,
        'due', coalesce((
          select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', (select l.title from public.lessons l where l.id = d.lesson_id),
            'course', d.course, 'slug', d.course_slug, 'at', d.due_at, 'zone', d.time_zone, 'came_back', coalesce(d.state = 'RETURNED', false)) order by d.place)
          from due d where d.cohort_id = c.id and d.place <= 6), '[]'))
      order by c.now_is desc, c.starts_on, c.id), '[]')
    from mine c left join tally t on t.cohort_id = c.id);
end
$function$;
comment on function public.my_week() is 'The caller''s cohorts that have not ended, [{id, slug, title, time_zone, starts_on, ends_on, state, my_state, day: days since the first day, less the caller''s shift, community: its slug, total, open and done: how many lessons, behind: what staff see of the caller as behind_view() shows it [{reason, days, usual, since, facts}], changes_at: when the next opens, opened: six lessons that opened within a week and are not completed [{id, title, type, sec, course, slug: of the course, opens_at}], next: four openings to come [{title: of the lesson or module, lessons: how many, course, slug, opens_at}], due: six assignments that are open and that the caller still has to hand in, in the order in which they are due [{id, title, course, slug, at, zone, came_back: whether the work was returned}]}]. Empty without a cohort (rules/cohorts#this-week).';
grant execute on function public.my_week() to authenticated, service_role;

create or replace function public.person_cohorts(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('cohort_members', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on,
        'ends_on', c.ends_on, 'cohort_state', private.cohort_state(c), 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at,
        'shift_days', m.shift_days, 'open_all', m.open_all, 'paused_on', m.paused_on,
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, m.user_id) b),
        'cleared', (select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'note', x.note, 'at', x.cleared_at,
            'by', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = x.cleared_by_id)) order by x.cleared_at desc), '[]')
          from (select * from private.cohort_clearings k where k.cohort_id = c.id and k.user_id = m.user_id order by k.cleared_at desc limit 20) x))
      order by c.starts_on desc, c.id), '[]')
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
    where m.user_id = person_cohorts.user_id and (select private.reaches(person_cohorts.user_id))
      and (private.can('cohort_members', 'read') or c.id in (select private.staffed_cohort_ids('cohort_members', 'read'))));
end
$function$;
comment on function public.person_cohorts(uuid) is 'Takes a person; their cohorts that the caller may read, the newest first: [{id, slug, title, time_zone, starts_on, ends_on, cohort_state, state, joined_at, left_at, shift_days, open_all, paused_on, behind: as behind_view() shows it [{reason, days, usual, since, facts}], cleared: the newest 20 [{reason, note, at, by}]}]. None of a person whom the caller does not reach. Raises 42501.';
grant execute on function public.person_cohorts(uuid) to authenticated, service_role;

create or replace function public.save_releases(cohort_id uuid, changes jsonb)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  perform private.at_most('changes', changes, 1000000);
  perform private.check_cohort_right('releases', 'update', save_releases.cohort_id);
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Change fewer openings.';
  end if;
  delete from public.releases r
  using jsonb_to_recordset(changes) x (module_id uuid, lesson_id uuid, day integer)
  where r.cohort_id = save_releases.cohort_id and x.day is null and (r.module_id = x.module_id or r.lesson_id = x.lesson_id);
  insert into public.releases as r (cohort_id, module_id, day, at_time)
  select save_releases.cohort_id, x.module_id, x.day, coalesce(x.at_time, '00:00')
  from jsonb_to_recordset(changes) x (module_id uuid, day integer, at_time time) where x.module_id is not null and x.day is not null
  on conflict on constraint releases_module_once do update set day = excluded.day, at_time = excluded.at_time
    where (r.day, r.at_time) is distinct from (excluded.day, excluded.at_time);
  insert into public.releases as r (cohort_id, lesson_id, day, at_time)
  select save_releases.cohort_id, x.lesson_id, x.day, coalesce(x.at_time, '00:00')
  from jsonb_to_recordset(changes) x (lesson_id uuid, day integer, at_time time) where x.lesson_id is not null and x.day is not null
  on conflict on constraint releases_lesson_once do update set day = excluded.day, at_time = excluded.at_time
    where (r.day, r.at_time) is distinct from (excluded.day, excluded.at_time);
end
$function$;
comment on function public.save_releases(uuid,jsonb) is 'Takes a cohort and changes of its schedule [{module_id or lesson_id, day, at_time}], 2,000 at most; a day that is null removes the opening. All or nothing; sent again it changes nothing. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY, 23514 for a day out of range (rules/cohorts#schedule).';
grant execute on function public.save_releases(uuid,jsonb) to authenticated, service_role;

create or replace function public.send_cohort_message(
  cohort_id uuid,
  title text,
  message text,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('message', message, 20000);
  own uuid := private.made_under(send_cohort_message.operation_id, 'cohort message');
  slug text;
  sent public.cohort_messages;
begin
  perform private.check_cohort_right('cohort_messages', 'create', send_cohort_message.cohort_id);
  select m.* into sent from public.cohort_messages m where m.id = own;
  if sent.id is not null then
    if (sent.cohort_id, sent.title, sent.message) is distinct from (send_cohort_message.cohort_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message)) then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  else
    insert into public.cohort_messages (id, cohort_id, title, message, people, mails)
    select own, send_cohort_message.cohort_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message), count(*), count(*) filter (where a.by_mail)
    from private.cohort_audience(send_cohort_message.cohort_id) a
    returning * into sent;
    if sent.people = 0 then
      raise exception using errcode = 'PT422', hint = 'NOBODY', message = 'Nobody is in this cohort yet.';
    end if;
    -- The message has an audit record of its own, so the notifications that it makes need none.
    perform private.record_at_once(true);
    insert into public.notifications (title, message, sender_id, recipient_id, cohort_message_id)
    select sent.title, sent.message, private.uid(), a.user_id, sent.id from private.cohort_audience(sent.cohort_id) a;
    perform private.record_at_once(false);
    perform private.enqueue_job('cohort_message_mail', sent.id || ':' || a.user_id, now(), sent.id, a.user_id)
    from private.cohort_audience(sent.cohort_id) a where a.by_mail;
  end if;
  return jsonb_build_object('id', sent.id, 'people', sent.people, 'mails', sent.mails);
end
$function$;
comment on function public.send_cohort_message(uuid,text,text,uuid) is 'Takes a cohort, title and text, and an operation id; sends the message to the bell of each of its people, and by mail to those who want it; gives {id, people, mails}. Sent again under the same operation id, it sends nothing more. Raises 42501, PT404 NO_COHORT, PT409 SENT_ALREADY with another text, PT422 NOBODY, 23514 for texts that do not fit (rules/cohorts#messages).';
grant execute on function public.send_cohort_message(uuid,text,text,uuid) to authenticated, service_role;

create or replace function public.set_cohort_courses(cohort_id uuid, course_ids uuid[])
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  perform private.at_most('course_ids', course_ids, 1000);
  perform private.check_cohort_right('cohorts', 'update', set_cohort_courses.cohort_id);
  if cardinality(course_ids) > 100 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'A cohort has at most 100 courses.';
  end if;
  delete from public.cohort_courses k where k.cohort_id = set_cohort_courses.cohort_id and k.course_id <> all (course_ids);
  insert into public.cohort_courses as k (cohort_id, course_id, position)
  select set_cohort_courses.cohort_id, w.id, min(w.place) - 1
  from unnest(course_ids) with ordinality w (id, place) group by w.id
  on conflict on constraint cohort_courses_pkey do update set position = excluded.position where k.position <> excluded.position;
end
$function$;
comment on function public.set_cohort_courses(uuid,uuid[]) is 'Takes a cohort and its courses in order; its people get the new ones and lose those that are left out. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY.';
grant execute on function public.set_cohort_courses(uuid,uuid[]) to authenticated, service_role;

create or replace function public.set_cohort_link(
  cohort_id uuid,
  active boolean,
  ends_on date default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'create', set_cohort_link.cohort_id);
  update private.cohort_links k set active = set_cohort_link.active, ends_on = set_cohort_link.ends_on where k.cohort_id = set_cohort_link.cohort_id;
  if not found then
    raise exception using errcode = 'PT404', hint = 'NO_LINK', message = 'This cohort has no join link.';
  end if;
  perform private.record_act('cohort.change_link', set_cohort_link.cohort_id::text,
    jsonb_build_object('active', set_cohort_link.active, 'ends_on', set_cohort_link.ends_on),
    (select c.title from public.cohorts c where c.id = set_cohort_link.cohort_id));
  return private.link_view(set_cohort_link.cohort_id);
end
$function$;
comment on function public.set_cohort_link(uuid,boolean,date) is 'Takes a cohort, whether its link is switched on, and its last day (null: none); changes both and gives link_view(). Raises 42501, PT404 NO_COHORT and NO_LINK.';
grant execute on function public.set_cohort_link(uuid,boolean,date) to authenticated, service_role;

create or replace function public.start_cohort_again(
  cohort_id uuid,
  starts_on date,
  title text,
  slug text,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('slug', slug, 1000);
  -- The same request makes one cohort, also without an operation id.
  own uuid := private.made_under(
    coalesce(start_cohort_again.operation_id, md5(concat_ws(' ', start_cohort_again.cohort_id, start_cohort_again.starts_on, btrim(start_cohort_again.slug)))::uuid),
    'cohort again');
  was public.cohorts;
begin
  perform private.check_cohort_right('cohorts', 'read', start_cohort_again.cohort_id);
  if not private.can('cohorts', 'create') then
    perform private.refuse('You may not create cohorts.');
  end if;
  if not exists (select from public.cohorts c where c.id = own) then
    select c.* into was from public.cohorts c where c.id = start_cohort_again.cohort_id;
    was.id := own;
    was.slug := start_cohort_again.slug;
    was.title := start_cohort_again.title;
    was.ends_on := start_cohort_again.starts_on + (was.ends_on - was.starts_on);
    was.access_ends_on := start_cohort_again.starts_on + (was.access_ends_on - was.starts_on);
    was.starts_on := start_cohort_again.starts_on;
    was.draft := false;
    perform private.write_cohort(was);
    insert into public.cohort_courses (cohort_id, course_id, position)
    select own, k.course_id, k.position from public.cohort_courses k where k.cohort_id = start_cohort_again.cohort_id;
    insert into public.releases (cohort_id, module_id, lesson_id, day, at_time)
    select own, r.module_id, r.lesson_id, r.day, r.at_time from public.releases r where r.cohort_id = start_cohort_again.cohort_id;
    insert into public.cohort_dues (cohort_id, lesson_id, day, at_time)
    select own, d.lesson_id, d.day, d.at_time from public.cohort_dues d where d.cohort_id = start_cohort_again.cohort_id;
    insert into public.cohort_staff (cohort_id, user_id, duty)
    select own, s.user_id, s.duty from public.cohort_staff s where s.cohort_id = start_cohort_again.cohort_id;
    if exists (select from public.cohorts c where c.id = start_cohort_again.cohort_id and c.community_id is not null) then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$function$;
comment on function public.start_cohort_again(uuid,date,text,text,uuid) is 'Takes a cohort, and first day, title and slug of a new one; makes the new one with the same courses, schedule, due dates, staff, seats and lengths, with its own community if the other has one, and without people. Gives {id, slug}. Sent again, it gives the same cohort. Raises 42501, PT404 NO_COHORT, PT422 with the field as hint (rules/cohorts#again).';
grant execute on function public.start_cohort_again(uuid,date,text,text,uuid) to authenticated, service_role;
