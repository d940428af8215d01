-- Why: how people come to a course: an invite, or a purchase.

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint invites_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 320),
  token uuid not null default gen_random_uuid() constraint invites_token_key unique,
  role public.user_role not null default 'MEMBER',
  expires_at timestamptz not null default now() + interval '48 hours',
  redeemed_at timestamptz,
  redeemed_by_id uuid references public.profiles (id) on delete set null,
  cancelled_at timestamptz,
  invited_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
alter table public.invites enable row level security;
create index invites_invited_by_id_idx on public.invites (invited_by_id);
create index invites_redeemed_by_id_idx on public.invites (redeemed_by_id);
create index invites_created_at_idx on public.invites (created_at desc, id);
create index invites_email_idx on public.invites (lower(email));
comment on table public.invites is 'An invitation by e-mail. Its status is derived: redeemed, cancelled, expired or active (product, section 4).';

create policy invites_select on public.invites for select to authenticated
  using (
    (select private.can('invites', 'read'))
    or (invited_by_id = (select private.uid()) and (select private.can('invites', 'read', 'own'))));
comment on policy invites_select on public.invites is 'All, or those one has sent; nobody else ever lists a token.';
grant select on public.invites to authenticated;
-- Not granted on purpose: insert and update. Inviting, resending and cancelling are functions with checks of their own.

create table public.invite_courses (
  invite_id uuid not null references public.invites (id) on delete cascade,
  course_id uuid not null references public.courses (id) on delete cascade,
  primary key (invite_id, course_id)
);
alter table public.invite_courses enable row level security;
create index invite_courses_course_id_idx on public.invite_courses (course_id);
comment on table public.invite_courses is 'The courses that an invite grants when it is redeemed.';
create policy invite_courses_select on public.invite_courses for select to authenticated
  using ((select private.active()) and exists (select 1 from public.invites i where i.id = invite_id));
comment on policy invite_courses_select on public.invite_courses is 'Follows the invite, whose own policy is asked.';
grant select on public.invite_courses to authenticated;

create table public.communities (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint communities_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  slug text not null constraint communities_slug_form check (private.is_slug(slug)) constraint communities_slug_key unique,
  description text constraint communities_description_length check (char_length(description) <= 500),
  cover_url text constraint communities_cover_url_safe check (private.is_web_link(cover_url) or private.is_app_path(cover_url)),
  access_type public.community_access_type not null default 'FREE',
  read_only boolean not null default false,
  course_id uuid references public.courses (id) on delete set null,
  created_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.communities enable row level security;
create index communities_course_id_idx on public.communities (course_id);
create index communities_created_by_id_idx on public.communities (created_by_id);
create trigger communities_touch before update on public.communities
  for each row execute function private.touch_updated_at();
comment on table public.communities is 'A place to talk: free, for a course''s learners, for buyers, or by invitation (decisions, section 6).';

create table public.purchases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  course_id uuid references public.courses (id) on delete set null,
  community_id uuid references public.communities (id) on delete set null,
  amount_cents integer not null constraint purchases_amount_positive check (amount_cents >= 0),
  currency text not null default 'USD' constraint purchases_currency_form check (currency ~ '^[A-Z]{3}$'),
  provider text not null constraint purchases_provider_length check (char_length(provider) between 1 and 40),
  provider_ref text not null constraint purchases_provider_ref_length check (char_length(provider_ref) between 1 and 255),
  status public.purchase_status not null default 'PENDING',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint purchases_provider_ref_key unique (provider, provider_ref)
);
alter table public.purchases enable row level security;
create index purchases_user_id_idx on public.purchases (user_id);
create index purchases_course_id_idx on public.purchases (course_id);
create index purchases_community_id_idx on public.purchases (community_id);
create index purchases_created_at_idx on public.purchases (created_at desc, id);
create trigger purchases_touch before update on public.purchases
  for each row execute function private.touch_updated_at();
comment on table public.purchases is 'What was paid, in cents. Written by the payment provider''s webhook under the service role; nobody else writes.';
create policy purchases_select on public.purchases for select to authenticated
  using (
    (select private.can('purchases', 'read'))
    or (user_id = (select private.uid()) and (select private.can('purchases', 'read', 'own'))));
comment on policy purchases_select on public.purchases is 'All, or one''s own.';
grant select on public.purchases to authenticated;

alter table public.entitlements
  add constraint entitlements_purchase_id_fkey foreign key (purchase_id) references public.purchases (id) on delete set null,
  add constraint entitlements_invite_id_fkey foreign key (invite_id) references public.invites (id) on delete set null;
