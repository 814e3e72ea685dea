// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { assignments } from '../../contract/assignments.ts';
import type { DataOf } from '../../contract/kit.ts';
import { staff } from '../../contract/kit.ts';
import { reports } from '../../contract/reports.ts';
import type { collectionMachine } from '../../src/machines/collection/collectionMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { reportScreen } from '../../src/views/reports/reportScreen.tsx';
import { progressWords } from '../../src/views/reports/words.ts';
import { addressOf } from '../../src/views/screen.ts';
import { describeView } from '../kit/describeView.ts';
import { collectionModel } from '../machines/collection.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { cellsOf, savedCsv } from './kit/files.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { found, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

type Result = DataOf<(typeof assignments)['assignmentResult']>['students'][number];
const percent = ({ percentage_completed }: Result) => percentage_completed;

/** A report with everything that a declaration can contain. */
const Sample = reportScreen({
  path: 'mygroups/sample/:value',
  roles: staff,
  ids: 1,
  call: reports.studentList,
  input: ({ ids: [group_assignment_id], chosen }) => ({ group_assignment_id: Number(chosen.class ?? group_assignment_id) }),
  rows: (students) => students,
  name: m.teacher_by_student,
  lead: (students) => m.teacher_students({ count: students.length }),
  back: () => [{ label: m.teacher_assignments(), href: paths.assignments }],
  students: (students) => students,
  figures: [{ name: m.teacher_students_title, value: (students) => students.length }],
  missing: {
    of: (students, { name }) => students.filter(({ state }) => state === 'notStarted').map(name),
    words: m.reports_missing_names,
  },
  filters: {
    class: { options: (_, { language }) => ['1', '2'].map((key) => ({ key, label: `${language} ${key}` })) },
    kind: { label: m.teacher_state, of: ({ state }) => state, nameOf: (state) => progressWords(state as 'completed') },
  },
  empty: { title: m.teacher_no_students },
  caption: m.teacher_students_title,
  rowKey: ({ user_puid }) => user_puid,
  sort: 'name',
  columns: {
    number: { header: m.teacher_number, value: ({ user_puid }) => user_puid, unit: 'number' },
    name: { header: m.teacher_student, value: (row, { name }) => name(row), isRowHeader: true },
    state: { header: m.teacher_state, value: (row) => progressWords(row.state), look: (text) => <em>{text}</em> },
    done: { header: m.teacher_done, value: percent, unit: 'percent' },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
    active: { header: m.teacher_last_active, value: ({ last_active_at }) => last_active_at, unit: 'moment' },
  },
  chart: {
    done: { name: m.teacher_done, title: m.teacher_by_student, kind: 'bar', along: 'name', series: ['done'], max: 110 },
    time: {
      name: m.teacher_time,
      title: m.reports_facility_title,
      kind: 'line',
      along: 'state',
      series: ['time'],
      points: (rows) => ({ labels: rows.map(({ state }) => state), values: rows.map(percent) }),
    },
  },
  drill: { to: ({ user_puid, state }) => (state === 'completed' ? null : paths.studentAnswers(1, user_puid)) },
});

const address = (id: number) => addressOf(Sample.declaration, id);
const caption = m.teacher_students_title();

describeReport(Sample, {
  as: 'tess',
  prepare: async (backend) => {
    const { group_assignment_id } = await assignTo(backend, ids.freeLesson);
    return [group_assignment_id];
  },
  heading: m.teacher_by_student(),
  figures: { [caption]: '2' },
  missing: m.reports_missing_names({ count: 2, names: 'Person, ana; Person, ben' }),
  table: [
    [m.teacher_number(), 'Student', m.teacher_state(), 'Done', 'Time', m.teacher_last_active()],
    ['1,001', 'Person, ana', m.teacher_not_started(), '0%', '0 min', '–'],
    ['1,002', 'Person, ben', m.teacher_not_started(), '0%', '0 min', '–'],
  ],
  leadsTo: () => paths.studentAnswers(1, ids.ana),
  refused: { 'a teacher of another class': { as: 'tom' }, 'an administrator of another district': { as: 'dora' } },
});

let opened: Screen;
let group_assignment_id: number;

describeView<typeof collectionMachine>(
  { ...collectionModel, use: 'collection: report', inputs: { 'nothing kept': { kept: undefined } } },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [reports.studentList] });
      ({ group_assignment_id } = await assignTo(opened.network.backend, ids.freeLesson));
      await opened.signIn('tess');
      stage.render(
        <AtRoute app={opened.app} address={address(group_assignment_id)} path={`/authenticated/${Sample.declaration.path}`}>
          <Sample />
        </AtRoute>,
      );
      await screen.findByRole('heading', { level: 1, name: m.teacher_by_student() });
    },
    drive: {
      'collection.retried': () => fireEvent.click(screen.getByRole('button', { name: m.common_try_again() })),
      'collection.outdated': () => fireEvent(document, new Event('visibilitychange')),
      'xstate.done.actor.load': () => opened.network.release(reports.studentList),
      'xstate.error.actor.load': ({ error }) => opened.network.fail(reports.studentList, error),
    },
    see: {
      loading: () => expect(screen.queryByRole('table')).toBeNull(),
      failed: () => {
        shown(m.common_load_failed());
        expect(screen.queryByRole('table')).toBeNull();
      },
      ready: () => {
        expect(cellsOf(caption)).toHaveLength(3);
        expect(screen.queryByText(m.common_may_be_old())).toBeNull();
      },
      refreshing: () => expect(cellsOf(caption)).toHaveLength(3),
      stale: () => {
        expect(cellsOf(caption)).toHaveLength(3);
        shown(m.common_may_be_old());
      },
    },
  },
);

