-- Why: the course that a newcomer opens first. Made by the creator; published; finished by
-- member@rookies.test. It shows every lesson type: text, video (YouTube, Vimeo), link and file.

insert into public.courses (id, title, slug, description, author_name, author_description, category, status, created_by_id, created_at, updated_at)
values (
  'c0000000-0000-4000-8000-000000000001',
  'Git from the First Commit',
  'git-from-the-first-commit',
  'Keep a history you can trust. From the first commit to branches, merges and pull requests, with the reasons behind every command, and a calm way out when something goes wrong.',
  'Jonas Lindqvist',
  'Jonas has reviewed other people''s commits for fourteen years and still reads every diff of his own before he pushes. He teaches Git the way he wishes he had learnt it: with a pencil, drawing the graph.',
  'Tools',
  'PUBLISHED',
  'a0000000-0000-4000-8000-000000000002',
  now() - interval '360 days',
  now() - interval '12 days'
);

-- The address that this course had before it was renamed still leads to it.
insert into public.course_slugs (slug, course_id) values ('git-basics', 'c0000000-0000-4000-8000-000000000001');

insert into public.modules (id, course_id, index, title, created_at, updated_at)
select m.id::uuid, 'c0000000-0000-4000-8000-000000000001', m.index, m.title, now() - interval '359 days', now() - interval '359 days'
from (values
  ('b0000000-0000-4000-8000-000000000101', 0, 'Why keep history'),
  ('b0000000-0000-4000-8000-000000000102', 1, 'Everyday Git'),
  ('b0000000-0000-4000-8000-000000000103', 2, 'Branches and merging'),
  ('b0000000-0000-4000-8000-000000000104', 3, 'Working together')
) as m (id, index, title);

-- Module 1: Why keep history -----------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000010101', 'b0000000-0000-4000-8000-000000000101', 0,
 'Welcome: how this course works', 'TEXT', 240, true,
 'What you will be able to do at the end, and how to use these lessons.',
$md$## You already keep versions

Perhaps you have a folder that looks like this:

```text
essay.docx
essay-final.docx
essay-final-2.docx
essay-final-2-REALLY.docx
```

Somebody who does this has understood the idea behind Git. They want to change things **without losing what was there before**. The trouble is only that file names make a poor history: they don't say what changed, why, or who did it.

Git keeps that history for you, for a whole folder at once, and lets several people write it together.

## What you will be able to do

By the end of the course you can

- [ ] start a history for any folder on your computer
- [ ] record a change with a message that still makes sense next year
- [ ] try an idea on a branch and throw it away without regret
- [ ] put your work together with somebody else's
- [ ] get out of trouble without copying the folder first

## How to use the lessons

| You see | It means |
|---|---|
| a text | read it with a terminal open beside it, and type the commands |
| a video | watch it once straight through, take notes on the second time |
| a link | practice or a reference, outside this site |

Type the commands rather than pasting them. Your fingers learn too, and a typing mistake teaches you an error message while nothing is at stake.

<details>
<summary>I have never used a terminal. Is that a problem?</summary>

No. You need three commands: `pwd` prints the folder you are in, `ls` lists what is in it, and `cd folder-name` walks into a folder (`cd ..` walks out again). On Windows, use *Git Bash*, which comes with Git; everything in this course works there.

</details>

When you are done with a lesson, press **Mark As Complete**. It's the one bookkeeping task in this course that isn't done by Git.
$md$),

