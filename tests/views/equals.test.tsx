// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { workspace } from '../../contract/workspace.ts';
import { idOf } from '../../server/content/ids.ts';
import { emptyDraft } from '../../src/machines/lessonBuilder/draft.ts';
import { playlistOf } from '../../src/services/playlist.ts';
import { draftsSlice } from '../../src/services/slices/workspace.ts';
import { paths } from '../../src/views/paths.ts';
import { Deletion } from '../../src/views/workspace/Deletion.tsx';
import LessonBuilderPage from '../../src/views/workspace/LessonBuilderPage.tsx';
import WorkspaceHomePage from '../../src/views/workspace/WorkspaceHomePage.tsx';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const productId = idOf('course');
const press = (name: string | RegExp) => async () => fireEvent.click(await screen.findByRole('button', { name }));
const question = async (name: string | RegExp) => within(await screen.findByRole('alertdialog', { name }));
const added = () => screen.queryAllByRole('button', { name: /^Take .* out$/, hidden: true }).length;

describe('a resource that is in the lesson already', () => {
  const open = (opened: Screen) =>
    render(
      <AtRoute
        app={opened.app}
        address={paths.lessonForm('lesson')}
        path="/authenticated/workspace/workspaceHome/addnewlesson/lesson/:value"
      >
        <LessonBuilderPage />
      </AtRoute>,
    );
  it('is added once more only when the teacher keeps both', async () => {
    const opened = await openScreen();
    await opened.signIn('tess');
    playlistOf(ids.tess).clear();
    open(opened);
    const add = press('Add reading');
    await add();
    expect(added()).toBe(1);
    await add();
    const first = await question('“reading” is in the lesson already');
    expect(added(), 'nothing before the answer').toBe(1);
    fireEvent.click(first.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(added()).toBe(1);
    await add();
    fireEvent.click((await question(/reading/)).getByRole('button', { name: 'Keep both' }));
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
    fireEvent.click((await question('“reading” is in the lesson already')).getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(added(), 'the other one is there').toBe(2);
    expect(playlist.read()).toEqual([]);
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
  const act = async (name: string, item: string) => {
    await press(`Actions for ${name}`)();
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  it('is moved by a window that leaves it out itself, and says what does not fit', async () => {
    await openWorkspace(`${productId}.own801.own802`);
    await act('Week', 'Move to…');
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
    // Whoever looks into it goes along.
    await waitFor(() => expect(route.path).toContain(`at=${productId}.own803.own801.own802`));
  });
  it('asks where its name is taken, and gets a number when both are kept', async () => {
    const opened = await openWorkspace(`${productId}.own801.own802`);
    await act('Day', 'Move to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move “Day”' }));
    await unfold(dialog, 'Course');
    fireEvent.click(await dialog.findByRole('row', { name: 'Other' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    fireEvent.click((await question('“Day” is in “Other” already')).getByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(opened.notices().map((notice) => 'text' in notice && notice.text)).toContain('“Day (2)” moved'));
  });
  it('that is deleted leads whoever looks into it to the one above, and comes back by Undo', async () => {
    const opened = await openWorkspace(`${productId}.own801.own802`);
    await act('Week', 'Delete');
    const dialog = await question('Delete “Week”?');
    await dialog.findByText('Its contents are deleted, too: 1 folder.');
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('“Week” was deleted');
    await waitFor(() => expect(route.path).toMatch(new RegExp(`at=${productId}$`)));
    await waitFor(() => expect(screen.queryByRole('row', { name: 'Week' })).toBeNull());
    await press('Undo')();
    await screen.findByRole('row', { name: 'Week' });
    expect(opened.network.made(workspace.restoreFolder)).toMatchObject([{ folder_id: '801' }]);
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
        <Deletion input={{ folderId: 801 }} name="Week" onChanged={nothing} onClose={nothing} />
      </Around>,
    );
    await screen.findByText('It is empty.');
    fireEvent.click((await question(/Week/)).getByRole('button', { name: 'Delete' }));
    await press('Undo')();
    await opened.network.fail(workspace.restoreFolder, { code: 409, message: 'Server words', reason: 'parentGone' });
    await waitFor(() => shown('The folder it was in is gone, too. Bring that one back first.'));
  });
});
