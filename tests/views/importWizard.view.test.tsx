// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { type RosterJob, type RosterOptions, type RosterState, rostering, rosterPartSize } from '../../contract/rostering.ts';
import type { Row } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import type { JobCommand } from '../../src/machines/rostering/importWizardMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import type { WorkerAnswer } from '../../src/services/rostering/rosterWorker.ts';
import { paths } from '../../src/views/paths.ts';
import ImportPage from '../../src/views/rostering/ImportPage.tsx';
import { describeView, type Stage } from '../kit/describeView.ts';
import { having, oneOf } from '../kit/words.ts';
import { canOnScreen, importWizardModel } from '../machines/importWizard.model.ts';
import { check, jobOf } from '../machines/rosterSamples.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days } from '../server/testServer.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';
import { installWorkers } from './kit/workers.ts';

installNetwork();
const say = installWorkers<WorkerAnswer>();

type Machine = typeof importWizardModel.machine;
type Job = Row<'roster_job'>;
/** Calls that a file goes through. */
const way = [rostering.uploadRosterPart, rostering.validateFile, rostering.rosterJob];
const commands = [rostering.importStudents, rostering.cancelImport, rostering.resumeImport, rostering.undoImport];
const pause = 1_000;

/** A valid list, and one with a row that is too short, which can be fixed. */
const good = 'user_name,first_name,last_name,school_name\nada,Ada,Lovelace,Hill\n';
const wrong = good.replace('ada', 'bob,Bob\nada');

let opened: Screen;
/** The server's result for each list. */
let found: { good: Job; wrong: Job; part: Job };

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const step = (name: string) => expect(document.querySelector('[aria-current=step]')?.textContent).toContain(name);
/** Waits for content that loads on demand. */
const seen = (text: string) => waitFor(() => shown(text));
const busy = () => expect(screen.queryByRole('button')).toBeNull();

/** Uploads a list and has it checked, as if left by a colleague. */
async function leave(text: string, options: Partial<RosterOptions> = {}): Promise<Job> {
  const { backend } = opened.network;
  const dan = await backend.signIn('dan');
  const file = { job_id: null, file_name: 'students.csv', size: text.length, part_no: 1, content: btoa(text) };
  const { job_id } = await dan.ok(rostering.uploadRosterPart, file);
  await dan.ok(rostering.validateFile, { job_id, options });
  await backend.settle();
  return backend.db.selectFrom('roster_job').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
}

