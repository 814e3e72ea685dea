import { expect } from 'vitest';
import { classTransfers, groups } from '../../contract/groups.ts';
import { rostering } from '../../contract/rostering.ts';
import type { classTransferMachine } from '../../src/machines/groups/classTransferMachine.ts';
import { batch, type labelsMachine } from '../../src/machines/groups/labelsMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { having } from '../kit/words.ts';
import { classTransferModel, handOver, transferred } from '../machines/classTransfer.model.ts';
import { labelsModel } from '../machines/labels.model.ts';
import { groupDetail } from '../machines/rosterSamples.ts';
import { describeCommand } from './describeCommand.ts';
import { everywhere, isGone, isHeld, press, question, says, shownText } from './dialogs.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';

let gates: Gates;

const open = gatedPages('okafor', (fresh) => {
  gates = fresh;
});
const { students: _, ...card } = groupDetail;

describeCommand({
  name: 'groupForm',
  orders: ['Robotics'],
  results: [groupDetail],
  isDismissible: true,
  refused: { code: 404, message: 'The class was not found.', refused: true },
  open,
  mount: async (stage) => {
    await comeAnew(stage, paths.addGroup, async () => {
      await gates.open();
      await gates.always(groups.myGroups, [card]);
      await gates.always(groups.groupDetail, groupDetail);
      await gates.hold(groups.addGroup);
    });
    await stage.page.getByLabel(m.groups_name(), { exact: true }).waitFor();
  },
  // The page of the class comes next.
  can: (_event, snapshot) => !snapshot.hasTag('done'),
  gates: () => gates,
  calls: { run: groups.addGroup },
  after: (_output, { page }) => page.waitForURL((url) => url.pathname === paths.group(groupDetail.group_puid)),
  press: {
    give: async ({ order }, stage) => {
      await stage.page.getByLabel(m.groups_name(), { exact: true }).fill(order);
      await press(m.groups_create(), everywhere)(null, stage);
    },
    dismiss: press(m.ui_dismiss(), everywhere),
  },
  see: {
    'ready.fresh': isGone(shownText(m.groups_not_saved())),
    'ready.done': isGone(shownText(m.groups_not_saved())),
    'ready.refused': async (_snapshot, stage) => {
      await says(m.groups_not_saved(), everywhere)(null, stage);
      await says('The class was not found.', everywhere)(null, stage);
      expect(await stage.page.getByLabel(m.groups_name(), { exact: true }).inputValue()).toBe('Robotics');
    },
    'ready.unreachable': says(m.groups_not_saved(), everywhere),
    saving: isHeld(new RegExp(`${m.groups_create()}$`), everywhere),
  },
});

describeBrowser<typeof classTransferMachine>(classTransferModel, {
  open,
  isKept: true,
  mount: async (stage) => {
    await comeAnew(stage, `${paths.adminImport('transferMygroup')}?teacher=${handOver.from.user_puid}`, async () => {
      await gates.open();
      await gates.always(classTransfers.transferTeachers, [handOver.from, handOver.to]);
      await gates.always(classTransfers.classesOfTeacher, [...handOver.classes]);
      await gates.always(classTransfers.classTransferList, [transferred]);
      await gates.hold(classTransfers.transferClasses, classTransfers.undoClassTransfer);
    });
  },
  can: (event, snapshot) =>
    // The dialog covers the page. Without a giver there is no list, and a second press on a class would clear it.
    (!['giver.changed', 'taker.chosen', 'classes.chosen'].includes(event.type) || !snapshot.hasTag('asking')) &&
    (event.type !== 'classes.chosen' || snapshot.context.chosen.length === 0) &&
    (event.type !== 'transfer.asked' || event.from !== null),
  drive: {
    'giver.changed': async (_event, { page }) => {
      await page.getByLabel(m.groups_hand_from()).selectOption(String(handOver.from.user_puid));
    },
    'taker.chosen': async ({ to }, { page }) => {
      await page.getByLabel(m.groups_hand_to()).selectOption(String(to.user_puid));
    },
    'classes.chosen': (_event, { page }) =>
      page
        .getByRole('table', { name: 'Classes' })
        .getByRole('checkbox', { name: /Science 7/ })
        .check(),
    'transfer.asked': press(m.groups_hand_go({ count: 1 }), everywhere),
    'transfer.dismissed': press('Cancel', question),
    'transfer.confirmed': press(m.groups_hand_go({ count: 1 }), question),
    'undo.asked': press('Undo: Science 7', everywhere),
    'xstate.done.actor.transfer': ({ output }) => gates.answer(classTransfers.transferClasses, output),
    'xstate.error.actor.transfer': ({ error }) => gates.fail(classTransfers.transferClasses, error),
    'xstate.done.actor.undo': ({ output }) => gates.answer(classTransfers.undoClassTransfer, output),
    'xstate.error.actor.undo': ({ error }) => gates.fail(classTransfers.undoClassTransfer, error),
  },
  see: {
    ready: isGone(question),
    'ready.choosing': isGone(shownText(m.groups_handed_over())),
    'ready.moved': says(m.groups_handed_over(), everywhere),
    'ready.undone': says(m.groups_handed_back(), everywhere),
    'ready.notUndone': says('A class has changed hands again since.', everywhere),
    asking: async ({ context }, stage) => {
      await says('Tess Person will no longer see these classes', question)(null, stage);
      if (context.problem) await says('A class has changed hands meanwhile.', question)(null, stage);
    },
    moving: isHeld(having(m.groups_hand_go({ count: 1 })), question),
    undoing: isHeld(/^Undo: /, everywhere),
  },
});

/** Enough students to require a second call. */
const [sample] = groupDetail.students;
const students = Array.from({ length: batch + 1 }, (_one, index) => ({
  ...(sample as NonNullable<typeof sample>),
  user_puid: index + 1,
  user_name: `ada${index + 1}`,
}));

describeBrowser<typeof labelsMachine>(labelsModel, {
  open,
  isKept: true,
  mount: async (stage) => {
    await comeAnew(stage, paths.printLabels(groupDetail.group_puid), async () => {
      await gates.open();
      await gates.always(groups.myGroups, [card]);
      await gates.always(groups.groupDetail, { ...groupDetail, student_count: students.length, students });
      await gates.hold(rostering.makeLabels);
    });
  },
  can: (event, snapshot) =>
    (event.type !== 'labels.asked' || event.order.students.length > 0) && labelsModel.can?.(event, snapshot) !== false,
  drive: {
    'labels.asked': press(`Make ${students.length} labels`, everywhere),
    'labels.retried': press(m.common_try_again(), everywhere),
    'xstate.done.actor.makeLabels': ({ output }) => gates.answer(rostering.makeLabels, output),
    'xstate.error.actor.makeLabels': ({ error }) => gates.fail(rostering.makeLabels, error),
  },
  see: {
    choosing: isGone((page) => page.getByRole('list', { name: m.rostering_labels() })),
    making: ({ context }, stage) => says(`${context.labels.length} of ${students.length}`, everywhere)(null, stage),
    failed: says('Too much to do', everywhere),
    made: async ({ context }, { page }) => {
      const list = page.getByRole('list', { name: m.rostering_labels() });
      await expect.poll(() => list.getByText('abcd2345').count()).toBe(context.labels.length);
      await list.getByRole('img', { name: m.rostering_labels_qr() }).last().waitFor();
      await page.getByRole('button', { name: m.rostering_labels_print() }).waitFor();
    },
  },
});
