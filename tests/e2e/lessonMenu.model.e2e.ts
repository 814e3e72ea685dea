import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { login } from '../../contract/login.ts';
import { workspace } from '../../contract/workspace.ts';
import type { LessonCode, lessonCodeMachine } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import type { deletionMachine } from '../../src/machines/workspace/deletionMachine.ts';
import type { duplicateMachine } from '../../src/machines/workspace/duplicateMachine.ts';
import type { lessonListMachine } from '../../src/machines/workspace/lessonListMachine.ts';
import { viewPath } from '../../src/views/workspace/address.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { deletionModel } from '../machines/deletion.model.ts';
import { duplicateModel } from '../machines/duplicate.model.ts';
import { lessonCodeModel } from '../machines/lessonCode.model.ts';
import { lessonListOnScreen, lookedAt } from '../machines/lessonList.model.ts';
import { dialog, everywhere, isGone, isHeld, press, question, says, shownText } from './dialogs.ts';
import { comeAnew, Gates, goWithin, learnActor, sendFromOutside, signedInPages } from './gates.ts';
import { lessonsOnScreen } from './lessonsOnScreen.ts';
import { passStretched, stretch } from './stretch.ts';

let gates: Gates;

const nextPage = signedInPages('rivera', { expected: [/status of [45]\d\d/, /ERR_FAILED/] });
const open = async () => {
  const page = await nextPage();
  gates = new Gates(page);
  return page;
};

/** Chooses something from the menu of the lesson of the model, with its calls held back. */
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
      .getByRole('button', { name: /^(Copy the address|Copied)$/ })
      .click();
  };

