-- Why: somebody reads what was handed in: who has waited longest comes first, one reviewer at a time, and a review keeps what it was
-- judged by (rules/assignments#queue, rules/assignments#review).

-- Tables ----------------------------------------------------------------------------------------------------------

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  round_id uuid not null references public.submission_rounds (id) on delete cascade,
  reviewer_id uuid default private.uid() references public.profiles (id) on delete set null,
  verdict public.review_verdict not null,
  levels jsonb not null default '{}' constraint reviews_levels_length check (octet_length(levels::text) <= 4096),
  rubric jsonb not null default '[]' constraint reviews_rubric_length check (octet_length(rubric::text) <= 131072),
  comment text constraint reviews_comment_length check (char_length(comment) <= 20000),
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by_id uuid references public.profiles (id) on delete set null,
  withdraw_reason text constraint reviews_withdraw_reason_length check (char_length(withdraw_reason) <= 500),
  operation_id uuid
);
alter table public.reviews enable row level security;
create unique index reviews_one_for_a_round on public.reviews (round_id) where withdrawn_at is null;
create index reviews_round_id_idx on public.reviews (round_id);
create index reviews_reviewer_id_idx on public.reviews (reviewer_id);
create index reviews_withdrawn_by_id_idx on public.reviews (withdrawn_by_id);
create policy reviews_select on public.reviews for select to authenticated
  using (withdrawn_at is null and exists (
    select 1 from public.submission_rounds r join public.submissions s on s.id = r.submission_id
    where r.id = reviews.round_id and s.user_id = (select private.uid()) and (select private.can('submissions', 'read', 'own'))));
comment on policy reviews_select on public.reviews is 'Those of one''s own work that were not taken back.';
grant select on public.reviews to authenticated;
grant select, insert, update, delete on public.reviews to service_role;
comment on table public.reviews is 'What somebody said about a round, with the rubric as it was (rules/assignments#review).';
comment on column public.reviews.levels is 'The level of each criterion: {id of the criterion: its level, from 0}.';
comment on column public.reviews.rubric is 'By what it was judged: [{id, title, essential, levels}].';

create table public.review_remarks (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references public.reviews (id) on delete cascade,
  path text constraint review_remarks_path_length check (char_length(path) <= 255),
  line_from integer constraint review_remarks_line_from_range check (line_from between 1 and 100000),
  line_to integer constraint review_remarks_line_to_range check (line_to between 1 and 100000),
  body text not null constraint review_remarks_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint review_remarks_lines check (line_to >= line_from and (line_from is null) = (line_to is null))
);
alter table public.review_remarks enable row level security;
create index review_remarks_review_id_idx on public.review_remarks (review_id);
create policy review_remarks_select on public.review_remarks for select to authenticated
  using ((select private.can('submissions', 'read', 'own')) and exists (select 1 from public.reviews v where v.id = review_remarks.review_id));
comment on policy review_remarks_select on public.review_remarks is 'Those of reviews that one may read: their own policy decides.';
grant select on public.review_remarks to authenticated;
grant select, insert, update, delete on public.review_remarks to service_role;
comment on table public.review_remarks is 'What a review says about lines of a text or a file of the round, or about all of it.';
comment on column public.review_remarks.path is 'The name of a file of the code; null: the text.';

create table public.review_claims (
  submission_id uuid primary key references public.submissions (id) on delete cascade,
  reviewer_id uuid not null references public.profiles (id) on delete cascade,
  until timestamptz not null
);
alter table public.review_claims enable row level security;
create index review_claims_reviewer_id_idx on public.review_claims (reviewer_id);
grant select, insert, update, delete on public.review_claims to service_role;
comment on table public.review_claims is 'Who reviews which work now, and until when nobody else can. Staff read it by functions (rules/assignments#claim).';

