import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { backgroundLesson } from '../../common/chosenDay.ts';
import { assigning, type ClassUsers } from '../../contract/assigning.ts';
import { assignments } from '../../contract/assignments.ts';
import { calls } from '../../contract/index.ts';
import { nullText } from '../../contract/workspace.ts';
import type { AssignableGroup, AssignInput, assignMachine } from '../../src/machines/assigning/assignMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { viewPath } from '../../src/views/workspace/address.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { assignInput, assignOnScreen } from '../machines/assign.model.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { describeCommand } from './describeCommand.ts';
import { Gates, signIn } from './gates.ts';

let gates: Gates;

/** Makes a lesson of the teacher's, independent of what other tests left. */
beforeAll(async () => {
  const { token, userData } = await ask(calls.loginWithoutDistrict, { username: 'rivera', password: 'science-rocks' });
  const nowhere = { product_id: nullText, unit_id: nullText, subunit_id: nullText, level3_id: nullText } as const;
  const custom = { is_custom_unit_folder: nullText, is_custom_subunit_folder: nullText, is_custom_level3_folder: nullText } as const;
  const texts = { lesson_name: 'To give away', lesson_objective: nullText, instructions: '', lesson_resources: '[]' };
  const lesson = { ...texts, ...nowhere, ...custom, ...backgroundLesson, is_assignment: 'no', enforce_order: false } as const;
  await ask(calls.createLesson, { user_puid: userData.userPuid, ...lesson }, token);
});

/** Period 2 already has the lesson; Period 4 can get it. */
const group = (group_puid: number, group_name: string, group_assignment_id: number | null): AssignableGroup => ({
  group_puid,
  group_name,
  kind: 'class',
  subject: null,
  grade: null,
  period: null,
  student_count: 1,
  group_assignment_id,
  is_individual: false,
  to_date: null,
  has_timed_assessment: true,
});
const [hasIt, canHaveIt] = [101, 102];
const groups = [group(hasIt, 'Period 2', 5), group(canHaveIt, 'Period 4', null)];
const cal = { user_puid: 901, first_name: 'Cal', last_name: 'Person' };
const studentsOfClass: ClassUsers = {
  group_puid: canHaveIt,
  group_name: 'Period 4',
  group_assignment_id: null,
  from_date: null,
  to_date: null,
  is_individual: false,
  unassigned: [cal],
  assigned: [],
  assigned_taken: [],
};
const numbers = { students: 2, not_started: 2, in_progress: 0, submitted: 0 };

