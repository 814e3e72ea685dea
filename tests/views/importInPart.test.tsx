// @vitest-environment jsdom

import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { RosterChange, RosterCheck, RosterJob } from '../../contract/rostering/job.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { type PartOrder, rosterFileMachine } from '../../src/machines/rostering/rosterFileMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { setLocale } from '../../src/paraglide/runtime.js';
import { paths } from '../../src/views/paths.ts';
import Differences from '../../src/views/rostering/Differences.tsx';
import { columnOf, rowWords } from '../../src/views/rostering/findingWords.ts';
import HistoryPage from '../../src/views/rostering/history.report.tsx';
import Outcome from '../../src/views/rostering/Outcome.tsx';
import { Sending } from '../../src/views/rostering/Sending.tsx';
import { having, startingWith } from '../kit/words.ts';
import { refusedFile } from '../machines/rosterFile.model.ts';
import { check, fileOf, finding, jobOf, options, rowCheck } from '../machines/rosterSamples.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, shown } from './kit/screen.tsx';

installNetwork();
afterEach(() => void setLocale('en', { reload: false }));

const inPart: Partial<RosterJob> = { check: rowCheck, options: { ...options, leave_out: true } };
const gone = [{ name: 'students.csv', size: 90, parts: 1, received: 0 }];
const nothing = () => {};
const everything = /Everything in the file|everything in the file/;

async function outcome(job: RosterJob) {
  const { app, signIn } = await openScreen();
  await signIn('dan');
  render(
    <Around app={app}>
      <Outcome job={job} files={[]} isAsking={false} onAsk={null} onCancel={nothing} onUndo={nothing} onResume={null} onRestart={nothing} />
    </Around>,
  );
}
async function differences(further: Partial<RosterJob>, changes: readonly RosterChange[] = [], error: string | null = null) {
  const { app, signIn } = await openScreen();
  await signIn('dan');
  const none = { created: 0, updated: 0, unchanged: 2, deactivated: 0, kept: 0 };
  const counts = { schools: none, sessions: none, users: none, classes: none, enrollments: none };
  const job = jobOf('validated', { counts, ...further });
  const verdict = { check: job.check as RosterCheck, findings: [finding] };
  render(
    <Around app={app}>
      <Differences
        job={job}
        files={[]}
        verdict={verdict}
        changes={changes}
        typed=""
        error={error}
        isAllowed
        onTyped={nothing}
        onWay={nothing}
        onConfirm={nothing}
        onDiscard={nothing}
      />
    </Around>,
  );
}

it('says that everything is here where it is', async () => {
  await outcome(jobOf('done', { files: gone }));
  shown('Imported');
  shown(everything);
});
it('says of an import in part how many rows came and how many did not, with the file of the rest', async () => {
  await outcome(jobOf('done', inPart));
  shown(m.rostering_over_part());
  shown(/Imported: 2 of 3 rows\. Not imported: 1\./);
  shown('Left out because of errors: 1 row');
  expect(screen.getByRole('button', { name: 'Download students.csv with an error column' })).toBeTruthy();
  shown(/The file is kept here for 7 days\./);
  expect(screen.queryByText(everything)).toBeNull();
});
it('offers no file that is not kept any more', async () => {
  await outcome(jobOf('done', { ...inPart, files: gone }));
  shown(/The file is no longer kept here\./);
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
});
it('counts rows that are older than what is here', async () => {
  await outcome(jobOf('done', { older: 2, files: gone }));
  shown(m.rostering_over_part());
  shown(/^Imported: 1 of 3 rows\. Not imported: 2\. 2 rows are older than what is here and do not count\./);
  expect(screen.queryByText(/^Left out/)).toBeNull();
});
it.each<[string, Partial<RosterJob>, RegExp | null]>([
  ['are of nobody who gets an account', { skipped: 1 }, having(m.rostering_skipped({ count: 1 }))],
  ['are of family members', { family: 3 }, having(m.rostering_family({ count: 3 }))],
  [
    'were changed here by hand',
    { counts: { ...jobOf('done').counts, users: { created: 0, updated: 0, unchanged: 0, deactivated: 0, kept: 1 } } as never },
    null,
  ],
])('does not say that everything is here where rows %s', async (_why, further, text) => {
  await outcome(jobOf('done', further));
  shown('Imported');
  if (text) shown(text);
  expect(screen.queryByText(everything)).toBeNull();
});

it.each<[string, Partial<RosterJob>]>([
  ['are left out', inPart],
  ['are older', { older: 1 }],
])('does not say before either that everything is here where rows %s', async (_why, further) => {
  await differences(further);
  shown(m.rostering_would_nothing_part());
  expect(screen.queryByText(everything)).toBeNull();
});
it('says before that everything is here where it is, and lists what is warned of', async () => {
  await differences({ check: { ...check, warnings: 1 } });
  shown(m.rostering_would_nothing());
  expect(screen.getByRole('table', { name: 'Findings' })).toBeTruthy();
});

