-- Why: this sentence alone said e-mail address where every other one says email.
create or replace function private.refuse_invite(state text)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT422', hint = 'INVITE_' || state,
    message = case state
      when 'UNKNOWN' then 'This invite is not valid.'
      when 'OTHER_ADDRESS' then 'This invite was sent to another email.'
      when 'REDEEMED' then 'This invite has already been used.'
      when 'CANCELLED' then 'This invite has been cancelled.'
      when 'WITHDRAWN' then 'This invite no longer counts: who sent it can no longer invite people.'
      else 'This invite has expired.' end;
end
$function$;
