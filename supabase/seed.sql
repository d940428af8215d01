-- Why: a demo that is already alive. Settings and people first; supabase/seeds/*.sql follow in
-- alphabetical order with courses, access, progress and the rest. Everything is dated from now(), so
-- that the demo looks the same whenever it is made. Ids are fixed, so that tests can name rows:
-- people a0…, courses c0…, modules b0…, lessons e0…, attachments f0…; the last digits count
-- (lesson …010302: course 01, module 03, lesson 02).

update public.settings set
  site_name = 'Rookies',
  site_description = 'A bootcamp for people who are new to code: short lessons, real tools, and somebody to ask.',
  contact_email = 'support@rookies.test',
  allow_registration = true,
  require_email_verification = true,
  enable_two_factor = false,
  maintenance_mode = false,
  creators_admin_panel = false,
  terms_text = $md$These terms belong to a demonstration. Replace them in Settings before real people sign up.

## Your account

Your account is yours alone. Keep your password to yourself, and tell us when you think that somebody else has it. Please give an address at which we can reach you.

## The courses

Use what you learn and build wherever you like. Please don't republish the lessons themselves, and don't share your access. A course that you were given or have bought stays in your library for as long as it says there.

## Communities

Be kind. Moderators may take down posts, and show people out who make the place worse for others.

## Leaving

You can leave at any time: your profile has a button for it. Deleting your account removes your profile, your access and your progress for good. Records of purchases stay, without your name.

## Changes

When these terms change in a way that matters to you, we tell you before they apply.
$md$,
  privacy_text = $md$This text belongs to a demonstration. Replace it in Settings before real people sign up.

## What we keep

| What | Why | How long |
|---|---|---|
| Name, email, phone | to know who you are and to reach you | as long as you have an account |
| Completed lessons and positions in videos | so that you can carry on where you stopped | as long as you have an account |
| Where you are signed in | so that you can see it, and sign out elsewhere | until you sign out there |
| Purchases | because the law asks for it | without your name once you have left |
| A record of changes and sign-ins | so that mistakes and misuse can be traced | without your name, email or phone once you have left |

## Who sees it

Nobody but the people who run this place. In communities others see your name, and never your email or phone.

## Videos from elsewhere

Videos are played by their hosts (YouTube, Vimeo, Loom, Cloudflare, Mux). They see your address when you open such a lesson.

## What you can do

Your profile lets you see and correct your name, download everything we keep about you, and delete your account. For anything else, write to the address at the foot of this page.
$md$;

-- People. Everybody's password is rookies-demo; the hash is argon2id, which the auth service of a
-- hosted project takes as well. The empty strings are columns that the auth service reads as text
-- that is never null. The trigger on auth.users makes each profile, as a MEMBER.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
  confirmation_token, recovery_token, email_change_token_new, email_change,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at, last_sign_in_at
)
select
  '00000000-0000-0000-0000-000000000000',
  ('a0000000-0000-4000-8000-0000000000' || p.n)::uuid,
  'authenticated', 'authenticated',
  p.mailbox || '@rookies.test',
  '$argon2id$v=19$m=19456,t=2,p=1$Nb0Lmih+dJlG+zzc8lLx+A$qIFicHbcBHAOYE4QU8nlh34ZopmEivBL/9V9o6kKbkg',
  case when p.verified then now() - p.joined::interval + interval '4 minutes' end,
  '', '', '', '',
  '{"provider": "email", "providers": ["email"]}'::jsonb,
  jsonb_strip_nulls(jsonb_build_object('name', p.name, 'phone', p.phone)),
  now() - p.joined::interval,
  now() - p.joined::interval,
  now() - p.last_seen::interval
from (values
  ('01', 'admin',          'Miriam Adeyemi',  '+44 20 7946 0101', '410 days',         '35 minutes',        true),
  ('02', 'creator',        'Jonas Lindqvist', '+44 20 7946 0102', '392 days',         '3 hours',           true),
  ('03', 'moderator',      'Priya Raman',     '+44 20 7946 0103', '310 days',         '50 minutes',        true),
  ('04', 'member',         'Sam Okafor',      '+44 20 7946 0104', '124 days',         '1 day 2 hours',     true),
  ('05', 'newcomer',       'Lena Hoffmann',   '+44 20 7946 0105', '5 hours',          '5 hours',           true),
  ('06', 'zoe.laurent',    'Zoë Laurent',     '+44 20 7946 0106', '201 days',         '2 days',            true),
  ('07', 'jose.munoz',     'José Ángel Muñoz Íñiguez', null,      '166 days',         '6 hours',           true),
  ('08', 'lukasz',         'Łukasz Żółciński', '+44 20 7946 0108', '151 days',        '19 days',           true),
  ('09', 'minh.khai',      'Nguyễn Thị Minh Khai', null,          '98 days',          '1 day',             true),
  ('10', 'yuki.otani',     '大谷 優希',        '+44 20 7946 0110', '87 days',          '4 days',            true),
  ('11', 'leila.haddad',   'ليلى حداد',        null,               '73 days',          '8 days',            true),
  ('12', 'maria.filomena', 'Maria Filomena de Vasconcelos Albuquerque e Castro Nepomuceno-Featherstonehaugh da Conceição', null, '66 days', '12 days', true),
  ('13', 'quiet.learner',  null,              null,               '59 days',          '33 days',           true),
  ('14', 'derek.stone',    'Derek Stone',     '+44 20 7946 0114', '142 days',         '40 days',           true),
  ('15', 'siobhan.obrien', 'Siobhán O''Brien', '+44 20 7946 0115', '41 days',         '5 hours',           true),
  ('16', 'anil.kumar',     'Anil Kumar',      null,               '28 days',          '3 days',            true),
  ('17', 'chidi.nwosu',    'Chidi Nwosu',     '+44 20 7946 0117', '17 days',          '20 hours',          true),
  ('18', 'freya.sorensen', 'Freya Sørensen',  null,               '9 days',           '9 hours',           true),
  ('19', 'tomas.novak',    'Tomáš Novák',     '+44 20 7946 0119', '2 days',           null,                false),
  ('20', 'grace.kim',      'Grace Kim',       null,               '3 days 20 hours',  '7 hours',           true)
) as p (n, mailbox, name, phone, joined, last_seen, verified);

insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select
  u.id::text, u.id,
  jsonb_build_object('sub', u.id::text, 'email', u.email, 'email_verified', u.email_confirmed_at is not null, 'phone_verified', false),
  'email', u.last_sign_in_at, u.created_at, u.updated_at
from auth.users u
where u.email like '%@rookies.test';

-- The trigger has just dated the profiles today, and made everybody a member.
update public.profiles p set
  created_at = u.created_at,
  terms_accepted_at = u.created_at,
  role = case u.email
    when 'admin@rookies.test' then 'ADMIN'
    when 'creator@rookies.test' then 'CREATOR'
    when 'moderator@rookies.test' then 'MODERATOR'
    else 'MEMBER'
  end::public.user_role,
  disabled_at = case when u.email = 'derek.stone@rookies.test' then now() - interval '38 days' end
from auth.users u
where u.id = p.id and u.email like '%@rookies.test';
