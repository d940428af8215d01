-- Why: the page of a person shows staff the work of that person that they may review (rules/assignments#queue).

create function public.person_work(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 100;
begin
  if not (private.can('submissions', 'list') or private.can('submissions', 'list', 'own') or private.can('submissions', 'list', 'assigned')) then
    perform private.refuse('You may not review work.');
  end if;
  return (
    select coalesce(jsonb_agg(private.work_facts(f.work) order by f.latest desc, (f.work).id), '[]')
    from (
      select w as work, r.submitted_at as latest
      from public.submissions w
      join public.submission_rounds r on r.submission_id = w.id and r.round = w.round
      join public.assignments a on a.lesson_id = w.lesson_id
      where w.user_id = person_work.user_id and w.user_id <> private.uid()
        -- On the page of a person, even the fact that blind work waits would show whose work it is.
        and not (a.blind and w.state = 'WAITING')
        and private.can_on_work('list', w)
      order by r.submitted_at desc, w.id limit most) f);
end
$$;
comment on function public.person_work(uuid) is
  'Takes a person; returns their work that the caller may review, [work_facts()], the latest first, at most 100, without blind work that waits. Empty for the caller. Raises 42501 (rules/assignments#queue, rules/assignments#blind).';
revoke all on function public.person_work(uuid) from public;
grant execute on function public.person_work(uuid) to authenticated, service_role;
