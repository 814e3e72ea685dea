import { fromCallback } from 'xstate';
import {
  type Finding,
  fieldsOf,
  type RosterChange,
  type RosterCheck,
  type RosterJob,
  type RosterOptions,
  type RowFinding,
  rosterPartSize,
} from '../../../contract/rostering/job.ts';
import { rostering } from '../../../contract/rostering.ts';
import type { ReadingNews, ReadOrder, Verdict } from '../../machines/rostering/fileReadingMachine.ts';
import type { ConfirmOrder } from '../../machines/rostering/importDecisionMachine.ts';
import type { UndoOrder } from '../../machines/rostering/importOutcomeMachine.ts';
import type { FileToSend, PartOrder } from '../../machines/rostering/rosterFileMachine.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';
import { toBase64 } from '../kit/toBase64.ts';
import type { WorkerAnswer, WorkerOrder } from './rosterWorker.ts';

/** Chosen files with their numbers of upload parts. */
export const toSend = (files: readonly File[]): FileToSend[] =>
  files.map((file) => ({ file, parts: Math.max(1, Math.ceil(file.size / rosterPartSize)) }));

/**
 * The column mapping of the last import visible to the user (possibly a colleague's), if it differs from the current one. Failures are
 * ignored.
 */
async function earlierMapping(
  send: Send,
  userPuid: number,
  mode: RosterOptions['mode'],
  { form, header, mapping }: RosterCheck,
): Promise<Verdict['earlier']> {
  if (form !== 'simple' || header.length === 0) return null;
  const jobs = await send(rostering.rosterJobs, { userPuid }, { quiet: true, signal: AbortSignal.timeout(longestLook) }).catch(() => []);
  const same = jobs.find(({ check, finished_at }) => finished_at !== null && check?.header.join('\n') === header.join('\n'));
  const before = same?.options.mapping;
  return same && before && fieldsOf(mode).some((field) => before[field] !== mapping[field])
    ? { mapping: before, by: same.created_by_puid === userPuid ? null : same.created_by, at: same.finished_at ?? same.created_at }
    : null;
}
const longestLook = 3_000;

const find = (send: Send) =>
  callActor<RosterJob, { jobId: number }>(({ input, signal }) =>
    send(rostering.rosterJob, { job_id: input.jobId }, { signal, quiet: true }),
  );
const jobCommand = (send: Send, call: typeof rostering.cancelImport | typeof rostering.resumeImport) =>
  callActor<RosterJob, { jobId: number }>(({ input, signal }) => send(call, { job_id: input.jobId }, { signal }));

/** Calls of the import wizard's charts, and the worker that reads the files. */
export const importActors = (send: Send) => ({
  readRoster: fromCallback<{ type: string }, ReadOrder, ReadingNews>(({ input: { userPuid, files, options }, sendBack }) => {
    let stop: (() => void) | undefined;
    let isOver = false;
    const tell = (news: ReadingNews) => {
      if (!isOver) sendBack(news);
    };
    import('./rosterReader.ts').then(
      ({ giveOrder }) => {
        if (isOver) return;
        const { mends, mapping, mode } = options;
        stop = giveOrder({ kind: 'check', files: files.map(({ file }) => file), reading: { mends, mapping, mode } }, (answer) => {
          if (answer.kind === 'advanced') tell({ type: 'reading.advanced', bytes: answer.bytes });
          else if (answer.kind === 'checked') {
            const { check, findings } = answer;
            // Not looked up if the user has chosen the mapping.
            const looked = mapping === null ? earlierMapping(send, userPuid, mode, check) : Promise.resolve(null);
            void looked.then((earlier) => tell({ type: 'reading.ended', verdict: { check, findings, earlier } }));
          } else tell({ type: 'reading.failed', problem: { code: 500, message: '' } });
        });
      },
      () => tell({ type: 'reading.failed', problem: { code: 0, message: '' } }),
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }),
  uploadPart: callActor<RosterJob, PartOrder>(async ({ input: { jobId, file, part }, signal }) => {
    const piece = file.slice((part - 1) * rosterPartSize, part * rosterPartSize);
    const content = toBase64(new Uint8Array(await piece.arrayBuffer()));
    return send(
      rostering.uploadRosterPart,
      { job_id: jobId, file_name: file.name, size: file.size, part_no: part, content },
      { signal, quiet: true },
    );
  }),
  verify: callActor<RosterJob, { jobId: number; options: RosterOptions }>(({ input, signal }) =>
    send(rostering.validateFile, { job_id: input.jobId, options: input.options }, { signal, quiet: true }),
  ),
  look: find(send),
  find: find(send),
  loadFindings: callActor<readonly Finding[], { jobId: number }>(({ input, signal }) =>
    send(rostering.rosterFindings, { job_id: input.jobId }, { signal }),
  ),
  loadChanges: callActor<readonly RosterChange[], { jobId: number }>(({ input, signal }) =>
    send(rostering.rosterChanges, { job_id: input.jobId }, { signal }),
  ),
  confirm: callActor<RosterJob, ConfirmOrder>(({ input: { jobId, confirmation }, signal }) =>
    send(rostering.importStudents, { job_id: jobId, confirmation }, { signal }),
  ),
  undo: callActor<RosterJob, UndoOrder>(({ input: { jobId, staysSeen }, signal }) =>
    send(rostering.undoImport, { job_id: jobId, stays_seen: staysSeen }, { signal }),
  ),
  resume: jobCommand(send, rostering.resumeImport),
  stop: jobCommand(send, rostering.cancelImport),
  discard: jobCommand(send, rostering.cancelImport),
});

/** Runs one order in the worker and resolves with its last answer. */
async function workerAnswer(order: WorkerOrder): Promise<WorkerAnswer> {
  const { giveOrder } = await import('./rosterReader.ts');
  return new Promise((resolve, reject) => {
    giveOrder(order, (answer) => {
      if (answer.kind === 'failed') reject(new Error(answer.message));
      else if (answer.kind !== 'advanced') resolve(answer);
    });
  });
}

/**
 * Writes a file to correct and upload again: every row of one uploaded file, with its errors. For an import that the server has checked,
 * these are the server's findings.
 */
export async function writeErrorFile(
  send: Send,
  given: readonly FileToSend[],
  { job, options, name }: { job: RosterJob | null; options: RosterOptions; name: string },
  words: (finding: RowFinding) => string,
  columnName: string,
): Promise<Blob> {
  const chosen = given.length === 0 && job ? await storedFiles(send, job) : given;
  const files = chosen.map(({ file }) => file);
  const noted = job
    ? await send(rostering.rosterRowFindings, { job_id: job.job_id })
    : await workerAnswer({ kind: 'rows', files, reading: options }).then((answer) => (answer.kind === 'noted' ? answer.findings : []));
  const findings = noted.filter(({ file }) => file === name);
  const order = { kind: 'errorFile', files, reading: options, name, findings, words: findings.map(words), columnName } as const;
  const answer = await workerAnswer(order);
  if (answer.kind !== 'written') throw new Error('The file was not written.');
  return answer.file;
}

/** Downloads the files of an import from the server, for users who do not have them. */
export async function storedFiles(send: Send, job: RosterJob): Promise<FileToSend[]> {
  const files: File[] = [];
  for (const { name, parts } of job.files) {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let part = 1; part <= parts; part++) {
      const { content } = await send(rostering.rosterFilePart, { job_id: job.job_id, file_name: name, part_no: part });
      pieces.push(Uint8Array.from(atob(content), (char) => char.charCodeAt(0)));
    }
    files.push(new File(pieces, name));
  }
  return toSend(files);
}
