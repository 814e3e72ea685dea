import { expect } from 'vitest';
import { assigning } from '../../contract/assigning.ts';
import { assignments } from '../../contract/assignments.ts';
import { library } from '../../contract/library.ts';
import { reports } from '../../contract/reports.ts';
import { sharing } from '../../contract/sharing.ts';
import { workspace } from '../../contract/workspace.ts';
import type { assignNowMachine } from '../../src/machines/assigning/assignNowMachine.ts';
import type { ExternalInput, externalResourceMachine } from '../../src/machines/library/externalResourceMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { oneOf } from '../kit/words.ts';
import { assignNowModel } from '../machines/assignNow.model.ts';
import { externalResourceModel } from '../machines/externalResource.model.ts';
import { describeCommand } from './describeCommand.ts';
import { dialog, everywhere, isGone, isHeld, press, question, says, shownText } from './dialogs.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';
import { itemOf, resultOf, unitsOf } from './libraryOnScreen.ts';

let gates: Gates;

const open = gatedPages('rivera', (fresh) => {
  gates = fresh;
});

const group = { group_puid: 102, group_name: 'Period 4' };
const facts = { kind: 'class', subject: null, grade: null, period: null, student_count: 1 } as const;

describeBrowser<typeof assignNowMachine>(assignNowModel, {
  open,
  isKept: true,
  mount: async (stage) => {
    const { page } = stage;
    await comeAnew(stage, paths.contentHome, async () => {
      await gates.open();
      await gates.always(library.units, unitsOf(1));
      await gates.always(library.search, resultOf(1, [itemOf(1)]));
      await gates.always(assignments.classesForLesson, [
        { ...group, ...facts, group_assignment_id: null, is_individual: false, to_date: null },
      ]);
      await gates.always(assignments.assign, { lesson_id: 9, assignment_id: 6, group_assignment_id: 7 });
      await gates.hold(workspace.createLesson, assigning.classesAndUsers);
    });
    const pick = page.getByRole('article', { name: 'Water 1' }).getByRole('button', { name: oneOf(m.library_pick(), m.library_picked()) });
    // An item picked for the previous path stays picked unless it was used.
    if ((await pick.getAttribute('aria-pressed')) !== 'true') await pick.click();
    await page.getByRole('link', { name: m.library_create_lesson() }).click();
  },
  drive: {
    'classes.asked': press('Assign', everywhere),
    'lesson.assigned': async (_event, stage) => {
      await dialog(stage.page)
        .getByRole('checkbox', { name: /^Period 4/ })
        .check();
      await press('Assign')(null, stage);
    },
    'classes.closed': press('Cancel'),
    'xstate.done.actor.makeLesson': ({ output }) => gates.answer(workspace.createLesson, { lesson_id: output, version: 1 }),
    'xstate.error.actor.makeLesson': ({ error }) => gates.fail(workspace.createLesson, error),
  },
  see: {
    offered: async (_snapshot, { page }) => {
      await page.getByRole('heading', { name: m.builder_add_now() }).waitFor();
      await page.getByText(/^Water 1 · /).waitFor();
      await dialog(page).waitFor({ state: 'detached' });
    },
    'offered.fresh': isGone(shownText(m.builder_add_failed())),
    'offered.failed': async (_snapshot, stage) => {
      await says(m.builder_add_failed(), everywhere)(null, stage);
      await says('Too much to do', everywhere)(null, stage);
    },
    'offered.kept': says(m.builder_add_kept(), everywhere),
    making: isHeld(/Assign$/, everywhere),
    choosing: (_snapshot, { page }) => page.getByRole('dialog', { name: 'Assign “Water 1”' }).waitFor(),
    assigned: isGone((page) => page.getByRole('heading', { name: m.builder_add_now() })),
  },
});

/** The lesson has opened in the player. */
const hasLeft = (url: string) => url.includes('/lessonPlayer/');
const starts = { start: workspace.startLesson, preview: workspace.previewLesson };
const counts = { students: 1, not_started: 1, in_progress: 0, completed: 0 };

for (const mode of ['start', 'preview'] as const)
  describeCommand({
    name: 'lessonStart',
    orders: [mode],
    results: [9],
    refused: { code: 404, message: 'The lesson was not found.', refused: true },
    open,
    mount: async (stage) => {
      await comeAnew(stage, paths.assignmentResult(2, group.group_puid, 5), async () => {
        await gates.open();
        await gates.always(assignments.assignmentResult, {
          assignment: {
            ...counts,
            ...group,
            group_assignment_id: 5,
            assignment_id: 6,
            lesson_id: 2,
            lesson_name: 'Rocks',
            from_date: '2030-01-07T06:00:00.000Z',
            to_date: null,
            submitted: 0,
            released: false,
          },
          resources: [],
          students: [],
        });
        await gates.always(reports.quizStatistics, []);
        await gates.always(assignments.assignedGroups, [{ ...group, group_assignment_id: 5 }]);
        await gates.always(assignments.responses, []);
        await gates.hold(...Object.values(starts));
      });
      await stage.page.getByRole('button', { name: m.teacher_start_in_class() }).waitFor();
    },
    // The buttons are gone once the player is open.
    can: (_event, snapshot) => !snapshot.hasTag('done'),
    gates: () => gates,
    calls: { run: starts[mode] },
    after: (_output, { page }) => page.waitForURL((url) => hasLeft(url.pathname)),
    press: { give: press(mode === 'start' ? m.teacher_start_in_class() : m.teacher_preview(), everywhere) },
    see: {
      'ready.fresh': isGone(shownText(m.teacher_start_failed())),
      'ready.done': isGone(shownText(m.teacher_start_failed())),
      'ready.refused': async (_snapshot, stage) => {
        await says(m.teacher_start_failed(), everywhere)(null, stage);
        await says('The lesson was not found.', everywhere)(null, stage);
      },
      'ready.unreachable': says(m.teacher_start_failed(), everywhere),
      saving: () => gates.waits(starts[mode]),
    },
  });