('e0000000-0000-4000-8000-000000010103', 'b0000000-0000-4000-8000-000000000101', 2,
 'Install Git and tell it who you are', 'TEXT', 480, false,
 'Five minutes of setting up that you do once for each computer.',
$md$## Is it there already?

Open a terminal and ask:

```bash
git --version
```

If the answer is something like `git version 2.47.0`, skip to the next section. Any version from 2.28 on is fine for this course.

| System | How to install |
|---|---|
| macOS | `xcode-select --install`, or `brew install git` |
| Debian, Ubuntu | `sudo apt install git` |
| Fedora | `sudo dnf install git` |
| Windows | the installer from <https://git-scm.com/downloads>, every answer left as it is |

## Say who you are

Every change you record carries a name and an address. Git doesn't check them; it only writes them down.

```bash
git config --global user.name  "Ada Example"
git config --global user.email "ada@example.org"
```

Use the address that your code host knows, so that it can recognise your work. If you'd rather not publish an address, most hosts offer one that forwards nothing; use that one from the start, because the address in an old commit can't be changed quietly later.

## Two settings that prevent surprises

```bash
git config --global init.defaultBranch main
git config --global core.editor "nano"
```

The first gives new histories a branch called `main`. The second decides which editor opens when Git wants a text from you. Without it you may land in Vim. (If you do: press <kbd>Esc</kbd>, type `:q!`, press <kbd>Enter</kbd>. You are out.)

## Check

```bash
git config --global --list
```

You should see your four lines. They live in a plain text file called `.gitconfig` in your home folder. There's no magic in it, and you may edit it by hand:

```ini
[user]
	name = Ada Example
	email = ada@example.org
[init]
	defaultBranch = main
[core]
	editor = nano
```

- [ ] `git --version` answers
- [ ] my name and address are in the list
- [ ] I know how to leave Vim
$md$),

('e0000000-0000-4000-8000-000000010104', 'b0000000-0000-4000-8000-000000000101', 3,
 'Your first commit', 'TEXT', 720, false,
 'Make a folder, give it a history, and record two changes.',
$md$## A folder with a memory

We'll keep a small recipe book. Make a folder and turn it into a *repository*, which is Git's word for a folder with a history:

```bash
mkdir recipes
cd recipes
git init
```

Git answers `Initialized empty Git repository`. The only thing that changed is a hidden folder called `.git`. That is the history. Delete it and you have an ordinary folder again; leave it alone and Git takes care of it.

## Something to record

```bash
echo "# Pancakes" > pancakes.md
git status
```

`git status` is the most useful command of all. It changes nothing, so you can run it as often as you like. Now it says that `pancakes.md` is **untracked**: the file is there, but Git isn't watching it yet.

## Record it

```bash
git add pancakes.md
git commit -m "Add a page for pancakes"
```

That is a **commit**: a picture of the whole folder at this moment, with your name, the time and your sentence.

Why two commands? `add` chooses what goes into the picture, `commit` takes it. You'll soon be glad that they are separate, because one afternoon's mess can then become three tidy commits.

## Once more

Open `pancakes.md` in your editor, add a line of ingredients, save, and look at what changed before you record it:

```bash
git diff
git add pancakes.md
git commit -m "List the ingredients for pancakes"
git log --oneline
```

You should see two lines, newest first, each beginning with a short code:

```text
9f2c1ab (HEAD -> main) List the ingredients for pancakes
41d07e3 Add a page for pancakes
```

Your codes are different. A code is a fingerprint made from everything in the commit, so it can't repeat by accident.

## Your turn

- [ ] Add a second recipe in a file of its own and commit it
- [ ] Run `git status` until it says *nothing to commit, working tree clean*
- [ ] Say aloud what `git add` does. If you need more than one sentence, read the next module's first lesson twice
$md$);

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, free_preview, description) values
('e0000000-0000-4000-8000-000000010102', 'b0000000-0000-4000-8000-000000000101', 1,
 'Watch: Git explained in 100 seconds', 'VIDEO', 'YOUTUBE', 'hwP7WQkmECE', 117, true,
 'A very fast tour by Fireship. Don''t try to remember the commands: listen for the four words repository, commit, branch and merge. Everything else in this course hangs on them.');

-- Module 2: Everyday Git ---------------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000010201', 'b0000000-0000-4000-8000-000000000102', 0,
 'Three places: working tree, index, repository', 'TEXT', 600, false,
 'One picture explains add, commit, restore and diff at once.',
$md$## The picture to keep in your head

Most confusion about Git disappears once you know that a file can be in three places at the same time, and can differ in each of them.

```text
  working tree   --git add-->    index     --git commit-->   repository
  (your files)                  (the next                    (everything
                                 picture)                     recorded)
```

- The **working tree** is the folder you see in your editor.
- The **index** (also called *staging area*) is the next commit while you are still arranging it.
- The **repository** is the history. What is in there stays.

## Which difference do you mean?

As there are three places, there are several differences, and each has its command:

