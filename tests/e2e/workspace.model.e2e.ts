import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { InputFrom } from 'xstate';
import { workspace } from '../../contract/workspace.ts';
import type { FirstView, workspaceMachine } from '../../src/machines/workspace/workspaceMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { type View, viewPath } from '../../src/views/workspace/address.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { workspaceModel } from '../machines/workspace.model.ts';
import { expand, newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';
import { lessonsOnScreen as list } from './lessonsOnScreen.ts';

let gates: Gates | undefined;

const addressOf = (view: FirstView): View =>
  view.kind === 'content'
    ? { tab: 'content' }
    : view.kind === 'shared'
      ? { tab: 'shared', place: null }
      : ({
          tab: view.kind === 'folder' && view.place.level === 4 ? 'shared' : 'assignment',
          place: view.kind === 'all' ? 'all' : view.place,
        } as View);

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Folders' });
const row = (page: Page, name: string) => tree(page).getByRole('row', { name: new RegExp(`^${name}`) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, includeHidden: true });
const dialog = (page: Page) => page.getByRole('dialog');
const act = async (page: Page, of: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const unfold = (page: Page) => expand(row(page, 'Course'));
const question = (page: Page) => page.getByRole('alertdialog');
const moveCall = () => (gates as Gates).waits(workspace.moveFolder, workspace.updateLesson);
const nameField = (page: Page) => dialog(page).getByRole('textbox', { name: 'Name' });
const taken = { code: 409, message: 'There is a folder “Week 4” here already. Choose another name.' };
const saveCall = () => (gates as Gates).waits(workspace.createFolder, workspace.updateFolder);
const hasLeft = (page: Page) => page.url().includes('/lessonPlayer/');

describeBrowser<typeof workspaceMachine>(workspaceModel, {
  open: async () => {
    const page = await newPage({ isKept: true, expected: [/status of [45]\d\d/, /ERR_FAILED/] });
    gates = undefined;
    return page;
  },
  isKept: true,
  mount: async ({ page, input }) => {
    if (!gates) {
      await signIn(page, 'rivera');
      gates = new Gates(page);
    }
    await gates.open();
    await gates.always(workspace.workspaceData, list);
    await gates.always(workspace.allLessons, list);
    await gates.hold(workspace.createFolder, workspace.updateFolder, workspace.moveFolder, workspace.updateLesson, workspace.previewLesson);
    await page.goto(viewPath(addressOf((input as InputFrom<typeof workspaceMachine>).view)));
  },
  outside: {
    'lesson.duplicated': 'Sent by the command that duplicates a lesson.',
    'lesson.deleted': 'Sent by the command that deletes a lesson.',
    'lesson.assigned': 'Sent by the dialog that assigns a lesson, a chart of its own.',
    'lesson.unassigned': 'Sent by the command that ends an assignment.',
  },
  drive: {
    'folder.opened': async ({ place }, { page }) => {
      if (place.level === 4) return page.getByRole('link', { name: 'Tom Person (1)' }).click();
      await unfold(page);
      await row(page, 'Unit').click();
    },
    'all.opened': (_event, { page }) => row(page, m.workspace_all()).click(),
    'tab.chosen': ({ tab: wanted }, { page }) =>
      tab(page, wanted === 'shared' ? m.workspace_tab_shared() : m.workspace_tab_content()).click(),
    'folder.createAsked': async (_event, { page }) => {
      await unfold(page);
      await act(page, 'Unit', m.workspace_new_folder_here());
    },
    'folder.renameAsked': async (_event, { page }) => {
      await unfold(page);
      await act(page, 'Week 3', 'Rename');
    },
    'item.moved': async ({ moving }, { page }) => {
      if ('folderId' in moving) await unfold(page);
      await act(page, moving.name, m.workspace_move());
      const folder = dialog(page).getByRole('row', { name: /^Unit/ });
      await expand(dialog(page).getByRole('row', { name: /^Course/ }));
      await folder.click();
      await dialog(page).getByRole('button', { name: 'Move', exact: true }).click();
    },
    'lesson.previewed': (_event, { page }) => act(page, 'Rocks', 'Preview'),
    'lesson.duplicated': (event, { send }) => send(event),
    'lesson.deleted': (event, { send }) => send(event),
    'lesson.assigned': (event, { send }) => send(event),
    'lesson.unassigned': (event, { send }) => send(event),
    'problem.closed': (_event, { page }) => page.getByRole('button', { name: 'Dismiss' }).click(),
    'xstate.done.actor.folderNaming': async ({ output }, { page }) => {
      const submit = dialog(page).getByRole('button', { name: /^(Create|Save)$/ });
      await dialog(page).waitFor();
      if (output.kind === 'cancelled') return page.keyboard.press('Escape');
      await nameField(page).fill(' ');
      await submit.click();
      await dialog(page).getByText(m.workspace_name_wrong()).waitFor();
      await nameField(page).fill(output.name);
      await submit.click();
      await gates?.fail(await saveCall(), taken);
      await dialog(page).getByText(taken.message).waitFor();
      await submit.click();
      const call = await saveCall();
      await gates?.answer(call, call === workspace.createFolder ? { folder_id: 22 } : null);
    },
    'xstate.done.actor.itemMove': async ({ output }, { page }) => {
      if (output.kind === 'failed') return gates?.fail(await moveCall(), output.problem);
      await gates?.fail(await moveCall(), { ...taken, reason: 'folderNameTaken' });
      await question(page)
        .getByText(/ is already in “Unit”/)
        .waitFor();
      if (output.kind === 'dropped') return page.keyboard.press('Escape');
      await question(page).getByRole('button', { name: m.workspace_equal_keep() }).click();
      const call = await moveCall();
      await gates?.answer(call, call === workspace.moveFolder ? { folder_name: output.name } : { lesson_id: 11, version: 2 });
    },
    'xstate.done.actor.previewLesson': async ({ output }, { page }) => {
      await gates?.answer(workspace.previewLesson, output);
      await expect.poll(() => hasLeft(page)).toBe(true);
    },
    'xstate.error.actor.previewLesson': ({ error }) => gates?.fail(workspace.previewLesson, error),
  },
  // Tabs and folders are pressed only where they are, a dialog covers the page, and a lesson is moved out of another folder.
  can: (event, snapshot) => {
    if (event.type.startsWith('xstate.')) return true;
    const isOwn = snapshot.matches({ view: 'assignment' });
    const isFree = snapshot.matches({ command: 'ready' });
    switch (event.type) {
      case 'folder.opened':
        return isFree && snapshot.matches({ view: event.place.level === 4 ? { shared: 'everyone' } : { assignment: 'all' } });
      case 'all.opened':
        return isFree && snapshot.matches({ view: { assignment: 'folder' } });
      case 'tab.chosen':
        return isFree && !snapshot.matches({ view: event.tab });
      case 'item.moved':
        return isFree && ('folderId' in event.moving ? isOwn : snapshot.matches({ view: { assignment: 'all' } }));
      case 'lesson.previewed':
        return isFree && !snapshot.matches({ view: 'content' });
      case 'folder.createAsked':
      case 'folder.renameAsked':
        return isFree && isOwn;
      default:
        return true;
    }
  },
  see: {
    'view.assignment': async (_snapshot, { page }) => {
      if (hasLeft(page)) return;
      await page.getByRole('heading', { level: 1, name: 'Workspace', includeHidden: true }).waitFor({ state: 'attached' });
      expect(await tab(page, m.workspace_tab_assignment()).getAttribute('aria-selected')).toBe('true');
    },
    'view.assignment.folder': async (_snapshot, { page }) => {
      if (!hasLeft(page)) expect(page.url()).toContain('at=7.8');
    },
    'view.assignment.all': (_snapshot, { page }) => {
      if (!hasLeft(page)) expect(page.url()).toContain('at=all');
    },
    'view.shared': async (_snapshot, { page }) => {
      if (!hasLeft(page)) expect(await tab(page, m.workspace_tab_shared()).getAttribute('aria-selected')).toBe('true');
    },
    'view.shared.everyone': (_snapshot, { page }) => {
      if (!hasLeft(page)) expect(page.url()).not.toContain('at=');
    },
    'view.shared.person': (_snapshot, { page }) => {
      if (!hasLeft(page)) expect(page.url()).toContain('at=by.5');
    },
    'view.content': async (_snapshot, { page }) => {
      await page.getByRole('heading', { level: 1, name: 'Content', includeHidden: true }).waitFor({ state: 'attached' });
      expect(await tab(page, m.workspace_tab_content()).getAttribute('aria-selected')).toBe('true');
    },
    'command.ready': (_snapshot, { page }) => dialog(page).waitFor({ state: 'detached' }),
    'command.naming': async ({ context }, { page }) =>
      expect(await nameField(page).inputValue()).toBe(context.naming?.kind === 'rename' ? context.naming.name : ''),
    'command.moving': (_snapshot, { page }) => dialog(page).waitFor({ state: 'detached' }),
    'command.previewing': (_snapshot, { page }) => dialog(page).waitFor({ state: 'detached' }),
    'command.ready.refused': async ({ context }, { page }) => {
      await page.getByText(m.workspace_step_failed()).first().waitFor();
      await page.getByText(context.problem.message).first().waitFor();
    },
    'unassigning.none': async (_snapshot, { page }) => expect(await page.getByText(m.workspace_unassigned()).count()).toBe(0),
    'unassigning.happened': (_snapshot, { page }) => page.getByText(m.workspace_unassigned()).waitFor({ state: 'attached' }),
  },
});
