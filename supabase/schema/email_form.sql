-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.is_email(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- The letters of ASCII alone: some others are lowered to them.
  select octet_length(address) = char_length(address) and char_length(address) <= 254 and strpos(address, '@') <= 65
    and lower(address) ~ ('^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
      || '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$')
$function$;
comment on function private.is_email(text) is 'Whether an account can be made for an address: what the sign-in service and mail servers take, as isEmail() of the apps has it (rules/accounts#address). Accounts that have another one keep it.';
