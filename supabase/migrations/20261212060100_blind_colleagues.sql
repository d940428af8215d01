-- The list of colleagues left out the author of blind work, so that it told who the author was. Now it leaves out everybody
-- who handed in work of the same assignment (rules/assignments#blind).
create function private.may_be_blind_author(person uuid, submission uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.submissions s
    join public.assignments a on a.lesson_id = s.lesson_id and a.blind
    join public.submissions o on o.lesson_id = s.lesson_id and o.user_id = may_be_blind_author.person
    where s.id = may_be_blind_author.submission and s.state = 'WAITING')
$$;
comment on function private.may_be_blind_author(uuid, uuid) is 'Takes a person and somebody''s work; true if the work waits and is blind, and the person handed in work of the same assignment, so that it could be theirs.';
revoke all on function private.may_be_blind_author(uuid, uuid) from public;

create or replace function public.reviewers(submission_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  work public.submissions := private.check_work_right('list', reviewers.submission_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email),
      'claims', (select count(*) from public.review_claims c where c.reviewer_id = p.id and c.until > now())) order by p.name, p.id), '[]')
    from private.reviewers_of(work) r (id) join public.profiles p on p.id = r.id
    where p.id <> private.uid() and not private.goes_to_others(p.id, work) and not private.may_be_blind_author(p.id, work.id));
end
$$;
comment on function public.reviewers(uuid) is 'Takes somebody''s work; returns the other people who may review it and to whom it can be handed over, [{id, name, claims: how many they have}]; for blind work nobody who handed in work of the same assignment. Raises 42501.';

create or replace function public.hand_over(submission_id uuid, to_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.uid();
  work public.submissions := private.check_work_right('review', hand_over.submission_id);
  held jsonb;
begin
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  if work.state <> 'WAITING' then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since.';
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean and not private.can('submissions', 'withdraw') then
    raise exception using errcode = 'PT409', hint = 'CLAIMED', message = format('%s is reviewing this already.', held ->> 'reviewer');
  end if;
  if to_id is null then
    if not exists (select from private.reviewers_of(work) r (id) where r.id <> me) then
      raise exception using errcode = 'PT422', hint = 'NOBODY', message = 'Nobody else may review this work.';
    end if;
    insert into private.second_opinions as o (submission_id, round, not_by_id) values (work.id, work.round, me)
    on conflict on constraint second_opinions_pkey do update set not_by_id = excluded.not_by_id, asked_at = now();
    delete from private.review_offers o where o.submission_id = work.id;
  else
    if to_id = me or not private.person_may_review(to_id, work) or private.goes_to_others(to_id, work)
      or private.may_be_blind_author(to_id, work.id) then
      raise exception using errcode = 'PT422', hint = 'NOT_REVIEWER', message = 'This person may not review this work.';
    end if;
    insert into private.review_offers as o (submission_id, reviewer_id, until, by_id) values (work.id, to_id, now() + interval '1 day', me)
    on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = excluded.by_id;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  perform private.signal_staff('submissions');
  perform private.record_act('submission.hand_over', work.id::text, jsonb_build_object('to_id', to_id));
end
$$;

create or replace function public.inbox_colleagues(kind text, subject_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_inbox();
  if not private.reaches_inbox_row(private.uid(), inbox_colleagues.kind, inbox_colleagues.subject_id) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email)) order by p.name, p.id), '[]')
    from public.profiles p
    where p.role <> 'MEMBER' and p.id <> private.uid()
      and private.reaches_inbox_row(p.id, inbox_colleagues.kind, inbox_colleagues.subject_id)
      and not private.may_be_blind_author(p.id, inbox_colleagues.subject_id));
end
$$;
comment on function public.inbox_colleagues(text, uuid) is 'Takes a row of the caller''s inbox; returns the other people to whom it can be handed over, because it can be in their inbox, too, [{id, name}]; for blind work nobody who handed in work of the same assignment. Empty for a row that is not in it. Raises 42501.';

create or replace function public.hand_over_inbox_row(
  kind text,
  subject_id uuid,
  version text,
  to_id uuid,
  note text default '',
  held_by uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.uid();
  note constant text := btrim(coalesce(hand_over_inbox_row.note, ''));
  -- Another colleague may have handed over a newer version than the one on the caller's screen.
  current text;
  held private.inbox_hand_overs;
begin
  perform private.check_inbox();
  -- Several people can hand over one row at the same moment, and one of them succeeds.
  perform pg_advisory_xact_lock(hashtextextended('inbox ' || hand_over_inbox_row.kind || hand_over_inbox_row.subject_id, 0));
  current := private.inbox_version(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id);
  if current is null or not private.reaches_inbox_row(me, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT404', hint = 'NO_ROW', message = 'This is no longer in your inbox.';
  end if;
  if char_length(note) > 500 then
    raise exception using errcode = 'PT422', hint = 'note', message = 'The note is too long. Use at most 500 characters.';
  end if;
  if hand_over_inbox_row.to_id = me or not private.reaches_inbox_row(hand_over_inbox_row.to_id, hand_over_inbox_row.kind, hand_over_inbox_row.subject_id)
    or private.may_be_blind_author(hand_over_inbox_row.to_id, hand_over_inbox_row.subject_id) then
    raise exception using errcode = 'PT422', hint = 'to_id', message = 'This person cannot see it. Choose somebody else.';
  end if;
  select * into held from private.inbox_hand_overs h
  where h.kind = hand_over_inbox_row.kind and h.subject_id = hand_over_inbox_row.subject_id and h.version = current;
  -- The same request again does nothing more.
  if held.to_id = hand_over_inbox_row.to_id and held.by_id = me then
    return;
  end if;
  if held.to_id is distinct from held_by and held.to_id is not null then
    raise exception using errcode = 'PT409', hint = 'HANDED_OVER', message = format('%s has it now. Your note was not sent.',
      (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = held.to_id));
  end if;
  insert into private.inbox_hand_overs as h (kind, subject_id, version, to_id, by_id, note)
  values (hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, current, hand_over_inbox_row.to_id, me, note)
  on conflict on constraint inbox_hand_overs_pkey do update
    set version = excluded.version, to_id = excluded.to_id, by_id = excluded.by_id, note = excluded.note, handed_at = now();
  delete from private.inbox_marks k
  where k.user_id = hand_over_inbox_row.to_id and k.kind = hand_over_inbox_row.kind and k.subject_id = hand_over_inbox_row.subject_id;
  perform private.put_away(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id, hand_over_inbox_row.version, null);
  perform private.signal_people('inbox', array_remove(array[hand_over_inbox_row.to_id, held.to_id], null));
  -- The act has an audit record, so the notification needs none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  values ('Handed over to you', private.inbox_row_words(hand_over_inbox_row.kind, hand_over_inbox_row.subject_id), 'info', me, hand_over_inbox_row.to_id,
    case (select p.role from public.profiles p where p.id = hand_over_inbox_row.to_id) when 'MODERATOR' then '/moderator' else '/admin' end, 'Open the inbox');
  perform private.record_at_once(false);
  perform private.record_act('inbox.hand_over', hand_over_inbox_row.subject_id::text,
    jsonb_build_object('kind', hand_over_inbox_row.kind, 'to_id', hand_over_inbox_row.to_id));
end
$$;
