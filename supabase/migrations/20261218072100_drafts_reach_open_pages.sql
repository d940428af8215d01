-- Why: Signal to a person's open pages that another device saved a draft

set check_function_bodies = off;

create or replace function public.save_work_draft(
  lesson_id uuid,
  body jsonb,
  revision uuid,
  based_on uuid[] default '{}'::uuid[],
  drop_kept uuid[] default '{}'::uuid[],
  age_sec numeric default 0,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('body', body, 600000)
    and private.at_most('based_on', based_on, 100)
    and private.at_most('drop_kept', drop_kept, 100);
  most constant int := 3;
  me uuid := private.uid();
  edited timestamptz := now() - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
  stored public.submission_drafts;
  other jsonb;
begin
  if me is null or me <> coalesce(save_work_draft.as_user, me) or not private.can('submissions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function save_work_draft';
  end if;
  perform private.check_hand_in(me, save_work_draft.lesson_id, edited);
  if jsonb_typeof(body) is distinct from 'object' or save_work_draft.revision is null then
    perform private.refuse_field('body', 'A draft is an object with a revision.');
  end if;
  if octet_length(body::text) > 524288 then
    perform private.refuse_field('body', 'A draft must be less than 500 kB.');
  end if;
  -- Two devices can send at the same time.
  perform pg_advisory_xact_lock(hashtextextended('drafts ' || me, 0));
  if exists (select from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where s.user_id = me and s.lesson_id = save_work_draft.lesson_id and r.draft_revision = save_work_draft.revision) then
    -- This draft has been handed in already.
    return jsonb_build_object('revision', save_work_draft.revision, 'kept', '[]'::jsonb, 'handed_in', true);
  end if;
  select d.* into stored from public.submission_drafts d where d.user_id = me and d.lesson_id = save_work_draft.lesson_id;
  if stored.user_id is null then
    insert into public.submission_drafts as d (user_id, lesson_id, body, revision, updated_at)
    values (me, save_work_draft.lesson_id, save_work_draft.body, save_work_draft.revision, edited) returning d.* into stored;
  else
    stored.kept := (select coalesce(jsonb_agg(k.value order by k.place), '[]') from jsonb_array_elements(stored.kept) with ordinality k (value, place)
      where k.value ->> 'revision' <> all (array(select x::text from unnest(save_work_draft.drop_kept) x)));
    if stored.revision <> save_work_draft.revision and stored.body <> save_work_draft.body then
      if stored.revision = any (save_work_draft.based_on) or edited >= stored.updated_at then
        if stored.revision <> all (save_work_draft.based_on) then
          other := jsonb_build_object('body', stored.body, 'revision', stored.revision, 'updated_at', stored.updated_at);
        end if;
        stored.body := save_work_draft.body;
        stored.revision := save_work_draft.revision;
        stored.updated_at := edited;
      elsif not exists (select from jsonb_array_elements(stored.kept) k where k ->> 'revision' = save_work_draft.revision::text) then
        other := jsonb_build_object('body', save_work_draft.body, 'revision', save_work_draft.revision, 'updated_at', edited);
      end if;
      if other is not null then
        stored.kept := (select jsonb_agg(k.value order by k.place)
          from jsonb_array_elements(jsonb_build_array(other) || stored.kept) with ordinality k (value, place) where k.place <= most);
      end if;
    end if;
    update public.submission_drafts d set body = stored.body, revision = stored.revision, updated_at = stored.updated_at, kept = stored.kept
    where d.user_id = me and d.lesson_id = save_work_draft.lesson_id;
  end if;
  perform private.signal_people('draft', array[me]);
  return jsonb_build_object('revision', stored.revision, 'kept', stored.kept, 'handed_in', false)
    || case when stored.revision <> save_work_draft.revision and stored.body <> save_work_draft.body then jsonb_build_object('body', stored.body) else '{}' end;
end
$function$;

create or replace function public.save_exercise_draft(
  lesson_id uuid,
  files jsonb,
  revision uuid,
  based_on uuid[] default '{}'::uuid[],
  drop_kept uuid[] default '{}'::uuid[],
  age_sec numeric default 0,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('files', files, 400000)
    and private.at_most('based_on', based_on, 100)
    and private.at_most('drop_kept', drop_kept, 100);
  most constant int := 3;
  me uuid := private.uid();
  edited timestamptz := now() - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
  stored public.exercise_drafts;
  other jsonb;
begin
  if me is null or me <> coalesce(save_exercise_draft.as_user, me) or not private.can('exercise_runs', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function save_exercise_draft';
  end if;
  perform private.check_practice(me, save_exercise_draft.lesson_id, edited);
  if private.is_exercise_files(save_exercise_draft.files) is not true or save_exercise_draft.revision is null then
    perform private.refuse_field('files', 'Code is at most 20 files with a name each, 200 kB in all');
  end if;
  -- Two devices can send at the same time.
  perform pg_advisory_xact_lock(hashtextextended('exercise drafts ' || me, 0));
  select d.* into stored from public.exercise_drafts d where d.user_id = me and d.lesson_id = save_exercise_draft.lesson_id;
  if stored.user_id is null then
    insert into public.exercise_drafts as d (user_id, lesson_id, files, revision, updated_at)
    values (me, save_exercise_draft.lesson_id, save_exercise_draft.files, save_exercise_draft.revision, edited) returning d.* into stored;
  else
    stored.kept := (select coalesce(jsonb_agg(k.value order by k.place), '[]') from jsonb_array_elements(stored.kept) with ordinality k (value, place)
      where k.value ->> 'revision' <> all (array(select x::text from unnest(save_exercise_draft.drop_kept) x)));
    if stored.revision <> save_exercise_draft.revision and stored.files <> save_exercise_draft.files then
      if stored.revision = any (save_exercise_draft.based_on) or edited >= stored.updated_at then
        if stored.revision <> all (save_exercise_draft.based_on) then
          other := jsonb_build_object('files', stored.files, 'revision', stored.revision, 'updated_at', stored.updated_at);
        end if;
        stored.files := save_exercise_draft.files;
        stored.revision := save_exercise_draft.revision;
        stored.updated_at := edited;
      elsif not exists (select from jsonb_array_elements(stored.kept) k where k ->> 'revision' = save_exercise_draft.revision::text) then
        other := jsonb_build_object('files', save_exercise_draft.files, 'revision', save_exercise_draft.revision, 'updated_at', edited);
      end if;
      if other is not null then
        stored.kept := (select jsonb_agg(k.value order by k.place)
          from jsonb_array_elements(jsonb_build_array(other) || stored.kept) with ordinality k (value, place) where k.place <= most);
      end if;
    end if;
    update public.exercise_drafts d set files = stored.files, revision = stored.revision, updated_at = stored.updated_at, kept = stored.kept
    where d.user_id = me and d.lesson_id = save_exercise_draft.lesson_id;
  end if;
  perform private.signal_people('draft', array[me]);
  return jsonb_build_object('revision', stored.revision, 'kept', stored.kept)
    || case when stored.revision <> save_exercise_draft.revision and stored.files <> save_exercise_draft.files
      then jsonb_build_object('files', stored.files) else '{}' end;
end
$function$;
