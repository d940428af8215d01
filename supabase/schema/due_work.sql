-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.due_kinds (
  kind text not null,
  label text not null,
  mail boolean not null default false,
  constraint due_kinds_pkey PRIMARY KEY (kind)
);
alter table private.due_kinds enable row level security;
comment on table private.due_kinds is 'What can be due, and what administrators read for it. The function private.due_<kind>(private.due_work) does it; gives DONE, or DROPPED where it matters no longer; an error is tried again. Written by migrations.';
comment on column private.due_kinds.mail is 'Leaves the database, as a mail or as a file that storage removes: private.due_<kind>() gives what is wanted for that (jsonb; of a mail with `to`), {wait: a moment} where it may not leave before, or null where it matters no longer; claim_due_mails() hands it out.';

create table private.due_work (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  key text not null,
  subject_id uuid,
  user_id uuid,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  first_tried_at timestamp with time zone,
  locked_until timestamp with time zone,
  done_at timestamp with time zone,
  outcome text,
  error text,
  created_at timestamp with time zone not null default now(),
  mail boolean not null default false,
  constraint due_work_pkey PRIMARY KEY (id),
  constraint due_work_outcome_at_end CHECK (((done_at IS NULL) = (outcome IS NULL))),
  constraint due_work_outcome_known CHECK ((outcome = ANY (ARRAY['DONE'::text, 'DROPPED'::text, 'FAILED'::text]))),
  constraint due_work_kind_fkey FOREIGN KEY (kind) REFERENCES private.due_kinds(kind) ON DELETE CASCADE,
  constraint due_work_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint due_work_key_key UNIQUE (key)
);
alter table private.due_work enable row level security;
CREATE INDEX due_work_done_idx ON private.due_work USING btree (done_at, id) WHERE (done_at IS NOT NULL);
CREATE INDEX due_work_failed_idx ON private.due_work USING btree (done_at, id) WHERE (outcome = 'FAILED'::text);
CREATE INDEX due_work_kind_idx ON private.due_work USING btree (kind);
CREATE INDEX due_work_mails_idx ON private.due_work USING btree (due_at, id) WHERE ((done_at IS NULL) AND mail);
CREATE INDEX due_work_open_idx ON private.due_work USING btree (due_at, id) WHERE (done_at IS NULL);
CREATE INDEX due_work_turn_idx ON private.due_work USING btree (due_at, id) WHERE ((done_at IS NULL) AND (NOT mail));
CREATE INDEX due_work_user_id_idx ON private.due_work USING btree (user_id);
CREATE TRIGGER due_work_failures AFTER UPDATE ON private.due_work FOR EACH ROW WHEN (((new.outcome = 'FAILED'::text) AND (old.outcome IS DISTINCT FROM 'FAILED'::text) AND (new.kind <> ALL (ARRAY['failures'::text, 'failures_mail'::text])))) EXECUTE FUNCTION private.put_failures();
comment on table private.due_work is 'What is to be sent or done once its hour has come, once for each key (rules/due-work#once). No grants: put_due() writes, run_due_work() does it, due_work_list() shows it.';
comment on column private.due_work.locked_until is 'Not tried before: set after an attempt that failed.';
comment on column private.due_work.mail is 'Its kind''s, when it was put in.';

create table private.motor (
  id boolean not null default true,
  turned_at timestamp with time zone not null,
  mailed_at timestamp with time zone not null default now(),
  constraint motor_pkey PRIMARY KEY (id),
  constraint motor_single_row CHECK (id)
);
alter table private.motor enable row level security;
comment on table private.motor is 'When something last took due work out, and due mails; one row.';

CREATE OR REPLACE FUNCTION private.due_bin(work private.due_work)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone constant timestamptz := now() - interval '30 days';
begin
  delete from public.courses c where c.id = work.subject_id and c.deleted_at <= gone;
  if found then
    return 'DONE';
  end if;
  delete from public.modules m where m.id = work.subject_id and m.deleted_at <= gone;
  if found then
    return 'DONE';
  end if;
  delete from public.lessons l where l.id = work.subject_id and l.deleted_at <= gone;
  return case when found then 'DONE' else 'DROPPED' end;
end
$function$;
comment on function private.due_bin(private.due_work) is 'Removes a course, module or lesson for good that was deleted 30 days ago, with what lies below; purchases and the record stay. Dropped where it was restored, or went with what it lay in (rules/courses#bin).';

CREATE OR REPLACE FUNCTION private.due_exports(work private.due_work)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.exports e where e.id = work.subject_id and e.begun_at < now() - interval '1 hour';
  return case when found then 'DONE' else 'DROPPED' end;
end
$function$;
comment on function private.due_exports(private.due_work) is 'Forgets an export past its hour, which no one can read any more (rules/records#exports).';