describeCommand({
  name: 'openShared',
  first: 'A'.repeat(22),
  orders: ['A'.repeat(22)],
  results: [{ lesson_id: 11, lesson_name: 'Rocks', shared_by_puid: 4, shared_by: 'Tess Person' }],
  // An open lesson is not opened again, nor is a link that leads nowhere.
  can: ({ type }, snapshot) => type !== 'command.given' || snapshot.matches({ ready: 'unreachable' }),
  open,
  mount: async (stage) => {
    await comeAnew(stage, paths.sharedLesson('A'.repeat(22)), async () => {
      await gates.open();
      await gates.hold(sharing.shareLessonFromUrl);
    });
  },
  gates: () => gates,
  calls: { run: sharing.shareLessonFromUrl },
  press: { give: press(m.common_try_again(), everywhere) },
  see: {
    saving: (_snapshot, { page }) => page.getByRole('heading', { level: 1, name: m.sharing_opening() }).waitFor(),
    'ready.refused': says(m.sharing_link_not_for_you(), everywhere),
    'ready.unreachable': says(m.common_load_failed(), everywhere),
    'ready.done': async (_snapshot, stage) => {
      await stage.page.getByRole('heading', { level: 1, name: 'Rocks' }).waitFor();
      await says(m.sharing_opened_text({ name: 'Tess Person' }), everywhere)(null, stage);
      expect(await stage.page.getByRole('link', { name: m.teacher_preview() }).getAttribute('href')).toBe(paths.preview(11));
    },
  },
});

const { changed } = externalResourceModel.inputs as unknown as { changed: ExternalInput };
/** Whether a resource is added or changed, and the call that saves it. */
const isNew = (stage: { input: unknown }) => (stage.input as ExternalInput).resource === null;
const saving = (stage: { input: unknown }) => (isNew(stage) ? library.addExternal : library.updateExternal);

describeBrowser<typeof externalResourceMachine>(externalResourceModel, {
  open,
  isKept: true,
  mount: async (stage) => {
    await comeAnew(stage, `${paths.contentHome}?tab=mine`, async () => {
      await gates.open();
      await gates.always(library.myLibrary, { items: [], external: [changed.resource as NonNullable<ExternalInput['resource']>] });
      await gates.hold(library.uploadAttachment, library.addExternal, library.updateExternal);
    });
    const opener = isNew(stage) ? m.library_external_add() : m.library_change({ title: 'Tides' });
    await stage.page.getByRole('button', { name: opener }).waitFor();
    // The list of quizzes is above the button. When it comes, it moves the button away from a pointer that has just gone down.
    await expect.poll(() => stage.page.locator('main [class*=skeleton]').count()).toBe(0);
    await press(opener, everywhere)(null, stage);
  },
  // The drop zone is there only without a file. A field that already has its text does not change.
  can: (event, { context }) => {
    if (event.type === 'file.chosen') return context.file === null && context.attachment === null;
    if (event.type === 'draft.changed') return event.draft.title !== context.draft.title || event.draft.url !== context.draft.url;
    return true;
  },
  drive: {
    'draft.changed': async ({ draft }, { page }) => {
      await dialog(page).getByLabel('Title').fill(draft.title);
      await dialog(page).getByLabel(m.library_external_url()).fill(draft.url);
    },
    'file.chosen': ({ file }, { page }) =>
      dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: file.name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }),
    'file.removed': press(m.library_external_file_remove()),
    'form.submitted': (_event, stage) => press(isNew(stage) ? 'Add' : 'Save')(null, stage),
    'both.kept': press(m.workspace_equal_keep(), question),
    'resource.reconsidered': press(m.library_equal_leave(), question),
    'xstate.done.actor.upload': ({ output }) => gates.answer(library.uploadAttachment, output),
    'xstate.error.actor.upload': ({ error }) => gates.fail(library.uploadAttachment, error),
    'xstate.done.actor.save': ({ output }, stage) => gates.answer(saving(stage), output),
    'xstate.error.actor.save': ({ error }, stage) => gates.fail(saving(stage), error),
  },
  see: {
    editing: async ({ context }, { page }) => {
      expect(await dialog(page).getByLabel('Title').inputValue()).toBe(context.draft.title);
      expect(await dialog(page).getByLabel(m.library_external_url()).inputValue()).toBe(context.draft.url);
      const hasFile = context.file !== null || context.attachment !== null;
      await expect.poll(() => dialog(page).getByText('tides.pdf').count()).toBe(hasFile ? 1 : 0);
    },
    'editing.ready': async (_snapshot, { page }) => expect(await dialog(page).getByText(m.library_external_refused()).count()).toBe(0),
    'editing.untitled': says(m.library_title_missing()),
    'editing.without': says(m.library_address_or_file()),
    'editing.refused': async ({ context }, stage) => {
      await says(m.library_external_refused())(null, stage);
      await says(context.problem.message)(null, stage);
    },
    uploading: isGone((page) => dialog(page).getByRole('button', { name: 'Close' })),
    saving: isGone((page) => dialog(page).getByRole('button', { name: 'Close' })),
    equal: (_snapshot, { page }) => question(page).getByRole('heading', { name: m.library_equal_address() }).waitFor(),
    saved: async (_snapshot, stage) => {
      await isGone(dialog)(null, stage);
      await says(isNew(stage) ? 'Resource Added' : 'Resource Updated', everywhere)(null, stage);
    },
  },
});
