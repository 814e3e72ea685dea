// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { type CourseImport, courseImport } from '../../contract/courseImport.ts';
import { m } from '../../src/paraglide/messages.js';
import CourseImportPage from '../../src/views/contentSetup/CourseImportPage.tsx';
import { courseImport as courseScreen } from '../../src/views/contentSetup/courseImport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { describeView } from '../kit/describeView.ts';
import { courseImportModel } from '../machines/courseImport.model.ts';
import { courseFile, courseIn } from '../machines/courseImportSamples.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const commands = [courseImport.checkCourse, courseImport.confirmCourse, courseImport.undoCourse] as const;
let opened: Screen;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dropOf = () => document.querySelector<HTMLInputElement>('input[type=file]');

/** Puts an import into a state, no matter how it got there. */
async function stand({ state, is_own, received, counts }: CourseImport, job_id = 5): Promise<void> {
  const { backend } = opened.network;
  await backend.settle();
  const { db } = backend;
  await db.deleteFrom('course_import_part').where('job_id', '=', job_id).execute();
  await db.deleteFrom('course_import').where('job_id', '=', job_id).execute();
  const { version } = await db.selectFrom('catalogue').select('version').executeTakeFirstOrThrow();
  const now = backend.clock.now;
  await db
    .insertInto('course_import')
    .values({
      ...{
        district_id: ids.district,
        job_id,
        created_by: is_own ? ids.max : ids.dan,
        state,
        file_name: 'course.zip',
        size: courseFile.size,
      },
      ...{
        findings: '[]',
        changes: '[]',
        counts: JSON.stringify(counts),
        errors: Number(state === 'refused'),
        warnings: 0,
        catalogue_version: version,
      },
      ...{ left_alone: 0, undone_by: null, undone_district_id: null, created_at: now, updated_at: now, runner: null, lease_until: 0 },
      finished_at: state === 'done' ? now : null,
    })
    .execute();
  const part = { district_id: ids.district, job_id, part_no: 1, content: btoa('zip') };
  if (received > 0)
    await db
      .insertInto('course_import_part')
      .values({ ...part, kind: 'file' })
      .execute();
  if (state === 'done')
    await db
      .insertInto('course_import_part')
      .values({ ...part, kind: 'log' })
      .execute();
}
/** The same for the import that the page asks for. */
const standAsked = (job: CourseImport) =>
  stand(job, Number(opened.network.made(courseImport.courseImports).findLast(({ job_id }) => job_id !== undefined)?.job_id));

/** The command that waits for its response. */
async function commanded() {
  await waitFor(() => expect(commands.some((one) => opened.network.waiting(one) > 0)).toBe(true));
  return commands.find((one) => opened.network.waiting(one) > 0) as (typeof commands)[number];
}
const quiet = () => waitFor(() => expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([]));

/** What the page says of an import that waits for the user. */
const verdicts = {
  refused: m.courseImport_refused,
  checked: m.courseImport_checked,
  outdated: m.courseImport_outdated,
  done: m.courseImport_done,
  uploaded: m.courseImport_uploaded,
  failed: m.courseImport_failed,
} as Readonly<Record<string, () => string>>;

describeView<typeof courseImportModel.machine>(courseImportModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [courseImport.courseImports, courseImport.courseReport, ...commands] });
    const { jobId } = stage.input as { jobId: number | null };
    await stand(courseIn('done', { is_own: false }));
    await opened.signIn('max');
    stage.render(
      <AtAddress app={opened.app} address={`${addressOf(courseScreen)}${jobId === null ? '' : `?job=${jobId}`}`}>
        <main>
          <CourseImportPage />
        </main>
      </AtAddress>,
    );
  },
  drive: {
    'file.chosen': () => fireEvent.change(dropOf() as HTMLInputElement, { target: { files: [courseFile] } }),
    'import.opened': async () => {
      await opened.network.release(courseImport.courseImports, () => stand(courseIn('done', { is_own: false })));
      const name = m.courseImport_open({ name: 'course.zip' });
      await screen.findAllByRole('button', { name });
      fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement);
    },
    'import.confirmed': () => press(m.courseImport_confirm()),
    'import.checked': () =>
      press(screen.queryByRole('button', { name: m.courseImport_check() }) ? m.courseImport_check() : m.courseImport_check_again()),
    'undo.asked': () => press(m.courseImport_undo()),
    'undo.confirmed': async () =>
      fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: m.courseImport_undo() })),
    'undo.dismissed': async () =>
      fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: m.common_cancel() })),
    'import.retried': () => press(m.common_try_again()),
    'import.restarted': () => press(m.courseImport_other()),
    'xstate.done.actor.upload': () => opened.network.release(courseImport.checkCourse),
    'xstate.error.actor.upload': ({ error }) => opened.network.fail(courseImport.checkCourse, error),
    'xstate.done.actor.find': ({ output }) => opened.network.release(courseImport.courseImports, () => standAsked(output)),
    'xstate.error.actor.find': ({ error }) => opened.network.fail(courseImport.courseImports, error),
    'xstate.done.actor.load': () => opened.network.release(courseImport.courseReport),
    'xstate.error.actor.load': ({ error }) => opened.network.fail(courseImport.courseReport, error),
    'xstate.done.actor.carryOut': async () => opened.network.release(await commanded()),
    'xstate.error.actor.carryOut': async ({ error }) => opened.network.fail(await commanded(), error),
  },
  see: {
    choosing: () => {
      expect(dropOf()).not.toBeNull();
      expect(place.path).not.toContain('job=');
    },
    sending: () => waitFor(() => shown(m.courseImport_sending({ name: 'course.zip' }))),
    unsent: () => waitFor(() => shown(m.courseImport_unsent())),
    finding: quiet,
    lost: () => waitFor(() => shown(m.common_load_failed())),
    loading: quiet,
    ready: async ({ context: { job } }) => {
      const isSame = job?.state === 'checked' && job.counts.length === 0;
      await waitFor(() => shown(isSame ? m.courseImport_same() : (verdicts[job?.state ?? ''] as () => string)()));
      const mayConfirm = job?.state === 'checked' && job.is_own && !isSame;
      expect(screen.queryByRole('button', { name: m.courseImport_confirm() }) !== null).toBe(mayConfirm);
    },
    commanding: quiet,
    following: () => waitFor(() => expect(screen.getByText(m.courseImport_leave())).toBeTruthy()),
    'following.unseen': () => waitFor(() => shown(m.courseImport_unseen())),
    over: async ({ context: { job } }) => {
      await waitFor(() => shown((verdicts[job?.state ?? ''] as () => string)()));
      expect(screen.queryByRole('button', { name: m.courseImport_undo() }) !== null).toBe(job?.undo_until != null);
    },
    asking: () => screen.findByRole('alertdialog'),
  },
});