CREATE OR REPLACE FUNCTION private.due_invites_ending(work private.due_work)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path constant text := private.invites_path(work.user_id);
  ending constant text[] := private.invites_ending(work.user_id, work.due_at);
begin
  if path is null or cardinality(ending) = 0 then
    return 'DROPPED';
  end if;
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, expires_at)
  values (
    case when cardinality(ending) = 1 then 'An invite ends soon' else cardinality(ending) || ' invites end soon' end,
    case when cardinality(ending) = 1 then ending[1] || ' has not accepted your invite yet. Resend it to give two more days.'
      else 'Not accepted yet: ' || array_to_string(ending[1:3], ', ')
        || case when cardinality(ending) > 3 then ' and ' || cardinality(ending) - 3 || ' more' else '' end
        || '. Resend them to give two more days.' end,
    'warning', null, work.user_id, path, 'Open invites', date_trunc('day', work.due_at) + interval '2 days');
  perform private.put_due('invites_ending_mail', split_part(work.key, ':', 2) || ':' || split_part(work.key, ':', 3), work.due_at, null, work.user_id);
  return 'DONE';
end
$function$;
comment on function private.due_invites_ending(private.due_work) is 'Tells the sender, in the bell and by mail, which of their invites end on the next day (UTC) without an answer; once a day. Dropped when there are none left, or they may no longer look after them (rules/invites#ending).';

