-- Why: these two tables were made without row security. No grant leads to them; behind the grants, like
-- everywhere, stands row security without a policy, so that one grant too many shows no row.

alter table private.community_visits enable row level security;

alter table private.import_undos enable row level security;
