// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { library } from '../../contract/library.ts';
import { workspace } from '../../contract/workspace.ts';
import { idOf } from '../../server/content/ids.ts';
import { emptyDraft } from '../../src/machines/workspace/draft.ts';
import { m } from '../../src/paraglide/messages.js';
import { draftsSlice } from '../../src/services/kit/slices/workspace.ts';
import { playlistOf } from '../../src/services/workspace/playlist.ts';
import { ExternalDialog } from '../../src/views/library/ExternalDialog.tsx';
import { paths } from '../../src/views/paths.ts';
import { Deletion } from '../../src/views/workspace/Deletion.tsx';
import LessonBuilderPage from '../../src/views/workspace/LessonBuilderPage.tsx';
import WorkspaceHomePage from '../../src/views/workspace/WorkspaceHomePage.tsx';
import { startingWith } from '../kit/words.ts';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { NewLesson } from './kit/newLesson.tsx';
import { Around, found, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const productId = idOf('course');
const press = (name: string | RegExp) => async () => fireEvent.click(await screen.findByRole('button', { name }));
const question = async (name: string | RegExp) => within(await screen.findByRole('alertdialog', { name }));
const added = () => screen.queryAllByRole('button', { name: /^Remove /, hidden: true }).length;

describe('a resource that is in the lesson already', () => {
  const open = (opened: Screen) => render(<NewLesson app={opened.app} />);
  it('is added once more only when the teacher keeps both', async () => {
    const opened = await openScreen();
    await opened.signIn('tess');
    playlistOf(ids.tess).clear();
    open(opened);
    const add = press('Add reading');
    await add();
    expect(added()).toBe(1);
    await add();
    const first = await question(m.builder_equal_title({ name: 'reading' }));
    expect(added(), 'nothing before the answer').toBe(1);
    fireEvent.click(first.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(added()).toBe(1);
    await add();
    fireEvent.click((await question(/reading/)).getByRole('button', { name: m.workspace_equal_keep() }));
    await waitFor(() => expect(added()).toBe(2));
  });
  it('is asked about when it was picked in the library, too, beside a draft that has it', async () => {
    const opened = await openScreen();
    await opened.signIn('tess');
    const kept = { key: 'added-1', itemId: item_id, typeId: 1, title: 'reading', time: 5, remarks: '' };
    opened.app
      .persistence()
      ?.write(draftsSlice, { 'lesson:new': { draft: { ...emptyDraft, name: 'Mine', resources: [kept] }, version: null } });
    opened.app.persistence()?.flush();
    const playlist = playlistOf(ids.tess);
    playlist.clear();
    playlist.add({ item_id, item_type_id: 1, title: 'reading', minutes: 5 });
    playlist.add({ item_id: idOf('course/unit/sub/quiz'), item_type_id: 10, title: 'quiz', minutes: 5 });
    open(opened);
    fireEvent.click((await question(m.builder_equal_title({ name: 'reading' }))).getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(added(), 'the other one is there').toBe(2);
    expect(playlist.read()).toEqual([]);
  });
});

describe('a lesson whose name another one has', () => {
  const open = (opened: Screen, kind: 'lesson' | 'assignment' = 'lesson', id?: number) =>
    render(
      <AtRoute
        app={opened.app}
        address={id === undefined ? `${paths.lessonForm(kind)}?in=${productId}` : paths.lessonForm(kind, id)}
        path={`/authenticated/workspace/workspaceHome/addnewlesson/${kind}/:value`}
      >
        <LessonBuilderPage />
      </AtRoute>,
    );
  const field = async (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
  const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });
  const make = async (opened: Screen, lesson_name: string, is_assignment: 'yes' | 'no' = 'no') =>
    (await opened.app.send(workspace.createLesson, { user_puid: ids.tess, lesson_name, product_id: productId, is_assignment })).lesson_id;
  const stored = async (opened: Screen) => {
    const rows = opened.network.backend.db.selectFrom('lesson').select(['lesson_name', 'lesson_objective']);
    return (await rows.where('owner_puid', '=', ids.tess).where('product_id', '=', productId).orderBy('lesson_id').execute()).filter(
      (one) => one.lesson_name === 'Tides' || one.lesson_name === 'Ebb',
    );
  };
  const begin = async () => {
    const opened = await openScreen();
    await opened.signIn('tess');
    return opened;
  };
  it('is new: nothing that was typed is lost, and another name is saved', async () => {
    const opened = await begin();
    await make(opened, 'Tides');
    open(opened);
    await type('Name', 'Tides');
    await type('Objective', 'Say why there are two a day');
    fireEvent.click(await screen.findByRole('button', { name: 'Add reading' }));
    await press('Save')();
    const asked = await question('You already have a lesson named “Tides” here');
    expect(await stored(opened), 'nothing before the answer').toHaveLength(1);
    fireEvent.click(asked.getByRole('button', { name: m.builder_taken_change() }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const name = await field('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(name.getAttribute('aria-invalid')).toBe('true');
    shown(m.builder_name_taken());
    shown(m.builder_state_dirty());
    expect([name.value, (await field('Objective')).value, added()]).toEqual(['Tides', 'Say why there are two a day', 1]);
    await type('Name', 'Ebb');
    expect(screen.queryByText(m.builder_name_taken())).toBeNull();
    await press('Save')();
    await found(/^Saved at/);
    expect((await stored(opened)).map((one) => one.lesson_name)).toEqual(['Tides', 'Ebb']);
  });
  it('is new: is kept beside the other, and not asked about again', async () => {
    const opened = await begin();
    await make(opened, 'Tides');
    open(opened);
    await type('Name', 'Tides');
    await press('Save')();
    fireEvent.click((await question(/Tides/)).getByRole('button', { name: m.workspace_equal_keep() }));
    await found(/^Saved at/);
    await type('Objective', 'Later');
    await press('Save')();
    await waitFor(async () => expect((await stored(opened)).map((one) => one.lesson_objective)).toEqual(['', 'Later']));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  it('gets that name: an assignment, whose question Escape answers as going back does', async () => {
    const opened = await begin();
    await make(opened, 'Tides', 'yes');
    const id = await make(opened, 'Ebb', 'yes');
    open(opened, 'assignment', id);
    await waitFor(async () => expect((await field('Name')).value).toBe('Ebb'));
    await type('Name', 'Tides');
    await press('Save')();
    await question('You already have an assignment named “Tides” here');
    const asked = screen.getByRole('alertdialog');
    // The focus moves into a dialog with the next frame, and Escape is heard where the focus is.
    await waitFor(() => expect(asked.contains(document.activeElement)).toBe(true));
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    await screen.findByText(m.builder_name_taken());
    expect((await field('Name')).value).toBe('Tides');
    expect((await stored(opened)).map((one) => one.lesson_name)).toEqual(['Tides', 'Ebb']);
    await press('Save')();
    fireEvent.click((await question(/Tides/)).getByRole('button', { name: m.workspace_equal_keep() }));
    await waitFor(async () => expect((await stored(opened)).map((one) => one.lesson_name)).toEqual(['Tides', 'Tides']));
  });
});

describe('a resource from elsewhere that is in my library already', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const titles = async (opened: Screen) =>
    (await opened.app.send(library.myLibrary, { user_puid: ids.tess })).external.map((one) => one.title).toSorted();
  const open = async () => {
    const opened = await openScreen();
    await opened.signIn('tess');
    let isClosed = false;
    render(
      <Around app={opened.app}>
        <ExternalDialog
          resource={null}
          onClose={() => {
            isClosed = true;
          }}
          onSaved={() => {}}
        />
      </Around>,
    );
    return { opened, isClosed: () => isClosed };
  };
  it('is asked about by its address; back in the form all is as it was typed', async () => {
    const { opened, isClosed } = await open();
    await opened.app.send(library.addExternal, { user_puid: ids.tess, title: 'Tides', url: 'https://tides.example/' });
    type('Title', 'Tide table');
    type(m.library_external_description(), 'By the harbor');
    type(m.library_external_url(), 'https://tides.example');
    await press('Add')();
    const asked = await question(m.library_equal_address());
    asked.getByText(m.library_equal_text());
    fireEvent.click(asked.getByRole('button', { name: m.library_equal_leave() }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const fields = ['Title', m.library_external_description(), m.library_external_url()].map(
      (label) => screen.getByLabelText<HTMLInputElement>(label).value,
    );
    expect(fields).toEqual(['Tide table', 'By the harbor', 'https://tides.example']);
    expect(await titles(opened)).toEqual(['Tides']);
    await press('Add')();
    fireEvent.click((await question(/web address/)).getByRole('button', { name: m.workspace_equal_keep() }));
    await waitFor(() => expect(isClosed()).toBe(true));
    expect(await titles(opened)).toEqual(['Tide table', 'Tides']);
  });
  it('is asked about by its file, which is sent once', async () => {
    const { opened, isClosed } = await open();
    const file = () => new File(['%PDF-1.7 tides'], 'tides.pdf');
    const { attachment_id } = await opened.app.send(library.uploadAttachment, { user_puid: ids.tess, attachment: file() });
    await opened.app.send(library.addExternal, { user_puid: ids.tess, title: 'Tides', attachment_id });
    const before = opened.network.made(library.uploadAttachment).length;
    type('Title', 'Tide table');
    fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file()] } });
    await screen.findByText('tides.pdf');
    await press('Add')();
    fireEvent.click((await question(m.library_equal_file())).getByRole('button', { name: m.workspace_equal_keep() }));
    await waitFor(() => expect(isClosed()).toBe(true));
    expect(opened.network.made(library.uploadAttachment).length - before).toBe(1);
    expect(await titles(opened)).toEqual(['Tide table', 'Tides']);
  });
});

describe('a folder', () => {
  const folder = (folder_id: number, folder_name: string, parent?: number) => ({
    district_id: 1,
    owner_puid: ids.tess,
    product_id: productId,
    folder_id,
    folder_name,
    parent_folder_type: parent === undefined ? 'product' : 'other',
    parent_folder_id: parent ?? productId,
    sort_order: 1,
  });
  const openWorkspace = async (at = 'all') => {
    const opened = await openScreen();
    await opened.network.backend.db
      .insertInto('folder')
      .values([folder(801, 'Week'), folder(802, 'Day', 801), folder(803, 'Other'), folder(804, 'Inner', 803), folder(805, 'Day', 803)])
      .execute();
    await opened.signIn('tess');
    render(
      <AtRoute app={opened.app} address={`${paths.workspace}?at=${at}`} path={paths.workspace}>
        <WorkspaceHomePage />
      </AtRoute>,
    );
    return opened;
  };
  const unfold = async (scope: ReturnType<typeof within>, name: string) => {
    const row = await scope.findByRole('row', { name });
    if (row.getAttribute('aria-expanded') !== 'true') fireEvent.click(within(row).getAllByRole('button')[0] as HTMLElement);
  };
  const choose = async (name: string, item: string) => {
    await press(`Actions for ${name}`)();
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  it('is moved by a window that leaves it out itself, and says what does not fit', async () => {
    await openWorkspace(`${productId}.own801.own802`);
    await choose('Week', m.workspace_move());
    const dialog = within(await screen.findByRole('dialog', { name: 'Move “Week”' }));
    const why = () => dialog.getByRole('button', { name: 'Move' }).getAttribute('aria-disabled');
    await unfold(dialog, 'Course');
    await unfold(dialog, 'Other');
    expect(dialog.queryByRole('row', { name: 'Week' })).toBeNull();
    expect(why()).toBe('true');
    fireEvent.click(dialog.getByRole('row', { name: 'Inner' }));
    expect(why(), 'it would be four deep').toBe('true');
    fireEvent.click(dialog.getByRole('row', { name: 'Other' }));
    expect(why()).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    // The view follows the open folder.
    await waitFor(() => expect(route.path).toContain(`at=${productId}.own803.own801.own802`));
  });
  it('asks where its name is taken, and gets a number when both are kept', async () => {
    const opened = await openWorkspace(`${productId}.own801.own802`);
    await choose('Day', m.workspace_move());
    const dialog = within(await screen.findByRole('dialog', { name: 'Move “Day”' }));
    await unfold(dialog, 'Course');
    fireEvent.click(await dialog.findByRole('row', { name: 'Other' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    fireEvent.click((await question('“Day” is already in “Other”')).getByRole('button', { name: m.workspace_equal_keep() }));
    await waitFor(() => expect(opened.notices().map((notice) => 'text' in notice && notice.text)).toContain('“Day (2)” moved'));
  });
  it('that is deleted leads whoever looks into it to the one above, and comes back by Undo', async () => {
    const opened = await openWorkspace(`${productId}.own801.own802`);
    await choose('Week', 'Delete');
    const dialog = await question('Delete “Week”?');
    await dialog.findByText('Its contents will be deleted, too: 1 folder.');
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('“Week” was deleted');
    await waitFor(() => expect(route.path).toMatch(new RegExp(`at=${productId}$`)));
    await waitFor(() => expect(screen.queryByRole('row', { name: 'Week' })).toBeNull());
    await press('Undo')();
    await screen.findByRole('row', { name: 'Week' });
    expect(opened.network.made(workspace.restoreFolder)).toMatchObject([{ folder_id: '801' }]);
  });
  it('that another tab has moved is found where it is by its old address', async () => {
    await openWorkspace(`${productId}.own803`);
    await screen.findByRole('row', { name: 'Other', selected: true });
    act(() => route.go(`${paths.workspace}?at=${productId}.own804`));
    await waitFor(() => expect(route.path).toContain(`at=${productId}.own803.own804`));
    await screen.findByRole('row', { name: 'Inner', selected: true });
  });
  it('that is gone leads to all lessons, whose folders are there, and not there again', async () => {
    const opened = await openWorkspace(`${productId}.own899`);
    const texts = () => opened.notices().map((notice) => 'text' in notice && notice.text);
    await waitFor(() => expect(texts()).toContain(m.workspace_folder_gone()));
    expect(route.path).toContain('at=all');
    await screen.findByRole('row', { name: /^Course/ });
    cleanup();
    render(
      <AtRoute app={opened.app} address={paths.workspace} path={paths.workspace}>
        <WorkspaceHomePage />
      </AtRoute>,
    );
    await screen.findByRole('row', { name: startingWith(m.workspace_all()), selected: true });
    expect(texts()).toHaveLength(1);
  });
  it('that cannot come back says why, in the words of the page', async () => {
    const opened = await openScreen({ held: [workspace.restoreFolder] });
    await opened.network.backend.db
      .insertInto('folder')
      .values([folder(801, 'Week')])
      .execute();
    await opened.signIn('tess');
    const nothing = () => {};
    render(
      <Around app={opened.app}>
        <Deletion order={{ folderId: 801 }} name="Week" onChanged={nothing} onClose={nothing} />
      </Around>,
    );
    await screen.findByText(m.workspace_delete_folder_empty());
    fireEvent.click((await question(/Week/)).getByRole('button', { name: 'Delete' }));
    await press('Undo')();
    await opened.network.fail(workspace.restoreFolder, { code: 409, message: 'Server words', reason: 'folderParentGone' });
    await waitFor(() => shown('The folder it was in is gone, too. Restore that one first.'));
  });
});
