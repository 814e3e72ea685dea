// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import { reports } from '../../contract/reports.ts';
import type { ReportOrder, reportMachine } from '../../src/machines/reports/reportMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeView } from '../kit/describeView.ts';
import { reportModel } from '../machines/report.model.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { assignTo, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { ResultPages } from './kit/resultPages.tsx';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const release: ReportOrder = { kind: 'release', quizId: quiz_id, students: [], day: '' };

let opened: Screen;

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const inDialog = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const cells = () => screen.getAllByRole('rowheader', { hidden: true }).map(({ textContent }) => textContent);
const states = async () =>
  (await opened.network.backend.db.selectFrom('attempt').select('state').orderBy('user_puid').execute()).map(({ state }) => state);

describeView<typeof reportMachine>(
  {
    ...reportModel,
    events: [
      { type: 'names.hidden' },
      { type: 'names.shown' },
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
      opened = await openScreen({ ...stage, held: [reports.releaseReport, reports.recallReport] });
      const { backend } = opened.network;
      await keepResources(backend, ids.freeLesson, ['reading', 'quiz']);
      const { group_assignment_id } = await assignTo(backend, ids.freeLesson);
      const ana = await backend.signIn('ana');
      const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
      await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
      await opened.signIn('tess');
      stage.render(
        <Around app={opened.app}>
          <ResultPages path={paths.assignmentResult(ids.freeLesson, ids.class, group_assignment_id)} />
        </Around>,
      );
      await screen.findByRole('heading', { name: m.teacher_by_student() });
    },
    // A dialog blocks the page behind it, and changes only the day.
    can: (event, snapshot) =>
      event.type === 'order.changed'
        ? snapshot.context.order?.kind === event.order.kind
        : !(event.type.startsWith('names.') && snapshot.hasTag('open')),
    drive: {
      'names.hidden': () => fireEvent.click(screen.getByRole('switch', { name: m.reports_hide_names() })),
      'names.shown': () => fireEvent.click(screen.getByRole('switch', { name: m.reports_hide_names() })),
      'order.opened': async ({ order }) => {
        if (order.kind === 'release') press(m.reports_release());
        else {
          fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
          press(m.reports_recall_some());
        }
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
      'names.named': () => expect(cells()).toContain('Person, ana'),
      'names.anonymous': () => {
        expect(document.body.textContent).not.toContain('Person');
        expect(cells()).toEqual(expect.arrayContaining(['Otter', 'Heron']));
      },
      'orders.none': () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
      'orders.choosing': ({ context }) => {
        if (context.order?.kind === 'release') expect(dialog().getByLabelText<HTMLInputElement>('From').value).toBe(context.order.day);
        else expect(dialog().queryByLabelText('From')).toBeNull();
      },
      'orders.choosing.fresh': () => expect(dialog().queryByRole('alert')).toBeNull(),
      'orders.choosing.refused': ({ context }) => {
        shown(context.order?.kind === 'release' ? 'release Report API Error' : m.reports_recall_error());
        shown('None of them has a result to release.');
      },
      'orders.sending': async () => {
        await waitFor(() => expect(opened.network.waiting(reports.releaseReport) + opened.network.waiting(reports.recallReport)).toBe(1));
        expect(dialog().queryByRole('button', { name: 'Close' })).toBeNull();
        expect(await states()).toHaveLength(1);
      },
    },
  },
);