| Question | Command |
|---|---|
| What have I changed and not yet added? | `git diff` |
| What have I added and not yet committed? | `git diff --staged` |
| What is different from the last commit altogether? | `git diff HEAD` |
| Just the file names, please | `git status --short` |

In the short form, the left column is the index and the right one the working tree:

```text
M  pancakes.md     added, ready to be committed
 M soup.md         changed, not added
MM bread.md        added, then changed again
?? notes.txt       Git doesn't know this file
```

## Going back a step

```bash
git restore --staged soup.md   # take it out of the index, keep my changes
git restore soup.md            # throw my changes away
```

The first is harmless. The second is one of the few commands in Git that **destroys work for good**, because what was never added was never saved anywhere. Read the file name twice before you press <kbd>Enter</kbd>.

## Exercise

1. Change two files.
2. Add only one of them, then change that one again.
3. Predict what `git status --short` will print. Write it down, then look.

If you were right, you have understood the index, and with it a good third of Git.
$md$),

('e0000000-0000-4000-8000-000000010202', 'b0000000-0000-4000-8000-000000000102', 1,
 'Commits people thank you for', 'TEXT', 540, false,
 'What belongs into one commit, and how to write its message.',
$md$## One commit, one reason

A good commit changes as much as one sentence can explain. The test is the word *and*: if the message needs it, there are probably two commits in there.

```text
bad    Fix login and update colours and remove old images
good   Let people log in with capital letters in their address
good   Darken the link colour so that it can be read
good   Remove images that no page uses
```

Small commits are easy to review, easy to undo one by one, and easy to search when something breaks.

## The message

Git's own habit, which nearly everybody shares:

```text
Let people log in with capital letters in their address

Addresses were compared letter by letter, so that Ada@example.org
could not log in as ada@example.org. Compare them in lower case,
as the sign-up form has always done.
```

1. A first line of **50 characters or so**, written as an instruction: *Add*, *Fix*, *Remove*. It finishes the sentence "If applied, this commit will …".
2. An empty line.
3. **Why** you did it, if the first line doesn't say so. *What* you did is in the diff already; nobody can look up what you were thinking.

## Add part of a file

You fixed a bug, and on the way you also corrected a spelling mistake in the same file. Two reasons, one file:

```bash
git add -p
```

Git shows each changed piece and asks. Answer <kbd>y</kbd> to take it, <kbd>n</kbd> to leave it, <kbd>s</kbd> to split it, <kbd>?</kbd> when you forget. It's also the best way to read your own work once more before others do.

## Mend the last one

Forgot a file, or found a typing mistake in the message?

```bash
git add forgotten-file.md
git commit --amend
```

This *replaces* the last commit. Do it freely as long as nobody else has it. Once you have shared a commit, make a new one instead.

- [ ] My last three first lines fit in 50 characters
- [ ] None of them contains "and", "stuff" or "changes"
$md$),

('e0000000-0000-4000-8000-000000010203', 'b0000000-0000-4000-8000-000000000102', 2,
 'Looking back: log, show, blame', 'TEXT', 480, false,
 'A history is only worth keeping when you can ask it questions.',
$md$## Ask the history

You don't read a history from beginning to end. You ask it something.

| I want to know … | Command |
|---|---|
| what happened lately | `git log --oneline -10` |
| how the branches run | `git log --oneline --graph --all` |
| what happened to one file | `git log -p -- recipes/soup.md` |
| what one commit changed | `git show 9f2c1ab` |
| when a word came in or went out | `git log -S "cinnamon"` |
| who last touched each line | `git blame soup.md` |
| what was done last week | `git log --since="1 week ago"` |

Long answers open in a *pager*: <kbd>Space</kbd> for the next page, <kbd>/</kbd> to search, <kbd>q</kbd> to leave.

## Naming a commit

You rarely need the code. These all point somewhere:

- `HEAD`: where you are now
- `HEAD~1`: one before it, `HEAD~3`: three before it
- `main`: the last commit on that branch
- `v1.0`: a *tag*, a name that doesn't move

So `git diff HEAD~3` means "everything that changed in my last three commits, and what I have changed since".

## Reading a diff

```diff
@@ -4,3 +4,4 @@ ## Ingredients
 200 g flour
-2 eggs
+3 eggs
+a pinch of salt
 300 ml milk
```

A line with `-` was taken away, one with `+` was put in, the rest is there so that you know where you are. The numbers say where the piece begins, and how many lines it has, before and after.

## About blame

`blame` is an unkind name for a kind tool. It answers "whom could I ask about this line?" Look at the commit before you judge: in most cases there was a reason, and with luck somebody wrote it into the message.

<details>
<summary>A shortcut worth having</summary>

```bash
git config --global alias.graph "log --oneline --graph --all"
```

From now on `git graph` draws your history. Keep it open in a second terminal during the next module.

</details>
$md$);

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, description) values
('e0000000-0000-4000-8000-000000010204', 'b0000000-0000-4000-8000-000000000102', 3,
 'Watch: a crash course from the beginning', 'VIDEO', 'YOUTUBE', 'SWYqp7iY_Tc', 1961,
 'Traversy Media goes through the same commands in half an hour, on a real screen. Follow along in a folder of your own. The video is from 2017: where it says "master", we say "main"; everything else is as it was.');

