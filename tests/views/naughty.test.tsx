// @vitest-environment jsdom

import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExternalResource } from '../../contract/library.ts';
import type { WorkspaceMeta } from '../../contract/workspace.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { emptyDraft } from '../../src/machines/workspace/draft.ts';
import { m } from '../../src/paraglide/messages.js';
import { Card } from '../../src/ui/Card.tsx';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { Html } from '../../src/ui/Html.tsx';
import GroupsPage from '../../src/views/groups/GroupsPage.tsx';
import { ExternalRow } from '../../src/views/library/ExternalRow.tsx';
import { paths } from '../../src/views/paths.ts';
import StudentsPage from '../../src/views/rostering/StudentsPage.tsx';
import { ConflictDialog } from '../../src/views/workspace/BuilderDialogs.tsx';
import { FolderTree } from '../../src/views/workspace/FolderTree.tsx';
import { naughty } from '../kit/naughty.ts';
import { ids } from '../server/fixtureSchool.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { ResultPages } from './kit/resultPages.tsx';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
beforeEach(async () => {
  opened = await openScreen();
  await opened.signIn('tess');
});

const show = (children: ReactNode) => render(<Around app={opened.app}>{children}</Around>).baseElement;
const textsOf = (root: Element, selector: string) => [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);
/** Elements that run, load or ask for something. No component shown here contains any of them. */
const active = 'script, style, iframe, object, embed, base, meta, form, template, plaintext, textarea, title, img, math, body body';
/** Attributes that run something, on any element. */
const running = (root: Element) =>
  [...root.querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes]
      .filter(({ name, value }) => name.startsWith('on') || /^\s*(javascript|vbscript|data):/i.test(value))
      .map(({ name }) => name),
  );
const expectPlain = (root: Element) => {
  expect([...root.querySelectorAll(active)].map(({ outerHTML }) => outerHTML)).toEqual([]);
  expect(running(root)).toEqual([]);
};

/** A text as stored by a database: no lone surrogates, no null characters. */
const kept = (text: string) => text.toWellFormed().replaceAll('\u0000', '');
const names = naughty.map(kept);
const all = names.join(' ¦ ');

/** Adds 515 students to tess's class, with each text as both given and family name. */
async function enrollNamed(): Promise<void> {
  const { db } = opened.network.backend;
  const ana = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const user_puids = names.map((_name, at) => 50_000 + at);
  await insertAll(
    db,
    'app_user',
    user_puids.map((user_puid, at) => ({
      ...ana,
      ...{ user_puid, user_name: `n${at}`, user_key: `n${at}`, first_name: names[at] as string, last_name: names[at] as string },
    })),
  );
  await insertAll(
    db,
    'enrollment',
    user_puids.map((user_puid) => ({
      ...{ district_id: ids.district, group_puid: ids.class, user_puid, role: 'student' as const, sourced_id: null, active: 1 },
    })),
  );
}

/** The names in a long table as printed: all rows, not only those in view. */
async function namesIn(caption: string): Promise<(string | null)[]> {
  const table = await screen.findByRole<HTMLTableElement>('table', { name: caption });
  await waitFor(() => expect(Number(table.getAttribute('aria-rowcount'))).toBeGreaterThan(names.length));
  window.dispatchEvent(new Event('beforeprint'));
  expectPlain(table.tBodies[1] as Element);
  const found = textsOf(table.tBodies[1] as Element, 'th');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  // The rows in view have the same texts, in links and beside checkboxes.
  const seen = textsOf(table.tBodies[0] as Element, 'th');
  expect(found).toEqual(expect.arrayContaining(seen));
  expect(running(table)).toEqual([]);
  return found;
}
const named = [...names.map((name) => `${name}, ${name}`), 'Person, ana', 'Person, ben'].toSorted();