const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');
const ofClass = (page: Page, name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
const press =
  (name: string) =>
  (_event: unknown, { page }: { page: Page }) =>
    dialog(page).getByRole('button', { name, exact: true }).click();
const answer =
  (name: string) =>
  (_event: unknown, { page }: { page: Page }) =>
    question(page).getByRole('button', { name, exact: true }).click();

const open = async () => {
  const page = await newPage({ isKept: true, expected: [/status of [45]\d\d/, /ERR_FAILED/] });
  gates = new Gates(page);
  return page;
};

/** Opens the dialog for the teacher's own lesson, or for a prebuilt one. */
async function openDialog(page: Page, isPrebuilt: boolean, ...held: Parameters<Gates['hold']>): Promise<void> {
  await gates.open();
  if (page.url() === 'about:blank') await signIn(page, 'rivera');
  await gates.always(assignments.classesForLesson, groups);
  await gates.always(assigning.classesAndUsers, studentsOfClass);
  await gates.hold(...held);
  await page.goto(viewPath(isPrebuilt ? { tab: 'content' } : { tab: 'assignment', place: 'all' }));
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click();
}

const readings = (page: Page) => dialog(page).getByRole('checkbox', { name: m.sharing_readings_open() });

describeBrowser<typeof assignMachine>(
  {
    ...assignOnScreen({
      canHaveIt,
      hasIt,
      student: cal.user_puid,
      groups,
      dates: { from: '2030-01-07', to: '2030-01-14' },
    }),
    inputs: { workspace: assignInput, prebuilt: { ...assignInput, isPrebuilt: true } },
  },
  {
    open,
    isKept: true,
    mount: async ({ page, input: given }) => {
      await openDialog(page, (given as AssignInput).isPrebuilt, assignments.classesForLesson, assignments.assign);
      await gates.always(assigning.unassignNumbers, numbers);
      await gates.always(assigning.unassign, null);
    },
    // Students are checked in the expanded list of their class. Only a class that gets the lesson can have separate dates.
    can: (event, { context }) =>
      (event.type !== 'student.toggled' || (context.selected === canHaveIt && context.category === 1)) &&
      (event.type !== 'category.chosen' || (context.selected !== null && context.category !== event.category)) &&
      (event.type !== 'group.selected' || context.selected === null) &&
      (event.type !== 'readings.switched' || !context.isReadingOpen) &&
      (event.type !== 'ownDates.changed' || context.chosen.includes(canHaveIt) || context.students[canHaveIt] !== undefined),
    drive: {
      'groups.retried': press(m.common_try_again()),
      'group.toggled': (_event, { page }) =>
        ofClass(page, 'Period 4')
          .getByRole('checkbox', { name: /^Period 4/ })
          .click(),
      'group.selected': (_event, { page }) => ofClass(page, 'Period 4').getByRole('button', { name: 'Students' }).click(),
      'category.chosen': ({ category }, { page }) =>
        dialog(page)
          .getByRole('radio', { name: category === 1 ? /^Unassigned/ : /^Assigned/ })
          .check({ force: true }),
      'student.toggled': (_event, { page }) => dialog(page).getByRole('checkbox', { name: 'Person, Cal' }).click(),
      'dates.changed': async ({ dates }, { page }) => {
        await dialog(page).getByLabel('From', { exact: true }).fill(dates.from);
        await dialog(page).getByLabel('Due', { exact: true }).fill(dates.to);
      },
      // Separate dates, and back to the shared ones.
      'ownDates.changed': async (_event, { page }) => {
        await ofClass(page, 'Period 4').getByRole('button', { name: m.sharing_own_dates() }).click();
        await ofClass(page, 'Period 4').getByRole('button', { name: m.sharing_same_dates() }).click();
      },
      'readings.switched': (_event, { page }) => readings(page).check(),
      'lesson.unassigned': async (_event, { page }) => {
        await ofClass(page, 'Period 2').getByRole('button', { name: 'Unassign' }).click();
        await question(page).getByText('2 not started, 0 in progress, 0 submitted').waitFor();
        await question(page).getByRole('button', { name: 'Unassign' }).click();
        await question(page).waitFor({ state: 'detached' });
      },
      'assign.submitted': press('Assign'),
      'xstate.done.actor.loadGroups': ({ output }) => gates.answer(assignments.classesForLesson, output),
      'xstate.error.actor.loadGroups': ({ error }) => gates.fail(assignments.classesForLesson, error),
      'xstate.done.actor.assignLesson': () => gates.answer(assignments.assign, { lesson_id: 11, assignment_id: 6, group_assignment_id: 7 }),
      'xstate.error.actor.assignLesson': ({ error }) => gates.fail(assignments.assign, error),
    },
    see: {
      loading: (_snapshot, { page }) => dialog(page).waitFor(),
      unavailable: async (_snapshot, { page }) => {
        await dialog(page).getByText(m.common_load_failed()).waitFor();
        await dialog(page).getByText('No such lesson').waitFor();
      },
      choosing: async ({ context }, { page }) => {
        const box = ofClass(page, 'Period 4').getByRole('checkbox', { name: /^Period 4/ });
        expect(await readings(page).isChecked()).toBe(context.isReadingOpen);
        expect(await box.isChecked()).toBe(context.chosen.includes(canHaveIt));
        expect(await dialog(page).getByLabel('Due', { exact: true }).inputValue()).toBe(context.dates.to);
        expect(await dialog(page).getByText('1 student chosen').count()).toBe(context.students[canHaveIt] ? 1 : 0);
      },
      'choosing.ready': async (_snapshot, { page }) => expect(await dialog(page).getByRole('alert').count()).toBe(0),
      'choosing.unassigned': (_snapshot, { page }) =>
        ofClass(page, 'Period 2')
          .getByRole('checkbox', { name: /^Period 2/ })
          .and(page.locator(':focus'))
          .waitFor(),
      'choosing.withoutClass': (_snapshot, { page }) => dialog(page).getByText(m.sharing_choose_somebody()).waitFor(),
      'choosing.datesInverted': (_snapshot, { page }) => dialog(page).getByText(m.teacher_dates_inverted()).first().waitFor(),
      'choosing.refused': async (_snapshot, { page }) => {
        await dialog(page).getByText('Assign Assignment Error').waitFor();
        await dialog(page).getByText('Too much to do').waitFor();
      },
      assigning: async (_snapshot, { page }) => {
        expect(
          await ofClass(page, 'Period 4')
            .getByRole('checkbox', { name: /^Period 4/ })
            .isDisabled(),
        ).toBe(true);
        // The dialog cannot be closed before the server has responded.
        await page.keyboard.press('Escape');
        expect(await dialog(page).count()).toBe(1);
      },
      assigned: (_snapshot, { page }) => dialog(page).waitFor({ state: 'detached' }),
    },
  },
);

describeCommand({
  name: 'unassign',
  orders: ['the assignment'],
  // What is unassigned cannot be unassigned again.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  question: 'counted',
  counted: numbers,
  open,
  mount: async ({ page }) => {
    await openDialog(page, false, assigning.unassignNumbers, assigning.unassign);
    await ofClass(page, 'Period 2').waitFor();
  },
  gates: () => gates,
  calls: { run: assigning.unassign, count: assigning.unassignNumbers },
  press: {
    give: (_event, { page }) => ofClass(page, 'Period 2').getByRole('button', { name: m.sharing_unassign() }).click(),
    confirm: answer(m.sharing_unassign()),
    dismissQuestion: answer(m.common_cancel()),
    recount: answer(m.common_try_again()),
  },
  see: {
    'asking.counting': (_snapshot, { page }) => question(page).getByText(m.sharing_unassign_counting()).waitFor(),
    'asking.uncounted': (_snapshot, { page }) => question(page).getByText(m.sharing_unassign_uncounted()).waitFor(),
    'asking.confirming': (_snapshot, { page }) =>
      question(page)
        .getByText(m.sharing_unassign_numbers({ notStarted: 2, inProgress: 0, submitted: 0 }))
        .waitFor(),
    'asking.confirming.refused': ({ context }, { page }) => question(page).getByText(context.problem.message).waitFor(),
    'asking.confirming.unreachable': (_snapshot, { page }) =>
      question(page)
        .getByText(/The server did not answer/)
        .waitFor(),
    saving: async (_snapshot, { page }) => {
      await page.keyboard.press('Escape');
      expect(await question(page).count()).toBe(1);
    },
    ready: (_snapshot, { page }) => question(page).waitFor({ state: 'detached' }),
  },
});