/** Puts the import into the state of `job`, no matter how it got there. */
async function stand(job: RosterJob): Promise<void> {
  const { db } = opened.network.backend;
  const {
    job_id: _job,
    district_id: _district,
    ...rest
  } = job.state === 'refused' ? found.wrong : job.options.leave_out ? found.part : found.good;
  const job_id = Number(opened.network.made(rostering.rosterJob).at(-1)?.job_id);
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

const tick = (stage: Stage<Machine>) => act(async () => stage.clock.increment(pause));
const waits = async (calls: readonly (typeof way)[number][] | typeof commands) => {
  await waitFor(() => expect(calls.some((one) => opened.network.waiting(one) > 0)).toBe(true));
  return calls.find((one) => opened.network.waiting(one) > 0) as (typeof way)[number];
};

/** Takes a file up to the server's verdict. */
async function arrive(stage: Stage<Machine>, job: RosterJob): Promise<void> {
  const { network } = opened;
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
  await network.release(rostering.rosterJob, async () => {
    await network.backend.settle();
    await stand(job);
  });
}

/** State of an import after a command. */
const after: Record<JobCommand, (before: RosterState) => RosterState> = {
  confirm: () => 'confirmed',
  discard: () => 'cancelled',
  stop: (before) => (before === 'applying' ? 'partial' : 'cancelled'),
  resume: () => 'applying',
  undo: () => 'undoing',
};
const ended = 'xstate.done.actor.command';

describeView<Machine>(
  {
    ...importWizardModel,
    events: [
      ...importWizardModel.events.filter(({ type }) => type !== ended),
      ...(['confirmed', 'cancelled', 'partial', 'applying', 'undoing'] as const).flatMap((state) =>
        [null, '12'].map((confirmation) => ({ type: ended as typeof ended, output: jobOf(state, { confirmation }) })),
      ),
    ],
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [...way, ...commands, rostering.rosterFindings, rostering.rosterChanges] });
      found = { good: await leave(good), wrong: await leave(wrong), part: await leave(wrong, { leave_out: true }) };
      await opened.signIn('dan');
      const { jobId } = stage.input as { jobId: number | null };
      stage.render(
        <AtAddress app={opened.app} address={paths.adminImport('importUsers', jobId === null ? undefined : found.good.job_id)}>
          <ImportPage />
        </AtAddress>,
      );
    },
    can: (event, snapshot) => {
      const { job, command } = snapshot.context;
      if (event.type === ended) {
        const { state, confirmation } = (event as { output: RosterJob }).output;
        return job !== null && state === after[command](job.state) && confirmation === job.confirmation;
      }
      return canOnScreen(event, snapshot);
    },
    drive: {
      'files.chosen': () => {
        const input = document.querySelector('input[type=file]') as HTMLInputElement;
        fireEvent.change(input, { target: { files: [new File([good], 'students.csv')] } });
      },
      'reading.advanced': ({ bytes }) => say({ kind: 'advanced', bytes }),
      'reading.ended': async ({ verdict }) => {
        const { db } = opened.network.backend;
        await db.deleteFrom('roster_job').where('job_id', '=', 900).execute();
        if (verdict.earlier) {
          const { validated_at, options, result } = found.good;
          const earlier = {
            job_id: 900,
            created_by: ids.sue,
            state: 'done' as const,
            finished_at: (validated_at ?? 0) - days(1),
            options: JSON.stringify({ ...JSON.parse(options), mapping: verdict.earlier.mapping }),
            result: JSON.stringify({ ...JSON.parse(result), check }),
          };
          await insertAll(db, 'roster_job', [{ ...found.good, ...earlier }]);
        }
        await say({ kind: 'checked', ...verdict });
      },
      'reading.failed': () => say({ kind: 'failed', message: '' }),
      'reading.cancelled': () => press('Cancel'),
      'mends.chosen': () => press(/^(Read the columns as separated by “;”$|Fill in short rows)/),
      'mapping.changed': () => {
        const earlier = screen.queryByRole('button', { name: /^Use the columns of / });
        if (earlier) return void fireEvent.click(earlier);
        const list = screen.getByLabelText<HTMLSelectElement>(m.rostering_user_name());
        fireEvent.change(list, { target: { value: [...list.options].findLast(({ value }) => value !== list.value)?.value } });
        press(m.rostering_columns_use());
      },
      'options.changed': () => {
        const list = screen.getByLabelText<HTMLSelectElement>(m.rostering_mode());
        fireEvent.change(list, { target: { value: list.value === 'add' ? 'replace' : 'add' } });
      },
      'rows.leftOut': () => press(/^Continue with the good rows/),
      'file.accepted': () => press(m.rostering_continue()),
      'file.uploaded': () => opened.network.release(rostering.uploadRosterPart),
      'file.verified': ({ job }, stage) => arrive(stage, job),
      'file.failed': async ({ problem }, stage) => {
        await tick(stage);
        await opened.network.fail(await waits(way), problem);
      },
      'import.retried': () => press(m.common_try_again()),
      'confirmation.typed': ({ text }) => fireEvent.change(screen.getByLabelText('Type 12 to confirm'), { target: { value: text } }),
      'import.confirmed': () => press(m.rostering_confirm()),
      'import.stopped': () => press('Stop'),
      'import.resumed': () => press(m.rostering_resume()),
      'import.undone': async () => {
        press(m.rostering_undo_import());
        fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: m.rostering_undo_import() }));
      },
      'import.discarded': () => press('Discard'),
      'import.restarted': () => press(oneOf(m.rostering_other_file(), m.rostering_another())),
      'xstate.done.actor.find': ({ output }) => opened.network.release(rostering.rosterJob, () => stand(output)),
      'xstate.error.actor.find': ({ error }) => opened.network.fail(rostering.rosterJob, error),
      'xstate.done.actor.loadFindings': () => opened.network.release(rostering.rosterFindings),
      'xstate.error.actor.loadFindings': ({ error }) => opened.network.fail(rostering.rosterFindings, error),
      'xstate.done.actor.loadChanges': () => opened.network.release(rostering.rosterChanges),
      'xstate.error.actor.loadChanges': ({ error }) => opened.network.fail(rostering.rosterChanges, error),
      [ended]: async () => opened.network.release(await waits(commands)),
      'xstate.error.actor.command': async ({ error }) => opened.network.fail(await waits(commands), error),
    },
    see: {
      finding: busy,
      comparing: busy,
      explaining: busy,
      listing: busy,
      commanding: busy,
      lost: () => shown(m.rostering_lost()),
      choosing: () => {
        step(m.rostering_step_choose());
        shown(m.rostering_template());
      },
      reading: () => {
        step('Check');
        expect(screen.getByRole('progressbar', { name: m.rostering_reading() })).toBeTruthy();
      },
      unreadable: () => shown(m.rostering_unreadable_title()),
      reviewing: async ({ context }) => {
        step('Check');
        const errors = context.verdict?.check.errors ?? 0;
        await seen(
          errors > 0
            ? m.rostering_with_errors({ errors: m.rostering_errors({ count: 1 }) })
            : m.rostering_clean({ rows: m.rostering_rows({ count: 3, number: 3 }) }),
        );
        expect(screen.getByRole('button', { name: m.rostering_continue() }).getAttribute('aria-disabled')).toBe(errors > 0 ? 'true' : null);
        const isOtherwise = (context.verdict?.earlier ?? null) !== null;
        expect(screen.queryByText(/^The last import, by sue Person \(.+\), used these columns differently$/) !== null).toBe(isOtherwise);
        if (isOtherwise) shown('User name: number; First name: Not in the file; Last name: Not in the file');
      },
      'sending.travelling': () => waitFor(() => expect(screen.getByRole('progressbar')).toBeTruthy()),
      'sending.stuck': () => shown(m.rostering_stuck()),
      refused: async () => {
        await seen(m.rostering_with_errors({ errors: m.rostering_errors({ count: 1 }) }));
        shown(m.rostering_refused());
        expect(screen.queryByRole('button', { name: m.rostering_continue() })).toBeNull();
      },
      deciding: async ({ context }) => {
        step('Compare');
        await seen(m.rostering_would());
        expect(screen.getByRole('rowheader', { name: 'Ada Lovelace' })).toBeTruthy();
        const isBraked = context.job?.confirmation !== null && context.typed === '';
        expect(screen.getByRole('button', { name: m.rostering_confirm() }).getAttribute('aria-disabled')).toBe(isBraked ? 'true' : null);
        if (context.problem) shown(context.problem.message);
        expect(screen.queryByText('Left out because of errors: 1 row') !== null).toBe(context.job?.options.leave_out === true);
      },
      following: ({ context }) => {
        step('Import');
        shown('Row 1 of 3');
        expect(screen.queryByRole('button', { name: 'Stop' }) === null).toBe(context.job?.state === 'undoing');
      },
      'following.unseen': () => shown(having(m.rostering_unseen())),
      over: async ({ context }) => {
        await seen(
          { partial: m.rostering_over_partial(), rolledBack: 'Undone', cancelled: 'Discarded' }[context.job?.state as string] ?? '',
        );
        expect(screen.queryByRole('button', { name: m.rostering_resume() }) !== null).toBe(context.job?.state === 'partial');
        expect(place.path).toContain('?job=');
      },
    },
    modes: ['StrictMode'],
  },
);