insert into public.lessons (id, module_id, index, title, content_type, file_key, file_name, file_size, duration_sec, description) values
('e0000000-0000-4000-8000-000000010205', 'b0000000-0000-4000-8000-000000000102', 4,
 'Cheat sheet: Git on one page', 'FILE', 'courses/git-from-the-first-commit/git-cheat-sheet-education.pdf', 'git-cheat-sheet-education.pdf', 100194, 120,
 'Print it, fold it, keep it beside the keyboard for two weeks, then give it away. This page can''t show files itself; the sheet is linked below.');

-- Module 3: Branches and merging -------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000010301', 'b0000000-0000-4000-8000-000000000103', 0,
 'A branch is a name', 'TEXT', 540, true,
 'Branches are cheaper than you think: forty-one bytes and a good idea.',
$md$## Not a copy

Many people imagine a branch as a second copy of the folder. It's much less than that: a **name that points at a commit**, and moves forward when you commit.

```text
              A---B---C   main
                   \
                    D---E   try-metric   <- HEAD
```

Each commit knows the one before it. `main` is a label on `C`, `try-metric` is a label on `E`. `HEAD` says which label you are working under.

## Make one, use it, leave it

```bash
git switch -c try-metric     # make a branch here and go there
# … change, add, commit …
git switch main              # back: your files look as they did on main
git branch                   # list them all; the star is where you are
```

When you switch, Git rewrites the files in your folder to match. That's why it refuses when a file that you have changed and not committed would be overwritten. Commit it, or put it aside:

```bash
git stash        # put my unfinished changes on a shelf
git switch main
git switch -     # back to the branch I came from
git stash pop    # take them from the shelf again
```

## When to branch

For everything that takes longer than ten minutes. A branch costs nothing, gives the idea a name, and leaves `main` in a state that works. Some names that help:

| Name | Tells you |
|---|---|
| `fix-login-capitals` | what it is for |
| `metric-units` | what it is for |
| `jonas` | only whose it is |
| `test2` | nothing at all |

## Throwing one away

```bash
git branch -d try-metric
```

Git says no when the branch holds commits that exist nowhere else. `-D` insists. Even then the commits stay around for some weeks; the last lesson of this course shows how to find them again.

## Exercise

- [ ] Draw your recipe repository: a dot per commit, an arrow to its parent, a label per branch
- [ ] Make a branch and a commit on it; draw what moved
- [ ] Switch back to `main`; draw what moved now (only `HEAD`)
$md$),