/** Opens the sample at an address, as the teacher. */
async function openAt(search: string) {
  opened = await openScreen();
  const first = await assignTo(opened.network.backend, ids.freeLesson);
  await opened.signIn('tess');
  const show = () =>
    render(
      <AtRoute app={opened.app} address={address(first.group_assignment_id) + search} path={`/authenticated/${Sample.declaration.path}`}>
        <Sample />
      </AtRoute>,
    );
  return { first, show };
}

it('asks the server for what it chooses, shows nothing of the old answer under the new choice, and says when that fails', async () => {
  const { show } = await openAt('');
  show();
  await screen.findByRole('table', { name: caption });
  opened.network.hold(reports.studentList);
  fireEvent.change(screen.getByLabelText(m.teacher_class()), { target: { value: '2' } });
  await waitFor(() => expect(opened.network.waiting(reports.studentList)).toBe(1));
  expect(screen.queryByRole('table', { name: caption })).toBeNull();
  expect(opened.network.made(reports.studentList).at(-1)).toMatchObject({ group_assignment_id: '2' });
  await opened.network.fail(reports.studentList, { code: 503, message: 'Service unavailable' });
  await found(m.common_may_be_old());
});

it('opens at its address: sorted, filtered, with other words for names, and the same on paper and in files', async () => {
  const { show } = await openAt('?sort=-number&names=hidden&view=time&kind=notStarted');
  show();
  await screen.findByRole('table', { name: caption });
  expect(cellsOf(caption).map((cells) => cells[1])).toEqual(['Student', 'Heron', 'Otter']);
  expect((await savedCsv()).map((cells) => cells[1])).toEqual(['Student', 'Heron', 'Otter']);
  shown(m.reports_missing_names({ count: 2, names: 'Otter; Heron' }));
  expect(route.path).toContain('names=hidden');
});

it('says what to do when there is nothing', async () => {
  const { show } = await openAt('');
  await opened.network.backend.db.updateTable('enrollment').set({ active: 0 }).where('role', '=', 'student').execute();
  show();
  await screen.findByText(m.teacher_no_students());
  expect(screen.queryByRole('table', { name: caption })).toBeNull();
});