create table public.review_drafts (
  round_id uuid not null references public.submission_rounds (id) on delete cascade,
  reviewer_id uuid not null references public.profiles (id) on delete cascade,
  body jsonb not null constraint review_drafts_body_length check (octet_length(body::text) <= 262144),
  updated_at timestamptz not null default now(),
  primary key (round_id, reviewer_id)
);
alter table public.review_drafts enable row level security;
create index review_drafts_reviewer_id_idx on public.review_drafts (reviewer_id);
grant select, insert, update, delete on public.review_drafts to service_role;
comment on table public.review_drafts is 'What a reviewer has written about a round and not published. Read by its writer alone, by functions.';

create table private.review_offers (
  submission_id uuid primary key references public.submissions (id) on delete cascade,
  reviewer_id uuid not null references public.profiles (id) on delete cascade,
  until timestamptz not null,
  by_id uuid references public.profiles (id) on delete set null
);
alter table private.review_offers enable row level security;
create index review_offers_reviewer_id_idx on private.review_offers (reviewer_id);
create index review_offers_by_id_idx on private.review_offers (by_id);
comment on table private.review_offers is 'To whom waiting work is offered first, and until when: who reviewed the round before, or to whom it was handed over (by_id). No grants: written by submit_round() and hand_over().';

create table private.second_opinions (
  submission_id uuid not null references public.submissions (id) on delete cascade,
  round integer not null,
  not_by_id uuid references public.profiles (id) on delete cascade,
  asked_at timestamptz not null default now(),
  primary key (submission_id, round)
);
alter table private.second_opinions enable row level security;
create index second_opinions_not_by_id_idx on private.second_opinions (not_by_id);
comment on table private.second_opinions is 'Rounds that go to somebody else than not_by_id, as long as anybody else may review them (rules/assignments#second-opinion). No grants: written by submit_round() and hand_over().';

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  title text not null constraint saved_replies_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  body text not null constraint saved_replies_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  position integer not null default 0 constraint saved_replies_position_range check (position between 0 and 1000),
  updated_at timestamptz not null default now()
);
alter table public.saved_replies enable row level security;
create index saved_replies_user_id_idx on public.saved_replies (user_id, position);
create policy saved_replies_select on public.saved_replies for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('saved_replies', 'read', 'own')));
comment on policy saved_replies_select on public.saved_replies is 'One''s own.';
create policy saved_replies_insert on public.saved_replies for insert to authenticated
  with check (user_id = (select private.uid()) and (select private.can('saved_replies', 'create', 'own')));
comment on policy saved_replies_insert on public.saved_replies is 'For oneself.';
create policy saved_replies_update on public.saved_replies for update to authenticated
  using (user_id = (select private.uid()) and (select private.can('saved_replies', 'update', 'own')))
  with check (user_id = (select private.uid()) and (select private.can('saved_replies', 'update', 'own')));
comment on policy saved_replies_update on public.saved_replies is 'One''s own.';
create policy saved_replies_delete on public.saved_replies for delete to authenticated
  using (user_id = (select private.uid()) and (select private.can('saved_replies', 'delete', 'own')));
comment on policy saved_replies_delete on public.saved_replies is 'One''s own.';
grant select, delete on public.saved_replies to authenticated;
grant insert (id, user_id, title, body, position) on public.saved_replies to authenticated;
grant update (title, body, position) on public.saved_replies to authenticated;
grant select, insert, update, delete on public.saved_replies to service_role;
comment on table public.saved_replies is 'Texts that a reviewer writes often.';
create trigger saved_replies_touch before update on public.saved_replies for each row execute function private.touch_updated_at();

-- Signatures ------------------------------------------------------------------------------------------------------

create function public.review_queue(filter jsonb default '{}', page integer default 1, page_size integer default 25) returns jsonb language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.review(submission_id uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.next_review(after uuid default null, filter jsonb default '{}') returns uuid language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.claim_submission(submission_id uuid) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.release_claim(submission_id uuid) returns void language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.reviewers(submission_id uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.hand_over(submission_id uuid, to_id uuid default null) returns void language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.save_review_draft(round_id uuid, body jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.publish_review(round_id uuid, verdict public.review_verdict, levels jsonb default '{}', comment text default null, remarks jsonb default '[]', operation_id uuid default null) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.withdraw_review(review_id uuid, reason text default null) returns jsonb language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.waive_late(round_id uuid) returns void language plpgsql security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