it.each([
  ['en', 'Role: Teacher → School administrator · School: Hill → – · Status: Inactive → Active'],
  ['es', 'Rol: Docente → Administración de la escuela · Escuela: Hill → – · Estado: Inactivo → Activo'],
] as const)('says in words what becomes of somebody, in %s', async (language, text) => {
  void setLocale(language, { reload: false });
  const fields = { role_id: ['2', '6'], school_name: ['Hill', null], active: ['0', '1'] } satisfies RosterChange['fields'];
  await differences({}, [{ kind: 'users', action: 'update', name: 'Elena Rivera', fields }]);
  shown(text);
});

it.each([
  ['en', startingWith(m.rostering_over_part({}, { locale: 'en' })), '3 (1 not imported)'],
  ['es', startingWith(m.rostering_over_part({}, { locale: 'es' })), '3 (1 sin importar)'],
] as const)('stands in the history as what it is, in %s', async (language, state, rows) => {
  const opened = await openScreen({ held: [] });
  const { backend } = opened.network;
  void setLocale(language, { reload: false });
  const now = backend.clock.now;
  const row = {
    district_id: 1,
    created_by: ids.dan,
    school_id: null,
    form: 'simple' as const,
    state: 'done' as const,
    findings: '[]',
    changes: '[]',
    confirmation: null,
    problem: null,
    rows_total: 3,
    rows_done: 3,
    left_alone: 0,
    created_at: now - 60_000,
    updated_at: now,
    validated_at: now,
    finished_at: now,
    runner: null,
    lease_until: 0,
  };
  const result = (name: string, more: object) =>
    JSON.stringify({ files: [{ name, size: 90, parts: 1 }], counts: null, skipped: 0, brake: null, losers: [], looksUp: false, ...more });
  await insertAll(backend.db, 'roster_job', [
    { ...row, job_id: 1, options: JSON.stringify({ ...options, leave_out: true }), result: result('part.csv', { check: rowCheck }) },
    { ...row, job_id: 2, options: JSON.stringify(options), result: result('older.zip', { check, older: 1 }) },
    { ...row, job_id: 3, options: '{}', result: result('whole.csv', { check }) },
  ]);
  await opened.signIn('dan');
  render(
    <AtAddress app={opened.app} address={paths.importHistory(true)}>
      <HistoryPage />
    </AtAddress>,
  );
  const rowOf = (name: string) => screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement;
  await waitFor(() => rowOf('part.csv'));
  expect(within(rowOf('part.csv')).getByText(state)).toBeTruthy();
  expect(within(rowOf('part.csv')).getByText(rows)).toBeTruthy();
  expect(within(rowOf('older.zip')).getByText(rows)).toBeTruthy();
  expect(within(rowOf('older.zip')).getByText(state)).toBeTruthy();
  expect(within(rowOf('whole.csv')).getByText('3')).toBeTruthy();
  expect(within(rowOf('whole.csv')).queryByText(state)).toBeNull();
});

it('names columns as the person’s file does, and fields that it lacks as the page does', () => {
  const spanish = { form: 'simple', header: ['Usuario', 'Nombre'] } as const;
  const at = (column: string | null) => ({ file: 'users.csv', column, code: 'required', params: {} });
  const why = 'This field must not be empty. Correct it where the roster is kept, and export again.';
  expect(rowWords(at('Nombre'), spanish as never, [])).toBe(`Nombre: ${why}`);
  expect(rowWords(at('last_name'), spanish as never, [])).toBe(`Last name: ${why}`);
  expect(rowWords(at(null), spanish as never, [])).toBe(why);
  const set = { form: 'oneRoster', header: [] } as const;
  const renamed = { kind: 'renameColumn', file: 'users.csv', from: 'User Name', to: 'username' } as const;
  expect(columnOf(at('username'), set as never, [renamed])).toBe('User Name');
  expect(columnOf({ ...at('username'), file: 'other.csv' }, set as never, [renamed])).toBe('username');
});

it('says beside the field what is wrong with the confirmation', async () => {
  await differences({ confirmation: '12' }, [], 'Type 12.');
  const field = screen.getByLabelText('Type 12 to confirm');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  shown('Type 12.');
});

it('says beside the file why the server refused it', async () => {
  const uploadPart = fromPromise<RosterJob, PartOrder>(() => Promise.reject(refusedFile));
  const input = { files: [fileOf('a')], job: null, options, listener: null };
  const sending = createActor(rosterFileMachine.provide({ actors: { uploadPart } }), { input });
  sending.start();
  const { app, signIn } = await openScreen();
  await signIn('dan');
  render(
    <Around app={app}>
      <Sending sending={sending} />
    </Around>,
  );
  shown(m.rostering_stuck());
  expect(screen.getByText('students.csv:').parentElement?.textContent).toBe('students.csv: At most 40 files.');
});
