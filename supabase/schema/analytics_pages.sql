-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.learners_found(condition text, ordered text, size integer, start bigint, OUT total bigint, OUT ids uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Few are looked up one by one and sorted. Of many the list is walked in its order until the page is full: a lookup
  -- costs about ten steps of that walk, and where one in n is found, a page of it takes n times as many steps.
  execute format($sql$
    with found as materialized (
      select p.id from private.people p where %1$s
    ), counted as materialized (
      select count(*) as people from found
    )
    select c.people, case when c.people * c.people * 10 <= (%4$s + %3$s)::bigint * %5$s
      then array(
        select k.user_id
        from found p cross join lateral (select k.* from private.learners k where k.user_id = p.id offset 0) k
        order by %2$s limit %3$s offset %4$s)
      else array(
        select k.user_id from private.learners k
        where (k.user_id in (select p.id from found p)) is true
        order by %2$s limit %3$s offset %4$s) end
    from counted c$sql$, condition, ordered, size, start, private.people_tallied(null, null)) into total, ids;
end
$function$;
comment on function private.learners_found(text,text,integer,bigint) is 'Takes a condition on private.people p, an order of private.learners k, a page''s size and what lies before it; gives how many people that finds, and the page''s ids in that order. Every person has a row among the learners.';
