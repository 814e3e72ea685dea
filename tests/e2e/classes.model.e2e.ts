import { expect } from 'vitest';
import { classTransfers } from '../../contract/classTransfers.ts';
import { groups } from '../../contract/groups.ts';
import { rostering } from '../../contract/rostering.ts';
import type { classTransferMachine } from '../../src/machines/groups/classTransferMachine.ts';
import type { groupChangeMachine } from '../../src/machines/groups/groupChangeMachine.ts';
import { batch, type labelsMachine } from '../../src/machines/groups/labelsMachine.ts';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { classTransferModel, handOver, transferred } from '../machines/classTransfer.model.ts';
import { groupChangeModel } from '../machines/groupChange.model.ts';
import { labelsModel } from '../machines/labels.model.ts';
import { groupDetail } from '../machines/rosterSamples.ts';
import { everywhere, isGone, isHeld, press, question, says, shownText } from './dialogs.ts';
import { comeAnew, Gates, signedInPages } from './gates.ts';

let gates: Gates;

const nextPage = signedInPages('okafor', { expected: [/status of [45]\d\d/, /ERR_FAILED/] });
const open = async () => {
  const page = await nextPage();
  gates = new Gates(page);
  return page;
};
const { students: _, ...card } = groupDetail;

describeBrowser<typeof groupChangeMachine>(groupChangeModel, {
  open,
  isKept: true,
  mount: async (stage) => {
    await comeAnew(stage, paths.addGroup, async () => {
      await gates.open();
      await gates.always(groups.myGroups, [card]);
      await gates.always(groups.groupDetail, groupDetail);
      await gates.hold(groups.addGroup);
    });
    await stage.page.getByLabel('Name', { exact: true }).waitFor();
  },
  drive: {
    'change.submitted': async (_event, stage) => {
      await stage.page.getByLabel('Name', { exact: true }).fill('Robotics');
      await press('Create', everywhere)(null, stage);
    },
    'problem.closed': press('Dismiss', everywhere),
    'xstate.done.actor.change': async ({ output }, { page }) => {
      await gates.answer(groups.addGroup, output);
      await page.waitForURL((url) => url.pathname === paths.group(output.group_puid));
    },
    'xstate.error.actor.change': ({ error }) => gates.fail(groups.addGroup, error),
  },
  see: {
    ready: isGone(shownText('Nothing was changed')),
    saving: isHeld(/Create$/, everywhere),
    refused: async (_snapshot, stage) => {
      await says('Nothing was changed', everywhere)(null, stage);
      await says('The class was not found.', everywhere)(null, stage);
      expect(await stage.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Robotics');
    },
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
  drive: {
    'transfer.asked': async (_event, stage) => {
      const { page } = stage;
      await page.getByLabel('To teacher').selectOption(String(handOver.to.user_puid));
      await page
        .getByRole('table', { name: 'Classes' })
        .getByRole('checkbox', { name: /Science 7/ })
        .check();
      await press('Move 1 class', everywhere)(null, stage);
    },
    'transfer.dismissed': press('Cancel', question),
    'transfer.confirmed': press('Move 1 class', question),
    'undo.asked': press('Undo: Science 7', everywhere),
    'xstate.done.actor.transfer': ({ output }) => gates.answer(classTransfers.transferClasses, output),
    'xstate.error.actor.transfer': ({ error }) => gates.fail(classTransfers.transferClasses, error),
    'xstate.done.actor.undo': ({ output }) => gates.answer(classTransfers.undoClassTransfer, output),
    'xstate.error.actor.undo': ({ error }) => gates.fail(classTransfers.undoClassTransfer, error),
  },
  see: {
    ready: isGone(question),
    'ready.choosing': isGone(shownText('The classes were moved')),
    'ready.moved': says('The classes were moved', everywhere),
    'ready.undone': says('The classes are back', everywhere),
    'ready.notUndone': says('A class has changed hands again since.', everywhere),
    asking: async ({ context }, stage) => {
      await says('Tess Person no longer sees these classes', question)(null, stage);
      if (context.problem) await says('A class has changed hands meanwhile.', question)(null, stage);
    },
    moving: isHeld(/Move 1 class$/, question),
    undoing: isHeld(/^Undo: /, everywhere),
  },
});

/** As many students as need a second call. */
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
  drive: {
    'labels.asked': press(`Make ${students.length} labels`, everywhere),
    'labels.retried': press('Try again', everywhere),
    'xstate.done.actor.makeLabels': ({ output }) => gates.answer(rostering.makeLabels, output),
    'xstate.error.actor.makeLabels': ({ error }) => gates.fail(rostering.makeLabels, error),
  },
  see: {
    choosing: isGone((page) => page.getByRole('list', { name: 'Labels with login codes' })),
    making: ({ context }, stage) => says(`${context.labels.length} of ${students.length}`, everywhere)(null, stage),
    failed: says('Too much to do', everywhere),
    made: async ({ context }, { page }) => {
      const list = page.getByRole('list', { name: 'Labels with login codes' });
      await expect.poll(() => list.getByText('abcd2345').count()).toBe(context.labels.length);
      await list.getByRole('img', { name: 'Code of the sign-in page' }).last().waitFor();
      await page.getByRole('button', { name: 'Print the labels' }).waitFor();
    },
  },
});