('e0000000-0000-4000-8000-000000010302', 'b0000000-0000-4000-8000-000000000103', 1,
 'Merge, and what a conflict really is', 'TEXT', 660, false,
 'Bringing two lines of work together, and staying calm when Git asks you a question.',
$md$## Bringing it back

You are on `main`, and the work on `metric-units` is done:

```bash
git switch main
git merge metric-units
```

One of two things happens.

- **Nothing happened on `main` in the meantime.** Git only moves the label forward. It calls that a *fast-forward*.
- **Both sides moved.** Git makes a new commit with two parents, a *merge commit*.

```text
   A---B---C-------M   main
        \         /
         D-------E     metric-units
```

Either way, every commit of the branch is now part of `main`.

## A conflict is a question

Git merges line by line, and it is good at that. It only asks when **both sides changed the same place**. Then it stops and writes both versions into the file:

```text
<<<<<<< HEAD
2 cups of flour
=======
250 g flour
>>>>>>> metric-units
```

The upper part is what is on your side, the lower part is what comes in. Nothing is broken and nothing is lost. Git doesn't know which you want, and it would be worse if it guessed.

## Four steps out

1. `git status` lists the files that need you.
2. Open each one. Make it say **what it should say**: the one, the other, both, or something new. Remove the three marker lines.
3. `git add` the file. That tells Git "this one is settled".
4. `git commit`. The message is already written.

And if you'd rather not do it now:

```bash
git merge --abort
```

Everything is as it was before. Remember this command; it's what makes merging safe to try.

## Fewer conflicts

| Habit | Why it helps |
|---|---|
| merge often | small differences, small questions |
| one reason per branch | fewer lines that others touch too |
| no re-formatting by the way | it changes every line |
| talk to each other | the best tool there is |

- [ ] I made a conflict on purpose, and solved it
- [ ] I made a second one, and ran `git merge --abort`
$md$),

('e0000000-0000-4000-8000-000000010304', 'b0000000-0000-4000-8000-000000000103', 3,
 'Rebase without fear', 'TEXT', 600, false,
 'What rebase does, when it is polite, and when it is not.',
$md$## Same work, new place

You branched off two days ago, and `main` has moved on. You can merge, and get a commit with two parents. Or you can say: *let me pretend that I started today*.

```bash
git switch metric-units
git rebase main
```

```text
before   A---B---C---F   main
              \
               D---E     metric-units

after    A---B---C---F   main
                      \
                       D'--E'   metric-units
```

Git takes your commits one by one and applies them again on top of `F`. Look at the apostrophes: `D'` says the same as `D`, but it has a different parent and therefore a different code. It is a **new commit**. The old one is left behind.

## The one rule

> Rebase what only you have. Merge what others have too.

If a colleague has built on `D` and you replace it with `D'`, they suddenly have a history that doesn't fit yours any more. On a branch of your own that nobody else uses, rebase as you please.

## Tidying up before you share

Before you show your branch to others, you may join and reword its commits:

```bash
git rebase -i main
```

An editor opens with a list:

```text
pick   3f1a2bc Convert soup to grams
fixup  77d0e19 Oops, forgot the bread
reword a81c004 more grams
```

`pick` keeps a commit, `fixup` melts it into the one above, `reword` lets you write a better message. Save and close, and Git does the rest.

| | merge | rebase |
|---|---|---|
| keeps the commits as they are | yes | no, makes new ones |
| history | shows what happened | reads like a straight story |
| safe on shared branches | yes | no |
| way out in the middle | `git merge --abort` | `git rebase --abort` |

<details>
<summary>Which one should I use at work?</summary>

The one your team uses. Both are right; mixing them without agreement is what makes a history hard to read.

</details>
$md$);

insert into public.lessons (id, module_id, index, title, content_type, external_url, duration_sec, description) values
('e0000000-0000-4000-8000-000000010303', 'b0000000-0000-4000-8000-000000000103', 2,
 'Practice: Learn Git Branching', 'EXTERNAL_LINK', 'https://learngitbranching.js.org/', 2700,
 'A free game in the browser that draws the graph while you type. Do the "Introduction Sequence" now, and "Ramping Up" after the lesson on rebase. Three quarters of an hour well spent.');

-- Module 4: Working together -----------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000010402', 'b0000000-0000-4000-8000-000000000104', 1,
 'Remotes: fetch, pull, push', 'TEXT', 600, false,
 'A remote is another repository that yours knows by name. That is all.',
$md$## Another repository, with a nickname

When you clone a project, you get the **whole history**, not only today's files, and your repository remembers where it came from under the nickname `origin`:

```bash
git clone https://example.org/recipes.git
cd recipes
git remote -v
```

From then on two repositories live their own lives until somebody says otherwise. Git never talks to the network by itself.

## The three conversations

| Command | What it does | Does it touch my files? |
|---|---|---|
| `git fetch` | brings me what is new over there | no |
| `git pull` | fetch, and then merge into my branch | yes |
| `git push` | sends my commits over there | no |

After a fetch, you can look before you act. `origin/main` is your repository's note of where their `main` was when you last asked:

