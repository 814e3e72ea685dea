import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import { type RosterJob, type RosterOptions, rosterPartSize } from '../../contract/rostering/job.ts';
import { bytesOf } from '../roster/words.ts';
import type { TestClient, TestServer } from './testServer.ts';

export type Files = Record<string, string | Uint8Array>;

/** Uploads files in parts, the way a browser does. */
export async function upload(person: TestClient, files: Files): Promise<RosterJob> {
  let job: RosterJob | undefined;
  for (const [file_name, bytes] of await bytesOf(files))
    for (let part_no = 1; (part_no - 1) * rosterPartSize < bytes.length; part_no++)
      job = await person.ok(calls.uploadRosterPart, {
        job_id: job?.job_id ?? null,
        file_name,
        size: bytes.length,
        part_no,
        content: Buffer.from(bytes.subarray((part_no - 1) * rosterPartSize, part_no * rosterPartSize)).toString('base64'),
      });
  return job as RosterJob;
}

/** The steps of an import, each as far as the server goes on its own. */
export function importing(server: () => TestServer) {
  const look = (person: TestClient, { job_id }: { job_id: number }) => person.ok(calls.rosterJob, { job_id });
  const validate = async (person: TestClient, files: Files, options: Partial<RosterOptions> = {}) => {
    const { job_id } = await upload(person, files);
    expect((await person.ok(calls.validateFile, { job_id, options })).state).toBe('checking');
    await server().settle();
    return look(person, { job_id });
  };
  const confirm = (person: TestClient, { job_id, confirmation }: RosterJob) =>
    person.call(calls.importStudents, { job_id, confirmation: confirmation ?? '' });
  const apply = async (person: TestClient, job: RosterJob) => {
    expect(await confirm(person, job)).toMatchObject({ code: 200 });
    await server().settle();
    return look(person, job);
  };
  const bring = async (person: TestClient, files: Files, options: Partial<RosterOptions> = {}) =>
    apply(person, await validate(person, files, options));
  const undo = async (person: TestClient, job: { job_id: number }) => {
    await person.ok(calls.undoImport, { job_id: job.job_id, stays_seen: (await look(person, job)).stays?.count ?? 0 });
    await server().settle();
    return look(person, job);
  };
  return { look, validate, confirm, apply, bring, undo };
}
