-- Why: a course that is still being written, so that drafts have something to show. Made by the
-- creator; DRAFT, without a category, and with lessons of every length.

insert into public.courses (id, title, slug, description, author_name, author_description, status, created_by_id, created_at, updated_at)
values (
  'c0000000-0000-4000-8000-000000000004',
  'Databases and SQL',
  'databases-and-sql',
  'Ask data good questions, change it without fear, and let the database keep your promises for you. PostgreSQL from the first table to the first index.',
  'Jonas Lindqvist',
  'Jonas once deleted a whole table on a Friday afternoon and had it back by six. He has taught transactions with great conviction ever since.',
  'DRAFT',
  'a0000000-0000-4000-8000-000000000002',
  now() - interval '21 days',
  now() - interval '5 hours'
);

insert into public.modules (id, course_id, index, title, created_at, updated_at)
select m.id::uuid, 'c0000000-0000-4000-8000-000000000004', m.index, m.title, now() - interval '21 days', now() - interval '21 days'
from (values
  ('b0000000-0000-4000-8000-000000000401', 0, 'Asking questions'),
  ('b0000000-0000-4000-8000-000000000402', 1, 'Changing data safely'),
  ('b0000000-0000-4000-8000-000000000403', 2, 'Fast enough')
) as m (id, index, title);

-- Module 1: Asking questions -----------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, free_preview, description) values
('e0000000-0000-4000-8000-000000040101', 'b0000000-0000-4000-8000-000000000401', 0,
 'Watch: SQL explained in 100 seconds', 'VIDEO', 'YOUTUBE', 'zsjvFFKOm3c', 143, true,
 'Fireship on where SQL comes from and what it looks like. Listen for "tables" and "join"; the rest follows in this module.');

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000040102', 'b0000000-0000-4000-8000-000000000401', 1,
 'Rows, columns and keys', 'TEXT', 540, false,
 'Why a spreadsheet stops being enough, and what a table does differently.',
$md$## The spreadsheet that grew

A small library keeps its loans in a spreadsheet:

| book | author | reader | phone | lent on |
|---|---|---|---|---|
| Emma | Jane Austen | Zoë | 0106 | 3 May |
| Persuasion | Jane Austen | Zoë | 0106 | 3 May |
| Emma | J. Austen | Anil | 0116 | 9 May |

It works, until Zoë gets a new number. Then it has to be changed in every row, and one is always forgotten. And are *Jane Austen* and *J. Austen* one person or two?

The remedy is simple: **write down every fact once**, and point to it from wherever it's needed.

## Three tables

```text
books                      readers                 loans
id | title      | author   id | name | phone       id | book_id | reader_id | lent_on
---+------------+-------   ---+------+------       ---+---------+-----------+--------
 1 | Emma       | Austen    1 | Zoë  | 0106         1 |       1 |         1 | 05-03
 2 | Persuasion | Austen    2 | Anil | 0116         2 |       2 |         1 | 05-03
                                                    3 |       1 |         2 | 05-09
```

- A **row** is one thing: one book, one reader, one loan.
- A **column** is one kind of fact, of one type.
- The **primary key** (`id`) names a row for ever, whatever else changes about it.
- A **foreign key** (`book_id`) points to another table's row.

## In SQL

```sql
create table readers (
  id    bigint generated always as identity primary key,
  name  text not null,
  phone text
);

create table loans (
  id        bigint generated always as identity primary key,
  book_id   bigint not null references books (id),
  reader_id bigint not null references readers (id),
  lent_on   date   not null default current_date
);
```

`references` isn't a comment. The database will refuse a loan of a book that doesn't exist, today, tomorrow, and from every program that ever talks to it.

- [ ] Which facts in your last project stood in two places?
- [ ] Draw the tables in which each would stand once
$md$),