```bash
git fetch
git log --oneline main..origin/main     # what they have and I don't
git log --oneline origin/main..main     # what I have and they don't
```

## "Rejected"

Sooner or later you'll read this:

```text
! [rejected]        main -> main (fetch first)
```

It means that somebody pushed before you, and that your push would have thrown their commits away. Git protects them. So you fetch, merge or rebase, and push again:

```bash
git pull --rebase
git push
```

What you should **not** do is to look up the option that forces it. `--force` on a shared branch deletes other people's work. If you must replace a branch of your own after a rebase, `git push --force-with-lease` at least checks that nobody else has pushed to it since you last looked.

## The first push of a branch

```bash
git push -u origin metric-units
```

`-u` remembers where the branch goes. After that, plain `git push` and `git pull` know what you mean.

- [ ] I can explain the difference between `main` and `origin/main`
- [ ] I fetched, looked, and only then merged
$md$),

('e0000000-0000-4000-8000-000000010403', 'b0000000-0000-4000-8000-000000000104', 2,
 'A pull request that is a pleasure to review', 'TEXT', 540, false,
 'Write it for the person who has to read it after lunch.',
$md$## What it is

A pull request (some hosts say *merge request*) is a question: "Here is a branch. Would you take it into `main`?" Git itself doesn't know pull requests; your code host adds them, with a place for talking about the change.

## Before you ask

- [ ] The branch has **one purpose**
- [ ] I have read my own diff from top to bottom, as if somebody else had written it
- [ ] The tests pass on my computer
- [ ] No leftovers: `console.log`, commented-out code, files that only I need

The second point finds more mistakes than any tool.

## The text

Three short answers are enough:

```markdown
## Why
People with capital letters in their address can't log in (#214).

## What
Addresses are compared in lower case, at log-in as at sign-up.

## How to check
1. Sign up as `ada@example.org`
2. Log in as `Ada@Example.org`: it works now
```

A picture before and after says more than a paragraph whenever something on the screen changes.

## Size

| Changed lines | What happens |
|---|---|
| up to 200 | gets read |
| up to 600 | gets skimmed |
| more | gets "looks good to me" |

When it grows too big, look for a first part that is useful by itself.

## Being reviewed, and reviewing

Comments are about the code. Say thank you, change what convinces you, and explain what you leave. When *you* review, be clear about how much a remark matters:

- **must**: "this loses data when the list is empty"
- **could**: "a shorter name would do; up to you"
- **question**: "why not `map` here? I'm curious"

And when something is good, write that too. It costs one line, and people learn from praise at least as much as from corrections.
$md$),

('e0000000-0000-4000-8000-000000010406', 'b0000000-0000-4000-8000-000000000104', 5,
 'When something goes wrong', 'TEXT', 660, false,
 'A short emergency manual. Read it before you need it.',
$md$## First: stop typing

Nearly everything you have ever committed is still there. What gets people into real trouble is the fifth command that they tried in a panic. Take your hands off the keyboard, then:

```bash
git status
git log --oneline --graph --all -15
```

## What happened?

| What happened | Way out |
|---|---|
| I changed a file and don't want the change | `git restore file` |
| I added a file that I don't want to commit | `git restore --staged file` |
| My last commit has a bad message | `git commit --amend` |
| I committed on `main` instead of a branch | see below |
| A commit that others already have was wrong | `git revert <code>` |
| I am in the middle of a bad merge | `git merge --abort` |
| I deleted a branch, or "lost" commits | `git reflog` |

`revert` doesn't remove anything. It makes a **new** commit that does the opposite, which is the polite way on a shared branch.

## Committed on the wrong branch

```bash
git branch my-idea           # a label on the commit you just made
git reset --hard HEAD~1      # move main back by one
git switch my-idea           # carry on over there
```

`reset --hard` also throws away changes that you haven't committed, so look at `git status` first.

## The diary that Git keeps

Git writes down every place where `HEAD` has been:

```bash
git reflog
```

```text
41d07e3 HEAD@{0}: reset: moving to HEAD~1
9f2c1ab HEAD@{1}: commit: List the ingredients for pancakes
```

There is the commit that seemed lost: `9f2c1ab`. Give it a name, and it's back:

```bash
git branch rescued 9f2c1ab
```

Commits that no branch reaches are kept for a month or more before Git clears them away.

<details>
<summary>The one thing that Git can't bring back</summary>

Work that you never added or committed. That's the best argument for committing often: a commit called "half done" on a branch of your own hurts nobody, and it has saved many an evening.

</details>

You have reached the end. **Go and make a mess on purpose, in a folder that doesn't matter, and get out of it again.** After that, Git won't frighten you any more.
$md$);

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, video_start_sec, duration_sec, description) values
('e0000000-0000-4000-8000-000000010401', 'b0000000-0000-4000-8000-000000000104', 0,
 'Watch: what is GitHub?', 'VIDEO', 'YOUTUBE', 'w3jLJU7DT5E', 0, 225,
 'GitHub introduces itself in under four minutes. It is an advertisement, of course; watch it for the difference between Git, which is a tool on your computer, and a host, which is a place where repositories meet.'),
