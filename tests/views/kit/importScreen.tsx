import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { type RosterJob, type RosterOptions, rosterPartSize } from '../../../contract/rostering/job.ts';
import { rostering } from '../../../contract/rostering.ts';
import type { Row } from '../../../server/db/schema.ts';
import { m } from '../../../src/paraglide/messages.js';
import type { WorkerAnswer } from '../../../src/services/rostering/rosterWorker.ts';
import { paths } from '../../../src/views/paths.ts';
import ImportPage from '../../../src/views/rostering/ImportPage.tsx';
import type { Stage } from '../../kit/describeView.ts';
import type { TestClient } from '../../server/testServer.ts';
import { AtAddress } from './atAddress.tsx';
import { openScreen, type Screen } from './screen.tsx';
import { answerAsWorker } from './workers.ts';

export const say = (answer: WorkerAnswer) => answerAsWorker(answer);

type Job = Row<'roster_job'>;
/** Calls that a file goes through. */
export const way = [rostering.uploadRosterPart, rostering.validateFile, rostering.rosterJob];
export const commands = [rostering.importStudents, rostering.cancelImport, rostering.resumeImport, rostering.undoImport];
const pause = 1_000;

/** A valid list, one with a row that is too short, which can be fixed, and one that is wrong as a whole. */
export const good = 'user_name,first_name,last_name,school_name\nada,Ada,Lovelace,Hill\n';
const wrong = good.replace('ada', 'bob,Bob\nada');
const whole = good.replace('school_name', 'user_name');

/** The screen, and the server's result for each list. */
export const at = {} as { opened: Screen; found: { good: Job; wrong: Job; part: Job; whole: Job } };

/** The server's result for the other lists, the same in every school of the tests. */
let refused: Omit<typeof at.found, 'good'> | undefined;

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
export const step = (name: string) => expect(document.querySelector('[aria-current=step]')?.textContent).toContain(name);
/** A skeleton, and nothing to press. */
export const busy = () => {
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryAllByText(m.ui_loading())).not.toEqual([]);
};
export const tick = (stage: Stage<any>) => act(async () => stage.clock.increment(pause));
export const choose = (text = good) => {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File([text], 'students.csv')] } });
};
export const changeMode = () => {
  const list = screen.getByLabelText<HTMLSelectElement>(m.rostering_mode());
  fireEvent.change(list, { target: { value: list.value === 'add' ? 'replace' : 'add' } });
};
export const changeMapping = () => {
  const earlier = screen.queryByRole('button', { name: /^Use the columns of / });
  if (earlier) return void fireEvent.click(earlier);
  const list = screen.getByLabelText<HTMLSelectElement>(m.rostering_user_name());
  fireEvent.change(list, { target: { value: [...list.options].findLast(({ value }) => value !== list.value)?.value } });
  press(m.rostering_columns_use());
};
/** Confirms the undo in its dialog. */
export const confirmUndo = async () =>
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: m.rostering_undo_import() }));

/** Uploads a list and has it checked, as if left by a colleague. */
async function leave(dan: TestClient, text: string, options: Partial<RosterOptions> = {}): Promise<Job> {
  const { backend } = at.opened.network;
  const file = { job_id: null, file_name: 'students.csv', size: text.length, part_no: 1, content: btoa(text) };
  const { job_id } = await dan.ok(rostering.uploadRosterPart, file);
  await dan.ok(rostering.validateFile, { job_id, options });
  await backend.settle();
  return backend.db.selectFrom('roster_job').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
}

/** Opens the wizard, on an import that was left on the server or on none. */
export async function openImport(stage: Stage<any>, isFound: boolean): Promise<void> {
  at.opened = await openScreen({ ...stage, held: [...way, ...commands, rostering.rosterFindings, rostering.rosterChanges] });
  const dan = await at.opened.network.backend.signIn('dan');
  const valid = await leave(dan, good);
  refused ??= { wrong: await leave(dan, wrong), part: await leave(dan, wrong, { leave_out: true }), whole: await leave(dan, whole) };
  at.found = { good: valid, ...refused };
  await at.opened.signIn('dan');
  stage.render(
    <AtAddress app={at.opened.app} address={paths.adminImport('importUsers', isFound ? at.found.good.job_id : undefined)}>
      <ImportPage />
    </AtAddress>,
  );
}

/** Opens the wizard on an import in the state of `job`. */
export async function openJob(stage: Stage<any>, job: RosterJob): Promise<void> {
  await openImport(stage, true);
  await answerJob(job);
}

/** Puts the import into the state of `job`, no matter how it got there. */
export async function stand(job: RosterJob): Promise<void> {
  const { network } = at.opened;
  const { db } = network.backend;
  const { found } = at;
  const wrongJob = job.check?.wrong_rows === 0 ? found.whole : found.wrong;
  const {
    job_id: _job,
    district_id: _district,
    ...rest
  } = job.state === 'refused' ? wrongJob : job.options.leave_out ? found.part : found.good;
  const job_id = Number(network.made(rostering.rosterJob).at(-1)?.job_id);
  const { state, confirmation, rows_total, rows_done } = job;
  await db
    .updateTable('roster_job')
    .set({ ...rest, state, confirmation, rows_total, rows_done })
    .where('job_id', '=', job_id)
    .execute();
  const isWhole = job.files.every(({ parts, received }) => parts === received);
  const size = isWhole ? good.length : rosterPartSize + good.length;
  await db.updateTable('roster_file').set({ size }).where('job_id', '=', job_id).execute();
}
/** Answers the call for the import's state. */
export const answerJob = (job: RosterJob) =>
  at.opened.network.release(rostering.rosterJob, async () => {
    await at.opened.network.backend.settle();
    await stand(job);
  });

/** The first of these calls that waits. */
export async function waits<Call extends (typeof way)[number] | (typeof commands)[number]>(calls: readonly Call[]): Promise<Call> {
  await waitFor(() => expect(calls.some((one) => at.opened.network.waiting(one) > 0)).toBe(true));
  return calls.find((one) => at.opened.network.waiting(one) > 0) as Call;
}

/** Takes a file up to the server's verdict. */
export async function arrive(stage: Stage<any>, job: RosterJob): Promise<void> {
  const { network } = at.opened;
  await tick(stage);
  let next = await waits(way);
  if (next === rostering.uploadRosterPart) {
    await network.release(next);
    next = await waits([rostering.validateFile]);
  }
  if (next === rostering.validateFile) {
    await network.release(next);
    // The chart starts to wait when the response arrives.
    await waitFor(async () => {
      await tick(stage);
      expect(network.waiting(rostering.rosterJob)).toBe(1);
    });
  }
  await answerJob(job);
}