('e0000000-0000-4000-8000-000000040103', 'b0000000-0000-4000-8000-000000000401', 2,
 'Asking: select, where, order by', 'TEXT', 540, false,
 'A query describes the answer. How to find it is the database''s business.',
$md$## You describe, it searches

```sql
select title, pages
from books
where pages < 300
order by title
limit 10;
```

Nowhere does it say *how* to search. You describe the answer, and the database finds a way, a better one than last year's when it has learnt something new.

## The order of thinking

You write the parts in one order, and the database thinks in another. Knowing the second one explains most error messages:

| Step | Part | Question |
|---|---|---|
| 1 | `from` | which rows are there? |
| 2 | `where` | which of them count? |
| 3 | `group by` | which belong together? |
| 4 | `having` | which groups count? |
| 5 | `select` | what do I show? |
| 6 | `order by` | in which order? |
| 7 | `limit` | how many? |

That's why `where` can't use a name that you only give in `select`: it comes too early.

## Counting

```sql
select reader_id, count(*) as loans
from loans
group by reader_id
having count(*) >= 2
order by loans desc;
```

*Group the loans by reader, count each group, keep those with two or more, most first.*

## Nothing is not a value

`null` means "unknown". And is unknown equal to unknown? Unknown!

```sql
select * from readers where phone = null;    -- never finds anything
select * from readers where phone is null;   -- readers without a phone
```

The same with *not equal*: `where phone <> '0106'` leaves out everybody without a phone. If you want them too, write `where phone is distinct from '0106'`.

## Order is not free

Without `order by`, the rows come in whatever order suits the database at the moment. It often looks sorted, until the day it doesn't. If you use `limit`, you want `order by`.

- [ ] Ask for the five longest books
- [ ] Ask for the readers who have borrowed nothing. (You'll need the next lesson)
$md$),

('e0000000-0000-4000-8000-000000040104', 'b0000000-0000-4000-8000-000000000401', 3,
 'Joins, drawn with tables', 'TEXT', 600, false,
 'Putting together again what we took apart.',
$md$## Follow the arrows

The loans know only numbers. To see names, follow each number to its table:

```sql
select b.title, r.name, l.lent_on
from loans l
join books   b on b.id = l.book_id
join readers r on r.id = l.reader_id
order by l.lent_on;
```

| title | name | lent_on |
|---|---|---|
| Emma | Zoë | 05-03 |
| Persuasion | Zoë | 05-03 |
| Emma | Anil | 05-09 |

Think of `join` like this: *for each row on the left, look for the rows on the right that fit; write down every pair.* If none fits, nothing is written. If three fit, there are three rows.

## Keeping those without a partner

Leila is a reader and has borrowed nothing yet. With `join` she's missing from every list. `left join` keeps each row of the left side, and fills in `null`:

```sql
select r.name, count(l.id) as loans
from readers r
left join loans l on l.reader_id = r.id
group by r.id, r.name;
```

| name | loans |
|---|---|
| Zoë | 2 |
| Anil | 1 |
| Leila | 0 |

Look closely: `count(l.id)`, not `count(*)`. The star counts **rows**, and Leila has one (with a `null` in it). `count(l.id)` counts values.

## Who has none?

```sql
select r.name
from readers r
where not exists (
  select 1 from loans l where l.reader_id = r.id
);
```

It reads like the question: *readers for whom there is no loan*.

## Two classic mistakes

<details>
<summary>Suddenly there are far too many rows</summary>

You forgot an `on`, or it doesn't follow the key. Every row was paired with every other one. Check that each `join` leads from a foreign key to a primary key.

</details>

<details>
<summary>My left join behaves like a plain join</summary>

There is a condition on the right table in `where`, say `where l.lent_on > '2024-01-01'`. For Leila, `lent_on` is `null`, so she's out again. Move the condition into the `on`.

</details>
$md$);

-- Module 2: Changing data safely -------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000040201', 'b0000000-0000-4000-8000-000000000402', 0,
 'Insert, update, delete, and where', 'TEXT', 480, false,
 'Three commands, and the one word that must not be missing.',
$md$## Three commands

```sql
insert into readers (name, phone) values ('Leila', '0111')
returning id;

update readers set phone = '0211' where id = 3;

delete from loans where id = 2;
```

`returning` gives back what the database has just filled in: the new id, a default, a date. It saves a second question.

## The missing word

```sql
update readers set phone = '0211';
```

No `where`, and every reader in town has Leila's number. The database doesn't ask whether you are sure. It thinks you are.

Three habits that have saved careers:

1. **Write the `where` first**, then the rest of the line.
2. **Ask before you change.** Turn it into a `select`, look at the rows, then turn it back:

   ```sql
   select * from readers where name = 'Leila';   -- two of them!
   ```

3. **Open a transaction** when you work by hand. That's the next lesson.

## Either insert or update

A reader ticks off a lesson, and the network is slow, so they tick again. Twice the same row would be an error. Say what should happen instead:

```sql
insert into completions (reader_id, lesson_id)
values (1, 42)
on conflict (reader_id, lesson_id) do nothing;
```

Now it doesn't matter how often it arrives. Such a command is called *idempotent*, and it's worth more than any amount of caution in the browser.

## Never glue

```js
// An open door: what if name is  '; drop table readers; --
db.query(`select * from readers where name = '${name}'`)

// A closed one: the value travels separately
db.query("select * from readers where name = $1", [name])
```

- [ ] Which of your commands may safely arrive twice?
- [ ] Search a project for queries that are glued together
$md$),