('e0000000-0000-4000-8000-000000010404', 'b0000000-0000-4000-8000-000000000104', 3,
 'Sample clip: a demo in one minute', 'VIDEO', 'VIMEO', '76979871/8272103f6e', 0, 62,
 'Vimeo''s own film about its player, from 2013. It has nothing to do with Git. Watch how it shows one new thing at a time, in sixty-two seconds, and says why each is good for you. Then write three sentences that would present your last pull request just as briefly.'),
('e0000000-0000-4000-8000-000000010405', 'b0000000-0000-4000-8000-000000000104', 4,
 'Watch: Linus Torvalds on why Git has no centre', 'VIDEO', 'YOUTUBE', '4XpnKHJAok8', 890, 4214,
 'A talk at Google from 2007, when Git was two years old, by the man who wrote it. It is long, loud and opinionated. It starts here near the part about working without a central server; twenty minutes from there are enough.');

insert into public.lessons (id, module_id, index, title, content_type, external_url, duration_sec, description) values
('e0000000-0000-4000-8000-000000010407', 'b0000000-0000-4000-8000-000000000104', 6,
 'Read on: the Pro Git book', 'EXTERNAL_LINK', 'https://git-scm.com/book/en/v2', 1800,
 'Free, complete, translated into many languages, and well written. Chapters 2, 3 and 7 repeat and deepen what you have learnt here.');

insert into public.lesson_attachments (id, lesson_id, title, url, sort_order) values
('f0000000-0000-4000-8000-000001010301', 'e0000000-0000-4000-8000-000000010103', 'Download Git', 'https://git-scm.com/downloads', 0),
('f0000000-0000-4000-8000-000001010302', 'e0000000-0000-4000-8000-000000010103', 'First-time setup (Pro Git)', 'https://git-scm.com/book/en/v2/Getting-Started-First-Time-Git-Setup', 1),
('f0000000-0000-4000-8000-000001020301', 'e0000000-0000-4000-8000-000000010203', 'git log, the manual page', 'https://git-scm.com/docs/git-log', 0),
('f0000000-0000-4000-8000-000001020501', 'e0000000-0000-4000-8000-000000010205', 'Git cheat sheet (PDF, GitHub Education)', 'https://education.github.com/git-cheat-sheet-education.pdf', 0),
('f0000000-0000-4000-8000-000001030201', 'e0000000-0000-4000-8000-000000010302', 'Basic branching and merging (Pro Git)', 'https://git-scm.com/book/en/v2/Git-Branching-Basic-Branching-and-Merging', 0),
('f0000000-0000-4000-8000-000001030401', 'e0000000-0000-4000-8000-000000010304', 'Rebasing (Pro Git)', 'https://git-scm.com/book/en/v2/Git-Branching-Rebasing', 0),
('f0000000-0000-4000-8000-000001040301', 'e0000000-0000-4000-8000-000000010403', 'About pull requests (GitHub Docs)', 'https://docs.github.com/en/pull-requests', 0),
('f0000000-0000-4000-8000-000001040601', 'e0000000-0000-4000-8000-000000010406', 'git reflog, the manual page', 'https://git-scm.com/docs/git-reflog', 0),
('f0000000-0000-4000-8000-000001040602', 'e0000000-0000-4000-8000-000000010406', 'Oh Shit, Git!?! (ways out, with strong language)', 'https://ohshitgit.com/', 1);
