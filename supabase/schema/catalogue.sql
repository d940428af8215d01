-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.course_sizes (
  course_id uuid not null,
  lessons integer not null,
  live boolean not null,
  seconds integer not null default 0,
  constraint course_sizes_pkey PRIMARY KEY (course_id),
  constraint course_sizes_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE
);
alter table private.course_sizes enable row level security;
comment on table private.course_sizes is 'How many lessons a course has, how many seconds they take, and whether it counts: published and not deleted. Kept by triggers. No grants: read by functions.';

create table public.course_slugs (
  slug text not null,
  course_id uuid not null,
  constraint course_slugs_pkey PRIMARY KEY (slug),
  constraint course_slugs_slug_form CHECK (private.is_slug(slug)),
  constraint course_slugs_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE
);
alter table public.course_slugs enable row level security;
CREATE INDEX course_slugs_course_id_idx ON public.course_slugs USING btree (course_id);
grant delete, insert, select, update on public.course_slugs to service_role;
comment on table public.course_slugs is 'Slugs that courses once had, so that old links still lead there. Kept by a trigger and read by course_outline() alone: no grants, no policies.';

create table public.courses (
  id uuid not null default gen_random_uuid(),
  title text not null,
  slug text not null,
  description text,
  author_name text,
  author_description text,
  thumbnail_url text,
  category text,
  status public.course_status not null default 'DRAFT'::public.course_status,
  created_by_id uuid default private.uid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint courses_pkey PRIMARY KEY (id),
  constraint courses_author_description_length CHECK ((char_length(author_description) <= 300)),
  constraint courses_author_name_length CHECK ((char_length(author_name) <= 100)),
  constraint courses_category_length CHECK (((btrim(category) <> ''::text) AND (char_length(category) <= 60))),
  constraint courses_description_length CHECK ((char_length(description) <= 500)),
  constraint courses_slug_form CHECK (private.is_slug(slug)),
  constraint courses_thumbnail_url_safe CHECK ((private.is_web_link(thumbnail_url) OR private.is_app_path(thumbnail_url) OR private.is_stored_file(thumbnail_url, 'covers'::text))),
  constraint courses_title_length CHECK (((btrim(title) <> ''::text) AND (char_length(title) <= 100))),
  constraint courses_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table public.courses enable row level security;
CREATE INDEX courses_created_by_id_idx ON public.courses USING btree (created_by_id);
CREATE UNIQUE INDEX courses_slug_key ON public.courses USING btree (slug) WHERE (deleted_at IS NULL);
CREATE INDEX courses_thumbnail_url_idx ON public.courses USING btree (thumbnail_url) WHERE (thumbnail_url ~~ 'covers/%'::text);
CREATE INDEX courses_updated_at_idx ON public.courses USING btree (updated_at DESC, id) WHERE (deleted_at IS NULL);
create policy courses_insert on public.courses for insert to authenticated
  with check (((created_by_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('courses'::text, 'create'::text, 'own'::public.permission_scope) AS can)));
comment on policy courses_insert on public.courses is 'Those who may create courses, and only in their own name.';
create policy courses_select on public.courses for select to authenticated
  using (((deleted_at IS NULL) AND (( SELECT private.can('courses'::text, 'read'::text) AS can) OR ((created_by_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('courses'::text, 'read'::text, 'own'::public.permission_scope) AS can)) OR (id IN ( SELECT private.entitled_course_ids() AS entitled_course_ids)))));
comment on policy courses_select on public.courses is 'Everything, one''s own, or what one is entitled to; a moderator''s list of titles is a function.';
create policy courses_update on public.courses for update to authenticated
  using (((deleted_at IS NULL) AND (( SELECT private.can('courses'::text, 'update'::text) AS can) OR ((created_by_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('courses'::text, 'update'::text, 'own'::public.permission_scope) AS can)))))
  with check (((deleted_at IS NULL) AND (( SELECT private.can('courses'::text, 'update'::text) AS can) OR ((created_by_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('courses'::text, 'update'::text, 'own'::public.permission_scope) AS can)))));
comment on policy courses_update on public.courses is 'Every course, or one''s own; the owner is not among the columns that may be changed.';
grant insert (id, title, slug, description, author_name, author_description, thumbnail_url, category, created_by_id) on public.courses to authenticated;
grant select on public.courses to authenticated;
grant update (title, slug, description, author_name, author_description, thumbnail_url, category, status) on public.courses to authenticated;
grant delete, insert, select, update on public.courses to service_role;
CREATE TRIGGER courses_audit_delete AFTER DELETE ON public.courses REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('course', '{"key": "id", "omit": ["author_name", "author_description", "updated_at"], "place": {"in": "id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["publish", "status", "PUBLISHED"], ["unpublish", "status", "DRAFT"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER courses_audit_insert AFTER INSERT ON public.courses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('course', '{"key": "id", "omit": ["author_name", "author_description", "updated_at"], "place": {"in": "id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["publish", "status", "PUBLISHED"], ["unpublish", "status", "DRAFT"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER courses_audit_update AFTER UPDATE ON public.courses REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('course', '{"key": "id", "omit": ["author_name", "author_description", "updated_at"], "place": {"in": "id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["publish", "status", "PUBLISHED"], ["unpublish", "status", "DRAFT"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER courses_bin AFTER UPDATE ON public.courses REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.put_bin();
CREATE TRIGGER courses_check BEFORE INSERT OR UPDATE ON public.courses FOR EACH ROW EXECUTE FUNCTION private.check_course();
CREATE TRIGGER courses_count_insert AFTER INSERT ON public.courses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_courses();
CREATE TRIGGER courses_count_update AFTER UPDATE ON public.courses REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_courses();
CREATE TRIGGER courses_cover_delete AFTER DELETE ON public.courses FOR EACH ROW WHEN ((old.thumbnail_url ~~ 'covers/%'::text)) EXECUTE FUNCTION private.cover_gone();
CREATE TRIGGER courses_cover_update AFTER UPDATE OF thumbnail_url ON public.courses FOR EACH ROW WHEN (((old.thumbnail_url ~~ 'covers/%'::text) AND (old.thumbnail_url IS DISTINCT FROM new.thumbnail_url))) EXECUTE FUNCTION private.cover_gone();
CREATE TRIGGER courses_guard_publish BEFORE UPDATE OF status ON public.courses FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION private.guard_publish();
CREATE TRIGGER courses_index_insert AFTER INSERT ON public.courses FOR EACH ROW EXECUTE FUNCTION private.courses_changed();
CREATE TRIGGER courses_index_update AFTER UPDATE OF title, category, author_name, description ON public.courses FOR EACH ROW WHEN (((((old.title IS DISTINCT FROM new.title) OR (old.category IS DISTINCT FROM new.category)) OR (old.author_name IS DISTINCT FROM new.author_name)) OR (old.description IS DISTINCT FROM new.description))) EXECUTE FUNCTION private.courses_changed();
CREATE TRIGGER courses_remember_slug AFTER UPDATE OF slug ON public.courses FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION private.remember_slug();
CREATE TRIGGER courses_signal_delete AFTER DELETE ON public.courses REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('courses');
CREATE TRIGGER courses_signal_insert AFTER INSERT ON public.courses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('courses');
CREATE TRIGGER courses_signal_update AFTER UPDATE ON public.courses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('courses');
CREATE TRIGGER courses_touch BEFORE UPDATE ON public.courses FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.courses is 'A course. New ones are drafts; only published ones exist for learners.';

create table public.entitlements (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  course_id uuid not null,
  created_at timestamp with time zone not null default now(),
  source public.entitlement_source not null default 'MANUAL'::public.entitlement_source,
  granted_by_id uuid default private.uid(),
  purchase_id uuid,
  invite_id uuid,
  expires_at timestamp with time zone,
  constraint entitlements_pkey PRIMARY KEY (id),
  constraint entitlements_expires_at_range CHECK (((expires_at >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (expires_at <= '9999-12-31 23:59:59+00'::timestamp with time zone))),
  constraint entitlements_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE,
  constraint entitlements_granted_by_id_fkey FOREIGN KEY (granted_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint entitlements_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES public.invites(id) ON DELETE SET NULL,
  constraint entitlements_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES public.purchases(id) ON DELETE SET NULL,
  constraint entitlements_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint entitlements_grant_key UNIQUE NULLS NOT DISTINCT (user_id, course_id, purchase_id)
);
alter table public.entitlements enable row level security;
CREATE INDEX entitlements_course_id_idx ON public.entitlements USING btree (course_id);
CREATE INDEX entitlements_granted_by_id_idx ON public.entitlements USING btree (granted_by_id);
CREATE INDEX entitlements_invite_id_idx ON public.entitlements USING btree (invite_id);
CREATE INDEX entitlements_purchase_id_idx ON public.entitlements USING btree (purchase_id);
create policy entitlements_delete on public.entitlements for delete to authenticated
  using (( SELECT private.can('entitlements'::text, 'delete'::text) AS can));
comment on policy entitlements_delete on public.entitlements is 'Revoking.';
create policy entitlements_insert on public.entitlements for insert to authenticated
  with check ((( SELECT private.can('entitlements'::text, 'create'::text) AS can) AND (source = 'MANUAL'::public.entitlement_source) AND (granted_by_id = ( SELECT private.uid() AS uid)) AND (purchase_id IS NULL) AND (invite_id IS NULL)));
comment on policy entitlements_insert on public.entitlements is 'Grants by hand, in the caller''s own name.';
create policy entitlements_select on public.entitlements for select to authenticated
  using ((((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('entitlements'::text, 'read'::text, 'own'::public.permission_scope) AS can)) OR ( SELECT private.can('entitlements'::text, 'read'::text) AS can)));
comment on policy entitlements_select on public.entitlements is 'One''s own, or all of them.';
grant delete, select on public.entitlements to authenticated;
grant insert (user_id, course_id, expires_at) on public.entitlements to authenticated;
grant delete, insert, select, update on public.entitlements to service_role;
CREATE TRIGGER entitlements_audit_delete AFTER DELETE ON public.entitlements REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('entitlement', '{"key": "id", "omit": ["updated_at"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["end_change", "expires_at", "set"], ["end_change", "expires_at", "changed"], ["end_change", "expires_at", "cleared"]], "delete": "revoke", "insert": "grant", "identity": ["id"]}');
CREATE TRIGGER entitlements_audit_insert AFTER INSERT ON public.entitlements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('entitlement', '{"key": "id", "omit": ["updated_at"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["end_change", "expires_at", "set"], ["end_change", "expires_at", "changed"], ["end_change", "expires_at", "cleared"]], "delete": "revoke", "insert": "grant", "identity": ["id"]}');
CREATE TRIGGER entitlements_audit_update AFTER UPDATE ON public.entitlements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('entitlement', '{"key": "id", "omit": ["updated_at"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["end_change", "expires_at", "set"], ["end_change", "expires_at", "changed"], ["end_change", "expires_at", "cleared"]], "delete": "revoke", "insert": "grant", "identity": ["id"]}');
CREATE TRIGGER entitlements_check_end BEFORE INSERT ON public.entitlements FOR EACH ROW WHEN (((new.expires_at <= now()) OR (new.expires_at > '9999-12-31 00:00:00+00'::timestamp with time zone))) EXECUTE FUNCTION private.check_new_end();
CREATE TRIGGER entitlements_count_delete AFTER DELETE ON public.entitlements REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_grants();
CREATE TRIGGER entitlements_count_insert AFTER INSERT ON public.entitlements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_grants();
CREATE TRIGGER entitlements_count_update AFTER UPDATE ON public.entitlements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_grants();
CREATE TRIGGER entitlements_signal_delete AFTER DELETE ON public.entitlements REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('entitlements');
CREATE TRIGGER entitlements_signal_insert AFTER INSERT ON public.entitlements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('entitlements');
CREATE TRIGGER entitlements_signal_update AFTER UPDATE ON public.entitlements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('entitlements');
comment on table public.entitlements is 'A person''s access to a course. After expires_at it gives nothing.';

create table public.lesson_attachments (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  title text not null,
  url text not null,
  sort_order integer not null,
  created_at timestamp with time zone not null default now(),
  constraint lesson_attachments_pkey PRIMARY KEY (id),
  constraint lesson_attachments_sort_order_positive CHECK ((sort_order >= 0)),
  constraint lesson_attachments_title_length CHECK (((btrim(title) <> ''::text) AND (char_length(title) <= 100))),
  constraint lesson_attachments_url_safe CHECK ((private.is_web_link(url) OR private.is_app_path(url) OR private.is_stored_file(url, 'lesson-files'::text))),
  constraint lesson_attachments_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE,
  constraint lesson_attachments_position_key UNIQUE (lesson_id, sort_order) DEFERRABLE
);
alter table public.lesson_attachments enable row level security;
create policy lesson_attachments_delete on public.lesson_attachments for delete to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_attachments.lesson_id) AND (( SELECT private.can('lesson_attachments'::text, 'delete'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_attachments'::text, 'delete'::text) AS my_module_ids)))))));
comment on policy lesson_attachments_delete on public.lesson_attachments is 'Under a lesson that the caller may build.';
create policy lesson_attachments_insert on public.lesson_attachments for insert to authenticated
  with check ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_attachments.lesson_id) AND (( SELECT private.can('lesson_attachments'::text, 'create'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_attachments'::text, 'create'::text) AS my_module_ids)))))));
comment on policy lesson_attachments_insert on public.lesson_attachments is 'Under a lesson that the caller may build.';
create policy lesson_attachments_select on public.lesson_attachments for select to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_attachments.lesson_id) AND (( SELECT private.can('lesson_attachments'::text, 'read'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_attachments'::text, 'read'::text) AS my_module_ids)) OR (( SELECT private.can('lesson_attachments'::text, 'read'::text, 'assigned'::public.permission_scope) AS can) AND (l.free_preview OR (l.module_id IN ( SELECT private.entitled_module_ids() AS entitled_module_ids)))))))));
comment on policy lesson_attachments_select on public.lesson_attachments is 'Follows the lesson, whose own policy is asked.';
create policy lesson_attachments_update on public.lesson_attachments for update to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_attachments.lesson_id) AND (( SELECT private.can('lesson_attachments'::text, 'update'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_attachments'::text, 'update'::text) AS my_module_ids)))))))
  with check ((EXISTS ( SELECT 1
   FROM public.lessons l
  WHERE ((l.id = lesson_attachments.lesson_id) AND (( SELECT private.can('lesson_attachments'::text, 'update'::text) AS can) OR (l.module_id IN ( SELECT private.my_module_ids('lesson_attachments'::text, 'update'::text) AS my_module_ids)))))));
comment on policy lesson_attachments_update on public.lesson_attachments is 'Under a lesson that the caller may build.';
grant delete, select on public.lesson_attachments to authenticated;
grant insert (id, lesson_id, title, url, sort_order) on public.lesson_attachments to authenticated;
grant update (title, url, sort_order) on public.lesson_attachments to authenticated;
grant delete, insert, select, update on public.lesson_attachments to service_role;
CREATE TRIGGER lesson_attachments_audit_delete AFTER DELETE ON public.lesson_attachments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson_attachment', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["sort_order"], "parent": "lesson_id", "position": "sort_order", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER lesson_attachments_audit_insert AFTER INSERT ON public.lesson_attachments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson_attachment', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["sort_order"], "parent": "lesson_id", "position": "sort_order", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER lesson_attachments_audit_update AFTER UPDATE ON public.lesson_attachments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson_attachment', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["sort_order"], "parent": "lesson_id", "position": "sort_order", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER lesson_attachments_check BEFORE INSERT OR UPDATE OF title, url ON public.lesson_attachments FOR EACH ROW EXECUTE FUNCTION private.check_attachment();
CREATE TRIGGER lesson_attachments_files_delete AFTER DELETE ON public.lesson_attachments FOR EACH ROW WHEN ((old.url ~~ 'lesson-files/%'::text)) EXECUTE FUNCTION private.lesson_files_follow();
CREATE TRIGGER lesson_attachments_files_insert AFTER INSERT ON public.lesson_attachments FOR EACH ROW WHEN ((new.url ~~ 'lesson-files/%'::text)) EXECUTE FUNCTION private.lesson_files_follow();
CREATE TRIGGER lesson_attachments_files_update AFTER UPDATE OF url ON public.lesson_attachments FOR EACH ROW WHEN ((old.url <> new.url)) EXECUTE FUNCTION private.lesson_files_follow();
CREATE TRIGGER lesson_attachments_signal_delete AFTER DELETE ON public.lesson_attachments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('lesson_attachments');
CREATE TRIGGER lesson_attachments_signal_insert AFTER INSERT ON public.lesson_attachments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('lesson_attachments');
CREATE TRIGGER lesson_attachments_signal_update AFTER UPDATE ON public.lesson_attachments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('lesson_attachments');
comment on table public.lesson_attachments is 'A titled link under a lesson, for those who may open the lesson.';

create table public.lessons (
  id uuid not null default gen_random_uuid(),
  module_id uuid not null,
  title text not null,
  index integer not null,
  content_type public.lesson_content_type not null default 'VIDEO'::public.lesson_content_type,
  video_provider public.video_provider not null default 'NONE'::public.video_provider,
  video_asset_id text,
  video_start_sec integer not null default 0,
  external_url text,
  description text,
  content text,
  file_key text,
  file_name text,
  file_size bigint,
  duration_sec integer not null default 0,
  free_preview boolean not null default false,
  source_path text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint lessons_pkey PRIMARY KEY (id),
  constraint lessons_content_length CHECK ((char_length(content) <= 500000)),
  constraint lessons_description_length CHECK ((char_length(description) <= 2000)),
  constraint lessons_duration_sec_range CHECK (((duration_sec >= 0) AND (duration_sec <= 864000))),
  constraint lessons_external_url_safe CHECK (private.is_web_link(external_url)),
  constraint lessons_file_key_length CHECK ((char_length(file_key) <= 1000)),
  constraint lessons_file_name_length CHECK ((char_length(file_name) <= 255)),
  constraint lessons_file_size_positive CHECK ((file_size >= 0)),
  constraint lessons_index_positive CHECK ((index >= 0)),
  constraint lessons_source_path_length CHECK ((char_length(source_path) <= 1000)),
  constraint lessons_title_length CHECK (((btrim(title) <> ''::text) AND (char_length(title) <= 100))),
  constraint lessons_video_asset_form CHECK (private.is_video_asset(video_provider, video_asset_id)),
  constraint lessons_video_start_sec_range CHECK (((video_start_sec >= 0) AND (video_start_sec <= 864000))),
  constraint lessons_module_id_fkey FOREIGN KEY (module_id) REFERENCES public.modules(id) ON DELETE CASCADE,
  constraint lessons_position_key EXCLUDE USING btree (module_id WITH =, index WITH =) WHERE ((deleted_at IS NULL)) DEFERRABLE
);
alter table public.lessons enable row level security;
CREATE INDEX lessons_free_preview_idx ON public.lessons USING btree (module_id) WHERE (free_preview AND (deleted_at IS NULL));
CREATE INDEX lessons_module_id_idx ON public.lessons USING btree (module_id);
CREATE INDEX lessons_outline_idx ON public.lessons USING btree (module_id, index) INCLUDE (id, duration_sec) WHERE (deleted_at IS NULL);
create policy lessons_insert on public.lessons for insert to authenticated
  with check (((( SELECT private.can('lessons'::text, 'create'::text) AS can) OR (module_id IN ( SELECT private.my_module_ids('lessons'::text, 'create'::text) AS my_module_ids))) AND (EXISTS ( SELECT 1
   FROM public.modules m
  WHERE (m.id = lessons.module_id)))));
comment on policy lessons_insert on public.lessons is 'Into a module that exists for the caller and that they may build.';
create policy lessons_select on public.lessons for select to authenticated
  using (((deleted_at IS NULL) AND (( SELECT private.can('lessons'::text, 'read'::text) AS can) OR (( SELECT private.can('lessons'::text, 'read'::text, 'assigned'::public.permission_scope) AS can) AND (module_id IN ( SELECT private.entitled_module_ids() AS entitled_module_ids))) OR (module_id IN ( SELECT private.my_module_ids('lessons'::text, 'read'::text) AS my_module_ids)) OR (free_preview AND (module_id IN ( SELECT private.preview_module_ids() AS preview_module_ids))))));
comment on policy lessons_select on public.lessons is 'May open the whole row: entitled, free preview of a published course, or staff who edit. Cheapest first, so that the last set is rarely built.';
create policy lessons_update on public.lessons for update to authenticated
  using (((deleted_at IS NULL) AND (( SELECT private.can('lessons'::text, 'update'::text) AS can) OR (module_id IN ( SELECT private.my_module_ids('lessons'::text, 'update'::text) AS my_module_ids)))))
  with check (((deleted_at IS NULL) AND (( SELECT private.can('lessons'::text, 'update'::text) AS can) OR (module_id IN ( SELECT private.my_module_ids('lessons'::text, 'update'::text) AS my_module_ids)))));
comment on policy lessons_update on public.lessons is 'Every lesson, or those of one''s own courses, before and after a move between modules.';
grant insert (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec, external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview, source_path) on public.lessons to authenticated;
grant select on public.lessons to authenticated;
grant update (module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec, external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview, source_path) on public.lessons to authenticated;
grant delete, insert, select, update on public.lessons to service_role;
CREATE TRIGGER lessons_audit_delete AFTER DELETE ON public.lessons REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index", "module_id"], "parent": "module_id", "position": "index", "parent_type": "module"}, "place": {"in": "module_id", "of": "module", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "shorten": "content", "identity": ["id"]}');
CREATE TRIGGER lessons_audit_insert AFTER INSERT ON public.lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index", "module_id"], "parent": "module_id", "position": "index", "parent_type": "module"}, "place": {"in": "module_id", "of": "module", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "shorten": "content", "identity": ["id"]}');
CREATE TRIGGER lessons_audit_update AFTER UPDATE ON public.lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('lesson', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index", "module_id"], "parent": "module_id", "position": "index", "parent_type": "module"}, "place": {"in": "module_id", "of": "module", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "shorten": "content", "identity": ["id"]}');
CREATE TRIGGER lessons_bin AFTER UPDATE ON public.lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.put_bin();
CREATE TRIGGER lessons_check BEFORE INSERT OR UPDATE ON public.lessons FOR EACH ROW EXECUTE FUNCTION private.check_lesson();
CREATE TRIGGER lessons_count_delete AFTER DELETE ON public.lessons REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_lessons();
CREATE TRIGGER lessons_count_insert AFTER INSERT ON public.lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_lessons();
CREATE TRIGGER lessons_count_update AFTER UPDATE ON public.lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_lessons();
CREATE TRIGGER lessons_durations_update AFTER UPDATE ON public.lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_durations();
CREATE TRIGGER lessons_files_insert AFTER INSERT ON public.lessons FOR EACH ROW WHEN (((new.content ~~ '%lesson-files/%'::text) OR (new.file_key IS NOT NULL))) EXECUTE FUNCTION private.lesson_files_follow();
CREATE TRIGGER lessons_files_update AFTER UPDATE OF content, file_key ON public.lessons FOR EACH ROW WHEN (((old.content IS DISTINCT FROM new.content) OR (old.file_key IS DISTINCT FROM new.file_key))) EXECUTE FUNCTION private.lesson_files_follow();
CREATE TRIGGER lessons_index_insert AFTER INSERT ON public.lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.lessons_changed();
CREATE TRIGGER lessons_index_update AFTER UPDATE ON public.lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.lessons_changed();
CREATE TRIGGER lessons_signal_delete AFTER DELETE ON public.lessons REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('lessons');
CREATE TRIGGER lessons_signal_insert AFTER INSERT ON public.lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('lessons');
CREATE TRIGGER lessons_signal_update AFTER UPDATE ON public.lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('lessons');
CREATE TRIGGER lessons_touch BEFORE UPDATE ON public.lessons FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER lessons_versions_update AFTER UPDATE OF title, description, content ON public.lessons FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.description IS DISTINCT FROM new.description) OR (old.content IS DISTINCT FROM new.content))) EXECUTE FUNCTION private.keep_lesson_version();
comment on table public.lessons is 'A lesson, its text and its video included: row security means "may open the whole row". What everyone sees of a lesson comes from course_outline() (rules/learning#open-lessons).';
comment on column public.lessons.video_start_sec is 'Second at which the linked video begins.';
comment on column public.lessons.duration_sec is 'Seconds.';

create table public.modules (
  id uuid not null default gen_random_uuid(),
  course_id uuid not null,
  title text not null,
  index integer not null,
  source_path text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint modules_pkey PRIMARY KEY (id),
  constraint modules_index_positive CHECK ((index >= 0)),
  constraint modules_source_path_length CHECK ((char_length(source_path) <= 1000)),
  constraint modules_title_length CHECK (((btrim(title) <> ''::text) AND (char_length(title) <= 100))),
  constraint modules_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE,
  constraint modules_position_key EXCLUDE USING btree (course_id WITH =, index WITH =) WHERE ((deleted_at IS NULL)) DEFERRABLE
);
alter table public.modules enable row level security;
CREATE INDEX modules_course_id_idx ON public.modules USING btree (course_id);
CREATE UNIQUE INDEX modules_source_path_key ON public.modules USING btree (course_id, source_path) WHERE (deleted_at IS NULL);
create policy modules_insert on public.modules for insert to authenticated
  with check (((( SELECT private.can('modules'::text, 'create'::text) AS can) OR (course_id IN ( SELECT private.my_course_ids('modules'::text, 'create'::text) AS my_course_ids))) AND (EXISTS ( SELECT 1
   FROM public.courses c
  WHERE (c.id = modules.course_id)))));
comment on policy modules_insert on public.modules is 'Into a course that exists for the caller and that they may build.';
create policy modules_select on public.modules for select to authenticated
  using (((deleted_at IS NULL) AND (( SELECT private.can('modules'::text, 'read'::text) AS can) OR (( SELECT private.can('modules'::text, 'read'::text, 'assigned'::public.permission_scope) AS can) AND (course_id IN ( SELECT private.entitled_course_ids() AS entitled_course_ids))) OR (course_id IN ( SELECT private.my_course_ids('modules'::text, 'read'::text) AS my_course_ids)))));
comment on policy modules_select on public.modules is 'Follows the course.';
create policy modules_update on public.modules for update to authenticated
  using (((deleted_at IS NULL) AND (( SELECT private.can('modules'::text, 'update'::text) AS can) OR (course_id IN ( SELECT private.my_course_ids('modules'::text, 'update'::text) AS my_course_ids)))))
  with check (((deleted_at IS NULL) AND (( SELECT private.can('modules'::text, 'update'::text) AS can) OR (course_id IN ( SELECT private.my_course_ids('modules'::text, 'update'::text) AS my_course_ids)))));
comment on policy modules_update on public.modules is 'Title and position; a module stays in its course.';
grant insert (id, course_id, title, index, source_path) on public.modules to authenticated;
grant select on public.modules to authenticated;
grant update (title, index, source_path) on public.modules to authenticated;
grant delete, insert, select, update on public.modules to service_role;
CREATE TRIGGER modules_audit_delete AFTER DELETE ON public.modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('module', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index"], "parent": "course_id", "position": "index", "parent_type": "course"}, "place": {"in": "course_id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER modules_audit_insert AFTER INSERT ON public.modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('module', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index"], "parent": "course_id", "position": "index", "parent_type": "course"}, "place": {"in": "course_id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER modules_audit_update AFTER UPDATE ON public.modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('module', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index"], "parent": "course_id", "position": "index", "parent_type": "course"}, "place": {"in": "course_id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER modules_bin AFTER UPDATE ON public.modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.put_bin();
CREATE TRIGGER modules_check BEFORE INSERT OR UPDATE OF title ON public.modules FOR EACH ROW EXECUTE FUNCTION private.check_module();
CREATE TRIGGER modules_count_delete AFTER DELETE ON public.modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_modules();
CREATE TRIGGER modules_count_update AFTER UPDATE ON public.modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_modules();
CREATE TRIGGER modules_signal_delete AFTER DELETE ON public.modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('modules');
CREATE TRIGGER modules_signal_insert AFTER INSERT ON public.modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('modules');
CREATE TRIGGER modules_signal_update AFTER UPDATE ON public.modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('modules');
CREATE TRIGGER modules_touch BEFORE UPDATE ON public.modules FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.modules is 'A chapter of a course. source_path: the folder it was imported from, by which a second import finds it again.';

CREATE OR REPLACE FUNCTION private.entitled_course_ids()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select g.course_id
    from private.grants_open(private.uid(), now()) g
    where (select private.can('courses', 'read', 'assigned'));
end
$function$;
comment on function private.entitled_course_ids() is 'Published courses the caller is entitled to at this moment.';
grant execute on function private.entitled_course_ids() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.entitled_module_ids()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select m.id from public.modules m
    where m.deleted_at is null and m.course_id in (select private.entitled_course_ids());
end
$function$;
comment on function private.entitled_module_ids() is 'Modules of entitled_course_ids().';
grant execute on function private.entitled_module_ids() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.my_course_ids(resource text, action text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select c.id from private.made_course_ids(private.uid()) c (id)
    where (select private.can(my_course_ids.resource, my_course_ids.action, 'own'));
end
$function$;
comment on function private.my_course_ids(text,text) is 'Courses the caller made, when the role table gives them that right on their own.';
grant execute on function private.my_course_ids(text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.my_module_ids(resource text, action text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select m.id from public.modules m
    where m.deleted_at is null
      and m.course_id in (select private.my_course_ids(my_module_ids.resource, my_module_ids.action));
end
$function$;
comment on function private.my_module_ids(text,text) is 'Modules of my_course_ids().';
grant execute on function private.my_module_ids(text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.preview_module_ids()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select m.id from private.modules_with_previews() m
    where (select private.can('lessons', 'read', 'assigned'));
end
$function$;
comment on function private.preview_module_ids() is 'Modules of published courses that hold a free-preview lesson, for every active member (rules/learning#open-lessons).';
grant execute on function private.preview_module_ids() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.remember_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.course_slugs (slug, course_id) values (old.slug, old.id)
  on conflict (slug) do update set course_id = excluded.course_id;
  return new;
end
$function$;
comment on function private.remember_slug() is 'Trigger: a changed slug goes on leading to its course (rules/courses#slug-moves).';

CREATE OR REPLACE FUNCTION public.course_learners(course_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select distinct p.id, p.name
  from public.entitlements e
  join public.profiles p on p.id = e.user_id
  where (course_learners.course_id is null or e.course_id = course_learners.course_id)
    and (e.expires_at is null or e.expires_at > now())
    and ((select private.can('profiles', 'read'))
      or ((select private.can('profiles', 'read', 'assigned'))
        and e.course_id in (select c.id from public.courses c where c.created_by_id = private.uid() and c.deleted_at is null)))
  order by p.name, p.id;
end
$function$;
comment on function public.course_learners(uuid) is 'Takes a course, or none for all; id and name of its learners, for creators those of their own courses alone: no address, phone or role (rules/access#role-table).';
grant execute on function public.course_learners(uuid) to authenticated, service_role;
