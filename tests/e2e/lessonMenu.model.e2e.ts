import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { lessonCode } from '../../contract/lessonCode.ts';
import { workspace } from '../../contract/workspace.ts';
import type { LessonCode, lessonCodeMachine } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import type { lessonListMachine } from '../../src/machines/workspace/lessonListMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { viewPath } from '../../src/views/workspace/address.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { having, oneOf } from '../kit/words.ts';
import { lessonCodeModel } from '../machines/lessonCode.model.ts';
import { lessonListOnScreen, lookedAt } from '../machines/lessonList.model.ts';
import { describeCommand } from './describeCommand.ts';
import { dialog, everywhere, isGone, isHeld, press, question, says, shownText } from './dialogs.ts';
import { comeAnew, type Gates, gatedPages, goWithin } from './gates.ts';
import { lessonsOnScreen } from './lessonsOnScreen.ts';
import { passStretched, stretch } from './stretch.ts';

let gates: Gates;

const open = gatedPages('rivera', (fresh) => {
  gates = fresh;
});

/** Chooses an item from the menu of the model's lesson, with its calls held. */
async function choose(stage: PageStage, item: string, ...held: Parameters<Gates['hold']>): Promise<void> {
  const { page } = stage;
  await comeAnew(stage, viewPath({ tab: 'assignment', place: 'all' }), async () => {
    await gates.open();
    await gates.always(workspace.allLessons, lessonsOnScreen);
    await gates.hold(...held);
  });
  await page.getByRole('button', { name: 'Actions for Rocks', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const address = /\/account\/code\?code=[0-9A-Z]{8}$/;
const grouped = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;
const wire = ({ code, createdAt, expiresAt, guests }: LessonCode) => ({
  code,
  created_at: createdAt,
  expires_at: expiresAt,
  created_by: { user_puid: 1, name: 'R. Rivera' },
  guests,
});
const copy =
  (isAllowed: boolean) =>
  async (_event: unknown, { page }: { page: Page }) => {
    await page.evaluate((mayNotCopy) => Object.assign(globalThis, { mayNotCopy, copied: undefined }), !isAllowed);
    await dialog(page)
      .getByRole('button', { name: oneOf(m.teacher_code_copy(), m.teacher_code_copied()) })
      .click();
  };

describeBrowser<typeof lessonCodeMachine>(lessonCodeModel, {
  open: async () => {
    const page = await open();
    // The test decides whether the browser allows copying.
    await page.addInitScript(() => {
      const writeText = async (copied: string) => {
        if ((globalThis as unknown as { mayNotCopy?: boolean }).mayNotCopy) throw new Error('not allowed');
        Object.assign(globalThis, { copied });
      };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    });
    return page;
  },
  isKept: true,
  mount: (stage) => choose(stage, m.sharing_menu_code(), lessonCode.lessonCodes, lessonCode.generateCode, lessonCode.revokeCode),
  drive: {
    'codes.retried': press(m.common_try_again()),
    'codes.wanted': press(m.teacher_codes_all()),
    'day.changed': ({ until }, { page }) => dialog(page).getByLabel(m.teacher_code_day()).fill(until),
    'code.requested': press(m.teacher_code_make()),
    'code.copied': copy(true),
    'copy.failed': copy(false),
    'code.wantedAnew': press(m.teacher_code_another()),
    'code.chosen': ({ code }, stage) => press(`Show ${grouped(code.code)}`)(null, stage),
    'revocation.asked': ({ code }, stage) => press(`Revoke ${grouped(code.code)}`)(null, stage),
    'guests.changed': ({ endGuests }, { page }) => dialog(page).getByRole('checkbox').setChecked(endGuests),
    'revocation.confirmed': press('Revoke'),
    'revocation.cancelled': press(m.teacher_code_keep()),
    'xstate.done.actor.loadCodes': ({ output }) => gates.answer(lessonCode.lessonCodes, output.map(wire)),
    'xstate.error.actor.loadCodes': ({ error }) => gates.fail(lessonCode.lessonCodes, error),
    'xstate.done.actor.generateCode': ({ output }) =>
      gates.answer(lessonCode.generateCode, { ...wire(output), lesson_id: 11, assignment_id: 6 }),
    'xstate.error.actor.generateCode': ({ error }) => gates.fail(lessonCode.generateCode, error),
    'xstate.done.actor.revokeCode': () => gates.answer(lessonCode.revokeCode, null),
    'xstate.error.actor.revokeCode': ({ error }) => gates.fail(lessonCode.revokeCode, error),
  },
  see: {
    loading: (_snapshot, { page }) => dialog(page).waitFor(),
    unknown: ({ context }, stage) => says(context.problem.message)(null, stage),
    listing: async ({ context }, { page }) => {
      for (const { code } of context.codes) await dialog(page).getByRole('listitem').getByText(grouped(code), { exact: true }).waitFor();
    },
    'asking.fresh': says(m.teacher_code_day_hint()),
    'asking.failed': ({ context }, stage) => says(context.problem.message)(null, stage),
    making: isHeld(having(m.teacher_code_make())),
    showing: async ({ context }, { page }) => {
      const code = grouped(context.made?.code ?? '');
      await dialog(page).locator('[data-focus="lesson-code"]').getByText(code, { exact: true }).waitFor();
      await dialog(page).getByRole('img', { name: code }).waitFor();
      await dialog(page)
        .getByText(/^Valid until /)
        .waitFor();
    },
    'showing.copied': async (_snapshot, { page }) => {
      await dialog(page).getByRole('button', { name: 'Copied', exact: true }).waitFor();
      expect(await page.evaluate(() => (globalThis as unknown as { copied: string }).copied)).toMatch(address);
    },
    'showing.uncopied': says(/^Copy it by hand: http/),
    'revoking.question': ({ context }, stage) => says(`Revoke the code ${grouped(context.doomed?.code ?? '')}?`)(null, stage),
    'revoking.sending': isHeld(/Revoke$/),
  },
});

const copyOf = { userPuid: 0, lessonId: 0, type: 'lesson' };
const nameField = (page: Page) => dialog(page).getByRole('textbox', { name: m.workspace_duplicate_name() });

describeCommand({
  name: 'duplicate',
  first: { ...copyOf, name: 'Rocks (copy)' },
  orders: [{ ...copyOf, name: 'Rocks again' }],
  results: [{ lesson_id: 12, lesson_name: 'Rocks (copy)' }],
  refused: { code: 409, message: 'Unable to Duplicate. Live lesson already exists', refused: true },
  project: ({ order }) => (order as { name: string }).name,
  // The window is closed then.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  open,
  mount: (stage) => choose(stage, 'Duplicate', workspace.duplicateLesson),
  gates: () => gates,
  calls: { run: workspace.duplicateLesson },
  press: {
    give: async ({ order }, stage) => {
      await nameField(stage.page).fill(order.name);
      await press(m.workspace_duplicate())(null, stage);
    },
  },
  see: {
    saving: isHeld(new RegExp(`${m.workspace_duplicate()}$`)),
    'ready.refused': async ({ context }, stage) => {
      await says('Unable to Duplicate. Live lesson already exists')(null, stage);
      expect(await nameField(stage.page).inputValue()).toBe(context.order.name);
    },
    'ready.unreachable': ({ context }, { page }) => expect.poll(() => nameField(page).inputValue()).toBe(context.order.name),
    'ready.done': async ({ context }, stage) => {
      await isGone(dialog)(null, stage);
      await says(m.workspace_duplicated({ name: context.order.name }), everywhere)(null, stage);
    },
  },
});

const wasDeleted = m.workspace_deleted({ name: 'Rocks' });

describeCommand({
  name: 'deletion',
  first: { lessonId: 0, isAssignment: false },
  question: 'counted',
  counted: { groups: 1, students: 2, not_started: 1, in_progress: 1, completed: 0, shared_with: 0, quizzes: [] },
  isUndoable: true,
  isDismissible: true,
  back: null,
  open,
  mount: (stage) => choose(stage, 'Delete', workspace.lessonUse, workspace.deleteLesson, workspace.restoreLesson),
  gates: () => gates,
  calls: { run: workspace.deleteLesson, count: workspace.lessonUse, undo: workspace.restoreLesson },
  press: {
    confirm: press(m.workspace_delete(), question),
    dismissQuestion: press(m.common_cancel(), question),
    recount: press(m.common_try_again(), question),
    undo: press(m.workspace_undo(), everywhere),
    dismiss: press(m.ui_dismiss(), everywhere),
  },
  see: {
    'asking.counting': says(m.workspace_delete_counting(), question),
    'asking.uncounted': says(m.workspace_delete_uncounted(), question),
    'asking.confirming': says(m.workspace_delete_students({ notStarted: 1, inProgress: 1, completed: 0 }), question),
    'asking.confirming.fresh': isGone(shownText(/not found|did not answer/, question)),
    'asking.confirming.refused': ({ context }, stage) => says(context.problem.message, question)(null, stage),
    'asking.confirming.unreachable': says(/The server did not answer/, question),
    saving: isHeld(new RegExp(`${m.workspace_delete()}$`), question),
    'ready.undoable': async (_snapshot, stage) => {
      await isGone(question)(null, stage);
      await says(wasDeleted, everywhere)(null, stage);
      await says(m.workspace_delete_undo_hint(), everywhere)(null, stage);
    },
    undoing: (_snapshot, { page }) => page.getByRole('button', { name: m.ui_dismiss() }).waitFor({ state: 'detached' }),
    'ready.notUndone': says(m.workspace_restore_failed(), everywhere),
    'ready.fresh': async (_snapshot, stage) => {
      await isGone(question)(null, stage);
      await isGone(shownText(wasDeleted))(null, stage);
    },
    'ready.undone': async (_snapshot, stage) => {
      await isGone(shownText(wasDeleted))(null, stage);
      await says(m.workspace_restored({ name: 'Rocks' }), everywhere)(null, stage);
    },
  },
});

/** How long the list waits for changes to stop, ms. */
const quiet = 250;
const folders = [viewPath({ tab: 'assignment', place: { level: 1, productId: 7, unitId: 8, isCustomUnit: false } })];
folders.push(viewPath({ tab: 'assignment', place: { level: 1, productId: 7, unitId: 21, isCustomUnit: true } }));
const list = (page: Page) => page.getByRole('region', { name: m.workspace_list(), exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: m.workspace_search() });
const lessonAt = (page: Page, index: number) => list(page).getByRole('link', { name: `Lesson ${lookedAt(index).position}`, exact: true });
const pass = (_event: unknown, { page }: { page: Page }) => passStretched(page, quiet);
/** Nothing is shown for a list that is not open, or that is loading for the first time. */
const isEmpty = (_snapshot: unknown, { page }: { page: Page }) => list(page).waitFor({ state: 'detached' });

describeBrowser<typeof lessonListMachine>(lessonListOnScreen, {
  open: async () => {
    const page = await open();
    await stretch(page, quiet);
    return page;
  },
  isKept: true,
  mount: async (stage) => {
    await comeAnew(stage, viewPath({ tab: 'content' }), async () => {
      await gates.open();
      await gates.hold(workspace.workspaceData);
    });
  },
  outside: { 'list.outdated': 'Sent by the workspace when a dialog of a lesson is done.' },
  drive: {
    // A folder other than the open one.
    'list.opened': (_event, { page }) => goWithin(page, folders.find((one) => !page.url().includes(one.split('?')[1]!))!),
    'list.outdated': (event, { send }) => send(event),
    'list.retried': press(m.common_try_again(), everywhere),
    'filters.changed': async (_event, { page }) => search(page).fill(`${await search(page).inputValue()}r`),
    'page.wanted': ({ page: wanted }, { page }) =>
      list(page).evaluate((element, share) => {
        element.scrollTop = element.scrollHeight * share;
      }, lookedAt(wanted).share),
    'xstate.after.quiet.lessonList.settling': pass,
    'xstate.after.quiet.lessonList.narrowing': pass,
    'xstate.done.actor.loadPage': ({ output }) => gates.answer(workspace.workspaceData, output),
    'xstate.error.actor.loadPage': ({ error }) => gates.fail(workspace.workspaceData, error),
  },
  see: {
    closed: isEmpty,
    loading: isEmpty,
    narrowing: isEmpty,
    failed: async (_snapshot, stage) => {
      await says(m.common_load_failed(), everywhere)(null, stage);
      await isEmpty(null, stage);
    },
    ready: async (_snapshot, { page }) => {
      await list(page).waitFor();
      await page.getByRole('status').getByText('250 lessons and assignments').first().waitFor();
    },
    'ready.idle': async ({ context }, stage) => {
      await lessonAt(stage.page, context.page).waitFor();
      await isGone(shownText(m.workspace_cut()))(null, stage);
    },
    'ready.paging': ({ context }, { page }) => lessonAt(page, context.page).waitFor({ state: 'detached' }),
    'ready.cut': says(m.workspace_cut(), everywhere),
    settling: (_snapshot, { page }) => list(page).waitFor(),
    refreshing: (_snapshot, { page }) => list(page).waitFor(),
    stale: async (_snapshot, stage) => {
      await says(m.common_may_be_old(), everywhere)(null, stage);
      await list(stage.page).waitFor();
    },
  },
});
