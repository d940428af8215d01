-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.check_new_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.uid() is not null then
    perform private.check_end(new.expires_at);
  end if;
  return new;
end
$function$;
comment on function private.check_new_end() is 'Row trigger on new grants whose end is past, or too far away: raises as check_end() does for a signed-in caller.';

CREATE OR REPLACE FUNCTION private.limit_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'PT422', hint = 'METADATA_SIZE', message = 'That is too much about one person.';
end
$function$;
comment on function private.limit_metadata() is 'Trigger on auth.users: what a person says of themselves, which every token of theirs carries, stays below 16 kB.';
CREATE TRIGGER rookies_limit_metadata BEFORE INSERT OR UPDATE OF raw_user_meta_data ON auth.users FOR EACH ROW WHEN ((octet_length((new.raw_user_meta_data)::text) > 16384)) EXECUTE FUNCTION private.limit_metadata();
