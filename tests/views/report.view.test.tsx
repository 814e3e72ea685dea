// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import { reports } from '../../contract/reports.ts';
import type { ReportOrder, reportMachine } from '../../src/machines/reports/reportMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeView } from '../kit/describeView.ts';
import { reportModel } from '../machines/report.model.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { assignTo, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { openResult } from './kit/resultPages.tsx';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const release: ReportOrder = { kind: 'release', quizId: quiz_id, students: [], day: '' };

let opened: Screen;

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const inDialog = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const box = () => screen.getAllByRole<HTMLInputElement>('checkbox', { hidden: true })[1] as HTMLInputElement;
/** Ana submits the quiz. */
async function handIn(): Promise<void> {
  const ana = await opened.network.backend.signIn('ana');
  const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
  await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
}
const states = async () =>
  (await opened.network.backend.db.selectFrom('attempt').select('state').orderBy('user_puid').execute()).map(({ state }) => state);

describeView<typeof reportMachine>(
  {
    ...reportModel,
    events: [
      { type: 'students.chosen', students: [ids.ana] },
      { type: 'students.chosen', students: [] },
      { type: 'live.opened' },
      { type: 'live.closed' },
      { type: 'reassignment.opened', reassignment: { quizId: quiz_id, students: [] } },
      { type: 'quiz.reassigned' },
      { type: 'dates.opened' },
      { type: 'task.opened', task: 'assign' },
      { type: 'dialog.closed' },
      { type: 'order.opened', order: release },
      { type: 'order.opened', order: { ...release, kind: 'recall', students: [ids.ana] } },
      { type: 'order.changed', order: { ...release, day: '2030-02-01' } },
      { type: 'order.confirmed' },
      { type: 'order.cancelled' },
      { type: 'xstate.done.actor.placeOrder', output: { count: 1 } },
      { type: 'xstate.error.actor.placeOrder', error: { code: 409, message: 'None of them has a result to release.' } },
    ],
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [reports.releaseReport, reports.recallReport, reports.classActivity] });
      const { backend } = opened.network;
      await keepResources(backend, ids.freeLesson, ['reading', 'quiz']);
      const { group_assignment_id } = await assignTo(backend, ids.freeLesson);
      await handIn();
      await opened.signIn('tess');
      await openResult(stage, opened.app, group_assignment_id);
    },
    // A dialog blocks the page behind it. An order for chosen students needs ticks, and an order for all of a quiz has none of them.
    can: (event, snapshot) => {
      const { context } = snapshot;
      if (event.type === 'order.changed') return context.order?.kind === event.order.kind;
      if (event.type === 'students.chosen' && event.students.length === context.chosen.length) return false;
      if (event.type === 'order.opened' && event.order.students.length !== context.chosen.length) return false;
      if (event.type === 'reassignment.opened' && context.chosen.length > 0) return false;
      return snapshot.matches({ dialogs: 'none' }) || !/^(students|live)\./.test(event.type);
    },
    drive: {
      'students.chosen': () => fireEvent.click(box()),
      'live.opened': () => press(m.reports_live_open()),
      'live.closed': () => fireEvent.click(screen.getAllByRole('button', { name: m.reports_live_close() })[0] as HTMLElement),
      'reassignment.opened': () => press(m.reports_reassign_some()),
      'quiz.reassigned': async () => {
        const box = await dialog().findByRole<HTMLInputElement>('checkbox', { name: m.ui_table_select({ name: 'Person, ana' }) });
        if (!box.checked) fireEvent.click(box);
        inDialog('Next');
        inDialog('Next');
        inDialog(m.reports_do_reassign());
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        opened.network.backend.clock.now += 60_000;
        await handIn();
        fireEvent(document, new Event('visibilitychange'));
        await screen.findByText(/^0 of 13 · Graded/);
      },
      'dates.opened': () => press(m.sharing_dates_change()),
      'task.opened': () => press(m.sharing_who_has_it()),
      'dialog.closed': async () => fireEvent.click((await dialog().findAllByRole('button', { name: m.ui_close() }))[0] as HTMLElement),
      'order.opened': async ({ order }) => {
        if (order.kind === 'release') press(m.reports_release());
        else press(m.reports_recall_some());
        await screen.findByRole('dialog');
      },
      'order.changed': ({ order }) => fireEvent.change(dialog().getByLabelText('From'), { target: { value: order.day } }),
      'order.confirmed': () => inDialog(dialog().queryByRole('button', { name: 'Release' }) ? 'Release' : m.reports_do_recall()),
      'order.cancelled': () => inDialog('Cancel'),
      'xstate.done.actor.placeOrder': () =>
        opened.network.release(opened.network.waiting(reports.recallReport) > 0 ? reports.recallReport : reports.releaseReport),
      'xstate.error.actor.placeOrder': ({ error }) =>
        opened.network.fail(opened.network.waiting(reports.recallReport) > 0 ? reports.recallReport : reports.releaseReport, error),
    },
    see: {
      'live.hidden': () => expect(screen.queryByRole('heading', { name: m.reports_live_title(), hidden: true })).toBeNull(),
      'live.shown': async () => void (await screen.findByRole('heading', { name: m.reports_live_title(), hidden: true })),
      'dialogs.none': async ({ context }) => {
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        expect(box().checked).toBe(context.chosen.includes(ids.ana));
      },
      'dialogs.reassigning': async () => void (await screen.findByRole('dialog', { name: m.reports_reassign_title({ title: 'quiz' }) })),
      'dialogs.dating': async () =>
        void (await screen.findByRole('dialog', {
          name: m.sharing_dates_title({ lesson: 'In any order', name: 'Science 6, Period 2' }),
        })),
      'dialogs.tasking': async () => void (await screen.findByRole('dialog', { name: /In any order/ })),
      'dialogs.choosing': ({ context }) => {
        if (context.order?.kind === 'release') expect(dialog().getByLabelText<HTMLInputElement>('From').value).toBe(context.order.day);
        else expect(dialog().queryByLabelText('From')).toBeNull();
      },
      'dialogs.choosing.fresh': () => expect(dialog().queryByRole('alert')).toBeNull(),
      'dialogs.choosing.refused': ({ context }) => {
        shown(context.order?.kind === 'release' ? 'release Report API Error' : m.reports_recall_error());
        shown('None of them has a result to release.');
      },
      'dialogs.sending': async () => {
        await waitFor(() => expect(opened.network.waiting(reports.releaseReport) + opened.network.waiting(reports.recallReport)).toBe(1));
        expect(dialog().queryByRole('button', { name: 'Close' })).toBeNull();
        expect(await states()).toHaveLength(1);
      },
    },
  },
);
