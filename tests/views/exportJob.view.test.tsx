// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { dataExports } from '../../contract/exports.ts';
import type { exportJobMachine } from '../../src/machines/exports/exportJobMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeView } from '../kit/describeView.ts';
import { exportJobModel } from '../machines/exportJob.model.ts';
import { inState, jobId, openExport } from './kit/exports.tsx';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const { getExports, cancelExport, getExportLink } = dataExports;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const put = (state: Parameters<typeof inState>[0]) =>
  opened.network.backend.db
    .updateTable('export_job')
    .set(inState(state, opened.network.backend.clock.now))
    .where('job_id', '=', jobId)
    .execute();

describeView<typeof exportJobMachine>(exportJobModel, {
  mount: async (stage) => {
    opened = await openExport(stage, 'running', [getExports, cancelExport, getExportLink]);
    await waitFor(() => expect(opened.network.waiting(getExports)).toBeGreaterThan(0));
  },
  drive: {
    'export.retried': () => press(m.common_try_again()),
    'export.cancelled': () => press(m.exports_cancel()),
    'file.asked': () => press(m.exports_download()),
    'xstate.done.actor.find': async ({ output }) => {
      await put(output.state);
      await opened.network.release(getExports);
    },
    'xstate.error.actor.find': ({ error }) => opened.network.fail(getExports, error),
    'xstate.done.actor.cancel': async () => {
      await put('running');
      await opened.network.release(cancelExport);
    },
    'xstate.error.actor.cancel': ({ error }) => opened.network.fail(cancelExport, error),
    'xstate.done.actor.fetchLink': () => opened.network.release(getExportLink),
    'xstate.error.actor.fetchLink': ({ error }) => opened.network.fail(getExportLink, error),
    'xstate.after.pollPause.exportJob.following.waiting': (_, { clock }) => act(async () => clock.increment(1_000)),
  },
  see: {
    opening: () => {
      expect(screen.queryByRole('button')).toBeNull();
      expect(screen.queryByRole('progressbar')).toBeNull();
    },
    failed: () => shown(m.common_load_failed()),
    following: () => {
      expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
        m.exports_progress_of({ table: '2', all: '2', rows: '1,200' }),
      );
      shown(m.exports_leave());
    },
    'following.waiting': () => expect(screen.queryByText(m.exports_unseen())).toBeNull(),
    'following.looking': () => {},
    'following.unseen': () => shown(m.exports_unseen()),
    cancelling: () => waitFor(() => expect(opened.network.waiting(cancelExport)).toBe(1)),
    ended: ({ context: { job, problem } }) => {
      expect(screen.queryByRole('progressbar')).toBeNull();
      expect(screen.queryByRole('button', { name: m.exports_download() }) !== null).toBe(job?.state === 'ready');
      if (job?.state === 'ready') {
        shown(/^The file is ready\. You can download it until Tue, Jan 22/);
        shown(m.exports_personal());
      }
      if (job?.state === 'failed') shown(m.exports_problem_stopped());
      if (job?.state === 'cancelled') shown(m.exports_cancelled_text());
      if (problem?.message) shown(problem.message);
    },
    fetching: () => waitFor(() => expect(opened.network.waiting(getExportLink)).toBe(1)),
  },
});
