-- Why: of a deleted row Realtime tells the key to every subscriber, for policies cannot be asked about what is gone. The
-- key of a read was the pair of person and notification, so that deleting a notification named everybody who had read it.

alter table public.notification_reads add column id uuid not null default gen_random_uuid();
alter table public.notification_reads
  drop constraint notification_reads_pkey,
  add primary key (id),
  add constraint notification_reads_once unique (user_id, notification_id);

comment on column public.notification_reads.id is 'Random, for what is deleted is told by its key to everybody who listens. Nobody chooses it.';