describeBrowser<typeof lessonCodeMachine>(lessonCodeModel, {
  open: async () => {
    const page = await open();
    // Whether the browser lets a page copy is the test's to say.
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
  mount: (stage) => choose(stage, 'Code for students', login.lessonCodes, login.generateCode, login.revokeCode),
  drive: {
    'codes.retried': press('Try again'),
    'codes.wanted': press('All codes'),
    'code.requested': press('Make a code'),
    'code.copied': copy(true),
    'copy.failed': copy(false),
    'code.wantedAnew': press('Make another one'),
    'code.chosen': ({ code }, stage) => press(`Show ${grouped(code.code)}`)(null, stage),
    'revocation.asked': ({ code }, stage) => press(`Revoke ${grouped(code.code)}`)(null, stage),
    'revocation.confirmed': async ({ endGuests }, stage) => {
      if (endGuests) await dialog(stage.page).getByRole('checkbox').check();
      await press('Revoke')(null, stage);
    },
    'revocation.cancelled': press('Keep it'),
    'xstate.done.actor.loadCodes': ({ output }) => gates.answer(login.lessonCodes, output.map(wire)),
    'xstate.error.actor.loadCodes': ({ error }) => gates.fail(login.lessonCodes, error),
    'xstate.done.actor.generateCode': ({ output }) =>
      gates.answer(login.generateCode, { ...wire(output), lesson_id: 11, assignment_id: 6 }),
    'xstate.error.actor.generateCode': ({ error }) => gates.fail(login.generateCode, error),
    'xstate.done.actor.revokeCode': () => gates.answer(login.revokeCode, null),
    'xstate.error.actor.revokeCode': ({ error }) => gates.fail(login.revokeCode, error),
  },
  see: {
    loading: (_snapshot, { page }) => dialog(page).waitFor(),
    unknown: ({ context }, stage) => says(context.problem.message)(null, stage),
    listing: async ({ context }, { page }) => {
      for (const { code } of context.codes) await dialog(page).getByRole('listitem').getByText(grouped(code), { exact: true }).waitFor();
    },
    'asking.fresh': says('Left empty: two weeks.'),
    'asking.failed': ({ context }, stage) => says(context.problem.message)(null, stage),
    making: isHeld(/Make a code$/),
    showing: async ({ context }, { page }) => {
      const code = grouped(context.made?.code ?? '');
      await dialog(page).locator('[data-focus="lesson-code"]').getByText(code, { exact: true }).waitFor();
      await dialog(page).getByRole('img', { name: code }).waitFor();
      await dialog(page)
        .getByText(/^Good until /)
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

describeBrowser<typeof duplicateMachine>(duplicateModel, {
  open,
  isKept: true,
  mount: (stage) => choose(stage, 'Duplicate', workspace.duplicateLesson),
  // The same words again are no change.
  can: (event, { context }) => event.type !== 'name.changed' || event.name !== context.name,
  drive: {
    'name.changed': ({ name }, { page }) => dialog(page).getByRole('textbox', { name: 'Name of the copy' }).fill(name),
    'duplicate.submitted': press('Duplicate'),
    'xstate.done.actor.duplicateLesson': () => gates.answer(workspace.duplicateLesson, { lesson_id: 12, lesson_name: 'Rocks (copy)' }),
    'xstate.error.actor.duplicateLesson': ({ error }) => gates.fail(workspace.duplicateLesson, error),
  },
  see: {
    duplicating: isHeld(/Duplicate$/),
    refused: async ({ context }, stage) => {
      await says('Unable to Duplicate. Live lesson already exists')(null, stage);
      expect(await dialog(stage.page).getByRole('textbox', { name: 'Name of the copy' }).inputValue()).toBe(context.name);
    },
    duplicated: async ({ context }, stage) => {
      await isGone(dialog)(null, stage);
      await says(`“${context.name}” is there`, everywhere)(null, stage);
    },
  },
});

describeBrowser<typeof deletionMachine>(deletionModel, {
  open,
  isKept: true,
  mount: (stage) => choose(stage, 'Delete', workspace.lessonUse, workspace.deleteLesson, workspace.restoreLesson),
  drive: {
    'deletion.confirmed': press('Delete', question),
    'deletion.cancelled': press('Cancel', question),
    'deletion.retried': press('Try again', question),
    'deletion.undone': press('Undo', everywhere),
    'deletion.dismissed': press('Dismiss', everywhere),
    'xstate.done.actor.loadUse': ({ output }) => gates.answer(workspace.lessonUse, output),
    'xstate.error.actor.loadUse': ({ error }) => gates.fail(workspace.lessonUse, error),
    'xstate.done.actor.deleteItem': () => gates.answer(workspace.deleteLesson, null),
    'xstate.error.actor.deleteItem': ({ error }) => gates.fail(workspace.deleteLesson, error),
    'xstate.done.actor.restoreItem': () => gates.answer(workspace.restoreLesson, null),
    'xstate.error.actor.restoreItem': ({ error }) => gates.fail(workspace.restoreLesson, error),
  },
  see: {
    counting: says('Counting who has it…', question),
    uncounted: async (_snapshot, stage) => {
      await says('Who has it is not known, so nothing was deleted.', question)(null, stage);
      await says('The lesson was not found.', question)(null, stage);
    },
    confirming: async ({ context }, stage) => {
      await says('1 class loses it. 1 not started, 1 in progress, 0 completed.', question)(null, stage);
      expect(await question(stage.page).getByText('Too much to do').count()).toBe(context.problem ? 1 : 0);
    },
    deleting: isHeld(/Delete$/, question),
    undoable: async (_snapshot, stage) => {
      await isGone(question)(null, stage);
      await says('“Rocks” was deleted', everywhere)(null, stage);
      await says('You can undo this for 10 seconds.', everywhere)(null, stage);
    },
    restoring: (_snapshot, { page }) => page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' }),
    lost: says('It could not be brought back. Try again.', everywhere),
    kept: isGone(question),
    gone: isGone(shownText('“Rocks” was deleted')),
    restored: async (_snapshot, stage) => {
      await isGone(shownText('“Rocks” was deleted'))(null, stage);
      await says('“Rocks” is back', everywhere)(null, stage);
    },
  },
});

/** How long the list waits for quiet. */
const quiet = 250;
const folders = [viewPath({ tab: 'assignment', place: { level: 1, productId: 7, unitId: 8, isCustomUnit: false } })];
folders.push(viewPath({ tab: 'assignment', place: { level: 1, productId: 7, unitId: 21, isCustomUnit: true } }));
const list = (page: Page) => page.getByRole('region', { name: 'Lessons and assignments', exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Find in this list' });
const lessonAt = (page: Page, index: number) => list(page).getByRole('link', { name: `Lesson ${lookedAt(index).position}`, exact: true });
const pass = (_event: unknown, { page }: { page: Page }) => passStretched(page, quiet);
/** Of a list that was not opened nothing is on the screen, nor of one that is loaded for the first time. */
const isEmpty = (_snapshot: unknown, { page }: { page: Page }) => list(page).waitFor({ state: 'detached' });

describeBrowser<typeof lessonListMachine>(lessonListOnScreen, {
  open: async () => {
    const page = await open();
    await learnActor(page, 'workspace');
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
  drive: {
    // Another folder than the one that is open.
    'list.opened': (_event, { page }) => goWithin(page, folders.find((one) => !page.url().includes(one.split('?')[1]!))!),
    // What a dialog of a lesson tells the workspace when it is done: the lists are old.
    'list.outdated': (_event, { page }) => sendFromOutside(page, { type: 'lesson.assigned', isPrebuilt: false }),
    'list.retried': press('Try again', everywhere),
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
      await says('This could not be loaded', everywhere)(null, stage);
      await isEmpty(null, stage);
    },
    ready: async (_snapshot, { page }) => {
      await list(page).waitFor();
      await page.getByRole('status').getByText('250 lessons and assignments').first().waitFor();
    },
    'ready.idle': async ({ context }, stage) => {
      await lessonAt(stage.page, context.page).waitFor();
      await isGone(shownText('Some rows could not be loaded'))(null, stage);
    },
    'ready.paging': ({ context }, { page }) => lessonAt(page, context.page).waitFor({ state: 'detached' }),
    'ready.cut': says('Some rows could not be loaded', everywhere),
    settling: (_snapshot, { page }) => list(page).waitFor(),
    refreshing: (_snapshot, { page }) => list(page).waitFor(),
    stale: async (_snapshot, stage) => {
      await says('What you see may be out of date', everywhere)(null, stage);
      await list(stage.page).waitFor();
    },
  },
});
