set check_function_bodies = off;

create or replace function private.visible_name(name text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  -- Controls, the soft hyphen, the marks, embeddings and isolates that turn the direction of writing,
  -- zero-width and filling characters, tags. Two of them, the joiners, belong to the spelling of Persian and
  -- Indian names, and stay between two letters of those scripts. One of them also joins symbols to one picture, such as a family.
  select regexp_replace(name,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]'
    '|(?<![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])\u200c|\u200c(?![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])'
    '|(?<![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d'
    '|\u200d(?![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff])',
    '', 'g')
$function$;