('e0000000-0000-4000-8000-000000040202', 'b0000000-0000-4000-8000-000000000402', 1,
 'Transactions: all or nothing', 'TEXT', 540, false,
 'Several steps that succeed together or not at all.',
$md$## Half a transfer

Ten euros go from Ada to Ben. That's two steps:

```sql
update accounts set cents = cents - 1000 where owner = 'Ada';
-- the power fails here
update accounts set cents = cents + 1000 where owner = 'Ben';
```

Ada is poorer, Ben isn't richer. A **transaction** makes one step out of the two:

```sql
begin;
update accounts set cents = cents - 1000 where owner = 'Ada';
update accounts set cents = cents + 1000 where owner = 'Ben';
commit;
```

Until `commit`, nobody else sees any of it. If anything goes wrong before, none of it has happened.

## Practising without a net

This is how you work by hand on data that matters:

```sql
begin;
delete from loans where lent_on < '2020-01-01';
-- DELETE 48213      oh. I expected about 50
rollback;
```

`rollback`, and nothing has happened. Look at the number **before** you commit, every time.

## Two at the same moment

There's one copy of *Emma* left, and Zoë and Anil press the button together. Both ask "is it there?", both hear "yes", both take it. The question and the deed have to be **one** command:

```sql
update copies
set    reader_id = 1
where  book_id = 1 and reader_id is null
returning id;
```

The database lets one go first. The other one finds no row that is still free, and gets an empty answer: sorry, it's gone.

| You say | Danger | Better |
|---|---|---|
| look, then write | somebody comes between | write with a condition |
| read, add one, write back | two additions become one | `set n = n + 1` |
| check for twins, then insert | two twins | a `unique` constraint |

- [ ] Open two windows with the same database. `begin` in both, change the same row in both. What does the second one do? What happens after `commit` in the first?
$md$),

('e0000000-0000-4000-8000-000000040203', 'b0000000-0000-4000-8000-000000000402', 2,
 'Constraints are colleagues', 'TEXT', 420, false,
 'Rules in the database hold for every program, every script and every tired human.',
$md$## Who checks?

The form checks that an amount isn't negative. Then somebody writes an import script. Then a second app. Then somebody repairs a row by hand at two in the morning. Only one place sees **all** of them.

```sql
create table lessons (
  id           bigint generated always as identity primary key,
  module_id    bigint not null references modules (id) on delete cascade,
  title        text not null check (btrim(title) <> ''),
  duration_sec integer not null default 0 check (duration_sec >= 0),
  position     integer not null,
  unique (module_id, position)
);
```

| Rule | What it says |
|---|---|
| `not null` | this has to be known |
| `check (…)` | it has to make sense by itself |
| `unique` | there is only one like it |
| `references` | what it points to exists |
| `primary key` | known, and only one like it |

## On delete

What happens to the lessons when their module goes? You decide, once:

- `on delete cascade`: they go too. For parts that mean nothing alone.
- `on delete restrict`: it isn't allowed while there are any. For what must not be lost.
- `on delete set null`: they stay and forget. "Created by somebody who has left."

## Good names make good messages

```sql
constraint lessons_duration_not_negative check (duration_sec >= 0)
```

When the rule is broken, its name stands in the error, and whoever reads it at two in the morning knows what happened.

## Not everything

A rule that has exceptions doesn't belong here. "A title should be short" is a wish; put it into the form. "A title is at most 100 characters, because it wouldn't fit anywhere" is a rule.

- [ ] For each column of a table of yours: may it be missing? what would be nonsense? may it come twice?
$md$);

-- Module 3: Fast enough ----------------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000040301', 'b0000000-0000-4000-8000-000000000403', 0,
 'Indexes: the register at the back of the book', 'TEXT', 540, false,
 'What an index is, when it helps, and how to ask the database what it does.',
$md$## Two ways to find a word

You're looking for "sourdough" in a book of 800 pages. You can read all of it, or you can turn to the register at the back: *sourdough 41, 212*. An index is that register. The database keeps it sorted and up to date.

```sql
create index loans_reader_id_idx on loans (reader_id);
```

## Ask what it does

```sql
explain analyze
select * from loans where reader_id = 7;
```

```text
before   Seq Scan on loans  (actual time=0.02..61.4 rows=23 loops=1)
           Rows Removed by Filter: 999977
after    Index Scan using loans_reader_id_idx on loans
           (actual time=0.03..0.05 rows=23 loops=1)
```