CREATE OR REPLACE FUNCTION private.due_pause(attempts integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select least(interval '1 minute' * power(2, least(attempts, 10)), interval '1 hour')
$function$;
comment on function private.due_pause(integer) is 'Takes how many attempts failed before; how long to wait after one more: a minute, two, four, up to an hour.';

CREATE OR REPLACE FUNCTION private.invites_path(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when not private.person_may(person, 'invites', 'resend', 'own') then null
    when private.person_may(person, 'dashboard', 'read') then '/admin/invites?status=ACTIVE&sort=ending'
    else '/moderator/members?view=invites' end
$function$;
comment on function private.invites_path(uuid) is 'Takes a person; where in the back-office they find the invites that they sent, null where they may not look after them.';

CREATE OR REPLACE FUNCTION private.motor_stopped()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.motor m where least(m.turned_at, m.mailed_at) < now() - interval '10 minutes')
$function$;
comment on function private.motor_stopped() is 'Whether nothing has taken due work, or due mails, out for ten minutes.';

CREATE OR REPLACE FUNCTION private.put_bin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
begin
  perform private.put_due('bin', n.id || ':' || extract(epoch from n.deleted_at), n.deleted_at + interval '30 days', n.id)
  from new_rows n join old_rows o on o.id = n.id
  where n.deleted_at is not null and n.deleted_at is distinct from o.deleted_at
    -- What goes with its course or module comes back with it, and is removed with it.
    and case tg_table_name
      when 'modules' then not exists (
        select from public.modules m join public.courses c on c.id = m.course_id
        where m.id = n.id and c.deleted_at is not null)
      when 'lessons' then not exists (
        select from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
        where l.id = n.id and (m.deleted_at is not null or c.deleted_at is not null))
      else true end;
  return null;
end
$function$;
comment on function private.put_bin() is 'Statement trigger: what was deleted is removed in 30 days.';

CREATE OR REPLACE FUNCTION private.put_due(kind text, key text, due_at timestamp with time zone, subject_id uuid DEFAULT NULL::uuid, user_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.due_work (kind, key, due_at, subject_id, user_id, mail)
  values (put_due.kind, put_due.kind || ':' || put_due.key, put_due.due_at, put_due.subject_id, put_due.user_id,
    coalesce((select k.mail from private.due_kinds k where k.kind = put_due.kind), false))
  on conflict on constraint due_work_key_key do nothing
$function$;
comment on function private.put_due(text,text,timestamp with time zone,uuid,uuid) is 'Takes a kind, what names this piece of it, when it is due, what and whom it is about; it is done once, however often it is put in.';

CREATE OR REPLACE FUNCTION private.put_export()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.put_due('exports', new.id::text, new.begun_at + interval '61 minutes', new.id, new.user_id);
  return null;
end
$function$;
comment on function private.put_export() is 'Row trigger: an export is forgotten after its hour.';

CREATE OR REPLACE FUNCTION private.put_invites_ending()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
begin
  perform private.put_due('invites_ending', d.invited_by_id || ':' || to_char(d.day, 'YYYY-MM-DD'),
    -- Seven in the morning of the day before, or now where that has passed.
    greatest(d.day at time zone 'UTC' + interval '7 hours', now()), null, d.invited_by_id)
  from (
    select distinct n.invited_by_id, (n.expires_at at time zone 'UTC')::date - 1 as day
    from new_rows n
    where n.invited_by_id is not null and n.redeemed_at is null and n.cancelled_at is null and n.expires_at > now()
  ) d
  where d.day >= (now() at time zone 'UTC')::date;
  return null;
end
$function$;
comment on function private.put_invites_ending() is 'Statement trigger: the sender is told on the day before an invite ends.';

CREATE OR REPLACE FUNCTION private.run_due_work(how_many integer DEFAULT 50)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  work private.due_work;
  answer text;
  handled int := 0;
begin
  for work in
    select * from private.due_work w
    where w.done_at is null and not w.mail and w.due_at <= now() and coalesce(w.locked_until, w.due_at) <= now()
    order by w.due_at, w.id limit how_many for update skip locked
  loop
    handled := handled + 1;
    -- Its effect and its end are one: killed in between, both are as before.
    begin
      execute format('select private.%I($1)', 'due_' || work.kind) into answer using work;
      perform private.due_ended(work.id, work.attempts + 1, answer);
    exception when others then
      perform private.due_failed(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  delete from private.due_work w
  where w.id = any (array(
    select d.id from private.due_work d where d.done_at < now() - interval '30 days'
    order by d.done_at, d.id limit 500 for update skip locked));
  -- Last, so that motors do not wait for each other's work.
  update private.motor m set turned_at = now() where m.turned_at < now() - interval '10 seconds';
  return handled;
end
$function$;
comment on function private.run_due_work(integer) is 'Takes how many; does what is due and no mail, the longest due first, each in a savepoint of its own; gives how many it took. What fails is tried again with growing pauses and given up after a day, its reason kept. Rows that other motors hold are left to them. What ended 30 days ago is removed (rules/due-work#failing).';

CREATE OR REPLACE FUNCTION public.due_work_list(state text DEFAULT 'OPEN'::text, kind text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  -- Each state by its own index: what is due first, what ended last.
  condition constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.outcome = ''FAILED''' when 'DONE' then 'w.done_at is not null' else 'w.done_at is null' end
    || coalesce(' and w.kind = ' || quote_literal(due_work_list.kind), '');
  ordered constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.done_at desc, w.id desc' when 'DONE' then 'w.done_at desc, w.id desc' else 'w.due_at, w.id' end;
  answer jsonb;
begin
  if not private.can('due_work', 'read') then
    perform private.refuse('You may not read due work.');
  end if;
  execute format($sql$
    with page as materialized (
      select w.*, row_number() over (order by %2$s) as place from private.due_work w where %1$s order by %2$s limit %3$s offset %4$s
    )
    select jsonb_build_object(
      'found', (select count(*) from (select from private.due_work w where %1$s limit %5$s) n),
      'work', (
        select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'label', k.label,
          'subject', coalesce(c.title, m.title, l.title, i.email),
          'person', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) end,
          'due_at', w.due_at, 'next_at', greatest(w.due_at, w.locked_until), 'attempts', w.attempts, 'done_at', w.done_at, 'outcome', w.outcome,
          'error', w.error) order by w.place), '[]')
        from page w join private.due_kinds k on k.kind = w.kind
        left join public.courses c on c.id = w.subject_id
        left join public.modules m on m.id = w.subject_id
        left join public.lessons l on l.id = w.subject_id
        left join public.invites i on i.id = w.subject_id
        left join public.profiles p on p.id = w.user_id))$sql$,
    condition, ordered, size, skipped, most + 1) into answer;
  return answer || jsonb_build_object('stopped', private.motor_stopped(),
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'label', k.label) order by k.label) from private.due_kinds k));
end
$function$;
comment on function public.due_work_list(text,text,integer,integer) is 'Takes a state (OPEN: not done yet, the longest due first; FAILED: given up; DONE: ended, given up or not), a kind (null: any), a page and its size (at most 100). Gives {found: how many, counted to 1,001, work: [{id, kind, label, subject: a title or an invited address, person: {id, name, email}, due_at, next_at: when it is tried next, attempts, done_at, outcome: DONE, DROPPED or FAILED, error}], kinds: [{kind, label}], stopped: whether nothing turns the motor}. Raises 42501.';
grant execute on function public.due_work_list(text,text,integer,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.retry_due_work(work_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('due_work', 'retry') then
    perform private.refuse('You may not try due work again.');
  end if;
  update private.due_work w set attempts = 0, first_tried_at = null, locked_until = null, done_at = null, outcome = null
  where w.id = retry_due_work.work_id and w.error is not null;
  if not found then
    raise exception using errcode = 'PT404', message = 'This has been done already.', hint = 'DONE_ALREADY';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (private.uid(), 'due_work.retry', 'due_work', work_id,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$function$;
comment on function public.retry_due_work(uuid) is 'Takes a piece of due work that failed; it is tried again at the motor''s next turn, and for a day from then. Recorded as due_work.retry. Raises 42501, or PT404 where it has been done since.';
grant execute on function public.retry_due_work(uuid) to authenticated, service_role;
