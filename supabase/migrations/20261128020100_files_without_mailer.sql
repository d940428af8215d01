-- Why: a project without a mailer removes the files that nothing uses any more as well (rules/files#removal).

drop function public.claim_due_mails(integer);

create function public.claim_due_mails(how_many integer default 10, only_kinds text[] default null) returns jsonb
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  -- Longer than the sending of as many may take; then another motor tries.
  lease constant interval := '10 minutes';
  -- Never reached by what answers: a day has about thirty pauses.
  most_attempts constant int := 60;
  work private.due_work;
  content jsonb;
  taken int := 0;
  mails jsonb := '[]';
begin
  for work in
    select * from private.due_work w
    where w.done_at is null and w.mail and w.due_at <= now() and coalesce(w.locked_until, w.due_at) <= now()
      and (only_kinds is null or w.kind = any (only_kinds))
    order by w.due_at, w.id limit least(how_many, 10) for update skip locked
  loop
    taken := taken + 1;
    begin
      if work.attempts >= most_attempts then
        perform private.due_failed(work.id, work.attempts, 'What should send it does not come back.', true);
        continue;
      end if;
      execute format('select private.%I($1)', 'due_' || work.kind) into content using work;
      if content is null then
        perform private.due_ended(work.id, work.attempts + 1, 'DROPPED');
      elsif content ? 'wait' then
        update private.due_work w set locked_until = (content ->> 'wait')::timestamptz where w.id = work.id;
      else
        update private.due_work w set attempts = w.attempts + 1, first_tried_at = coalesce(w.first_tried_at, now()),
          locked_until = now() + lease
        where w.id = work.id;
        mails := mails || jsonb_build_object('id', work.id, 'attempt', work.attempts + 1, 'kind', work.kind, 'key', work.key, 'content', content);
      end if;
    exception when others then
      perform private.due_failed(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  -- What leaves the mails where they are is no motor of theirs.
  if only_kinds is null then
    update private.motor m set mailed_at = now() where m.mailed_at < now() - interval '10 seconds';
  end if;
  return jsonb_build_object('taken', taken, 'mails', mails);
end
$$;
comment on function public.claim_due_mails(integer, text[]) is
  'Takes how many, at most 10, and of which kinds, all where null; looks at the mails that are due, the longest due first, and gives {taken: at how many, mails: [{id, attempt, kind, key, content: what the template of that kind wants, with `to`}]}, which it keeps from other motors for ten minutes. For what sends mails alone (rules/due-work#mails).';
revoke execute on function public.claim_due_mails(integer, text[]) from public, anon, authenticated;
grant execute on function public.claim_due_mails(integer, text[]) to service_role;