describe('names are text where a teacher reads them', () => {
  it('in the result of an assignment', async () => {
    await enrollNamed();
    const { group_assignment_id } = await assignTo(opened.network.backend, ids.freeLesson);
    show(<ResultPages path={paths.assignmentResult(ids.freeLesson, ids.class, group_assignment_id)} />);
    expect((await namesIn(m.teacher_by_student())).toSorted()).toEqual(named);
    // Students who have not submitted a quiz are also listed by name.
    expect((await screen.findAllByText(/have not submitted:/)).length).toBeGreaterThan(0);
  });
  it('in the list of students', async () => {
    await enrollNamed();
    show(<StudentsPage />);
    expect((await namesIn('Students')).toSorted()).toEqual(named);
  });
  it('on the cards of classes and groups', async () => {
    const { db } = opened.network.backend;
    // A group always has a name: no call accepts an empty one.
    const groupNames = names.filter((name) => name !== '');
    const one = await db.selectFrom('class_group').selectAll().where('group_puid', '=', ids.class).executeTakeFirstOrThrow();
    await insertAll(
      db,
      'class_group',
      groupNames.map((name, at) => ({ ...one, group_puid: 50_000 + at, name })),
    );
    await insertAll(
      db,
      'enrollment',
      groupNames.map((_name, at) => ({
        ...{ district_id: ids.district, group_puid: 50_000 + at, user_puid: ids.tess, role: 'teacher' as const },
        ...{ sourced_id: null, active: 1 },
      })),
    );
    const root = show(<GroupsPage />);
    await waitFor(() => expect(root.querySelectorAll('article h2')).toHaveLength(groupNames.length + 1));
    expect(textsOf(root, 'article h2').toSorted()).toEqual([...groupNames, 'Science 6, Period 2'].toSorted());
    expectPlain(root);
  });
  it('in the titles of a student’s report', async () => {
    const { backend } = opened.network;
    await backend.db.updateTable('app_user').set({ first_name: all, last_name: 'Person' }).where('user_puid', '=', ids.ana).execute();
    await backend.db.updateTable('lesson').set({ lesson_name: all }).where('lesson_id', '=', ids.freeLesson).execute();
    await backend.db.updateTable('class_group').set({ name: all }).where('group_puid', '=', ids.class).execute();
    const { group_assignment_id } = await assignTo(backend, ids.freeLesson);
    const root = show(<ResultPages path={paths.studentAnswers(group_assignment_id, ids.ana)} />);
    await waitFor(() => expect(textsOf(root, 'h1')).toEqual([`${all} Person`]));
    expect(textsOf(root, 'p')).toContain(`${all} · ${all}`);
    expect(running(root)).toEqual([]);
  });
  it('in the title of a window, and in what it says', async () => {
    const title = naughty.join(' ¦ ');
    const root = show(
      <Dialog title={title} isOpen onOpenChange={() => {}}>
        <p>{title}</p>
      </Dialog>,
    );
    await screen.findByRole('dialog');
    expect(textsOf(root, '[role=dialog] h2')).toEqual([title]);
    expect(textsOf(root, '[role=dialog] p')).toEqual([title]);
    expectPlain(root);
  });
});

describe('what people type is text on the screen', () => {
  it('in the names of folders', () => {
    const folder = (folder_name: string, index: number) => ({
      unit_id: index + 1,
      folder_name,
      is_custom: 'yes' as const,
      lesson_count: 0,
      sub_folders: [],
    });
    const meta: WorkspaceMeta = {
      products: [{ product_id: 7, product_name: 'Course', lesson_count: 0, folders: naughty.map(folder) }],
      shared_by: [],
      total: 0,
    };
    const root = show(<FolderTree meta={meta} current={null} expanded={new Set(['7'])} onExpandedChange={() => {}} onOpen={() => {}} />);
    expect(textsOf(root, '[role=row] [class*=label]')).toEqual(['Course', ...naughty]);
    expectPlain(root);
  });
  it('on cards of lessons', () => {
    const root = show(
      naughty.map((text, index) => (
        <Card key={text} title={<span data-title>{text}</span>} eyebrow={text} href={`/lesson/${index}`}>
          {text}
        </Card>
      )),
    );
    expect(textsOf(root, '[data-title]')).toEqual(naughty);
    expectPlain(root);
  });
  it('in resources from elsewhere', () => {
    const resource = (title: string, resource_id: number): ExternalResource => ({
      resource_id,
      title: `“${title}”`,
      description: `(${title})`,
      url: resource_id % 2 ? 'https://moon.example/' : null,
      attachment: null,
      updated_at: '2030-01-15T15:00:00.000Z',
    });
    const root = show(
      <ul>
        {naughty.map((text, index) => (
          <ExternalRow key={text} resource={resource(text, index)} />
        ))}
      </ul>,
    );
    const rows = textsOf(root, 'li');
    expect(rows).toHaveLength(naughty.length);
    for (const [index, text] of naughty.entries()) {
      expect(rows[index]).toContain(`“${text}”`);
      expect(rows[index]).toContain(`(${text})`);
    }
    expectPlain(root);
  });
  it('where two versions of a lesson stand beside each other', () => {
    const text = naughty.join(' ¦ ');
    const draft = { ...emptyDraft, name: text, objective: text };
    const root = show(
      <ConflictDialog
        mine={draft}
        theirs={{ ...draft, name: 'Rocks' }}
        isCopying={false}
        problem={null}
        onMine={() => {}}
        onTheirs={() => {}}
        onBoth={() => {}}
      />,
    );
    expect(textsOf(root, 'dd').filter((one) => one === text)).toHaveLength(3);
    expectPlain(root);
  });
  it('or, as rich text, what is allowed of it', () => {
    const root = show(naughty.map((text) => <Html key={text} html={`<p>before ${text} after</p>`} />));
    const shown = textsOf(root, '[class*=html]');
    expect(shown).toHaveLength(naughty.length);
    // Text without markup characters is shown exactly.
    for (const [index, text] of naughty.entries()) {
      if (![...'<&\u0000\r'].some((sign) => text.includes(sign))) expect(shown[index]).toBe(`before ${text} after`);
    }
    expect(root.querySelectorAll('script, style, iframe, object, embed, base, meta, form, input, textarea, template, x-moon')).toHaveLength(
      0,
    );
    expect(running(root)).toEqual([]);
    expect(root.querySelectorAll('[style]')).toHaveLength(0);
  });
});