*Seq Scan* has read a million rows to find twenty-three. That's all you need to know about reading plans on the first day: look for the step that throws most of its rows away.

## When does it help?

| Query | Helped by an index on |
|---|---|
| `where reader_id = 7` | `(reader_id)` |
| `where reader_id = 7 order by lent_on desc` | `(reader_id, lent_on)` |
| `where lent_on > '2024-01-01'`, a few rows | `(lent_on)` |
| the same, half of the table | none: reading all of it is faster |
| `where lower(name) = 'zoë'` | `(lower(name))` |
| `where name like '%oë%'` | a trigram index, which is another story |

A register sorted by surname and first name is no help if all you know is *Jane*. In the same way an index on `(reader_id, lent_on)` serves questions about the reader, with or without a date, but hardly those about the date alone.

## What it costs

Every insert has to enter the row in each register. Ten indexes make writing slow, and unused ones help nobody. So:

1. Primary keys and `unique` have one already.
2. Give every **foreign key** one.
3. For the rest: measure first, with as many rows as you'll have in a year.

- [ ] Fill a table with a million rows (`generate_series` is your friend) and measure before and after
$md$);

insert into public.lessons (id, module_id, index, title, content_type, external_url, duration_sec, description) values
('e0000000-0000-4000-8000-000000040302', 'b0000000-0000-4000-8000-000000000403', 1,
 'Practice: PostgreSQL exercises', 'EXTERNAL_LINK', 'https://pgexercises.com/', 3600,
 'Questions about a country club, answered in the browser against a real PostgreSQL. Do "Basic" and "Joins and Subqueries"; keep "Window functions" for a rainy Sunday.');

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, description) values
('e0000000-0000-4000-8000-000000040303', 'b0000000-0000-4000-8000-000000000403', 2,
 'Watch: a full database course', 'VIDEO', 'YOUTUBE', 'HXV3zeQKqGY', 15639,
 'More than four hours by freeCodeCamp, from installing a database to drawing a schema. It uses MySQL; nearly everything holds for PostgreSQL too. Not to be watched in one go: use the chapters.'),
('e0000000-0000-4000-8000-000000040304', 'b0000000-0000-4000-8000-000000000403', 3,
 'Sample clip: your project in sixty seconds', 'VIDEO', 'VIMEO', '76979871', 62,
 'The same short film by Vimeo as in the Git course, to remind you of the form. Now present your schema like that: three tables, one question each, a minute in all.');

-- A lesson that was deleted this morning: gone for everybody, and still there to be restored.
insert into public.lessons (id, module_id, index, title, content_type, duration_sec, description, content, deleted_at) values
('e0000000-0000-4000-8000-000000040399', 'b0000000-0000-4000-8000-000000000403', 4,
 'And what about NoSQL?', 'TEXT', 300,
 'Documents, keys and graphs: what else there is, and when it fits.',
$md$## Not only SQL

Some data is one large document that is always read as a whole: a drawing, a form somebody designed, the answer of another service. PostgreSQL keeps such things in a `jsonb` column, beside your tables:

```sql
select answers ->> 'bread' from forms where answers @> '{"sliced": true}';
```

Begin with tables. Take a document where the shape really is different every time.
$md$, now() - interval '5 hours 5 minutes');

insert into public.lesson_attachments (id, lesson_id, title, url, sort_order) values
('f0000000-0000-4000-8000-000004010201', 'e0000000-0000-4000-8000-000000040102', 'Table basics (PostgreSQL)', 'https://www.postgresql.org/docs/current/ddl-basics.html', 0),
('f0000000-0000-4000-8000-000004010301', 'e0000000-0000-4000-8000-000000040103', 'Querying a table (PostgreSQL tutorial)', 'https://www.postgresql.org/docs/current/tutorial-select.html', 0),
('f0000000-0000-4000-8000-000004010401', 'e0000000-0000-4000-8000-000000040104', 'Joins between tables (PostgreSQL tutorial)', 'https://www.postgresql.org/docs/current/tutorial-join.html', 0),
('f0000000-0000-4000-8000-000004020201', 'e0000000-0000-4000-8000-000000040202', 'Transactions (PostgreSQL tutorial)', 'https://www.postgresql.org/docs/current/tutorial-transactions.html', 0),
('f0000000-0000-4000-8000-000004030101', 'e0000000-0000-4000-8000-000000040301', 'Use The Index, Luke', 'https://use-the-index-luke.com/', 0),
('f0000000-0000-4000-8000-000004030102', 'e0000000-0000-4000-8000-000000040301', 'Using EXPLAIN (PostgreSQL)', 'https://www.postgresql.org/docs/current/using-explain.html', 1);
