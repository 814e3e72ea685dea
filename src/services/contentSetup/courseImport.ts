import { type CourseImport, courseImport, coursePartSize } from '../../../contract/courseImport.ts';
import type { CourseCommand, CourseReport } from '../../machines/contentSetup/courseImportMachine.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';
import { toBase64 } from '../kit/toBase64.ts';

type Key = { jobId: number };
const commands = { check: courseImport.checkCourse, confirm: courseImport.confirmCourse, undo: courseImport.undoCourse } as const;

/** Uploads a file part by part, and has it checked. */
async function upload(send: Send, file: File, signal: AbortSignal): Promise<CourseImport> {
  let job_id: number | null = null;
  for (let part_no = 1; (part_no - 1) * coursePartSize < file.size; part_no++) {
    const piece = file.slice((part_no - 1) * coursePartSize, part_no * coursePartSize);
    const content = toBase64(new Uint8Array(await piece.arrayBuffer()));
    const job: CourseImport = await send(
      courseImport.importCourse,
      { job_id, file_name: file.name, size: file.size, part_no, content },
      { signal },
    );
    ({ job_id } = job);
  }
  return send(courseImport.checkCourse, { job_id: job_id ?? 0 }, { signal });
}

/** The calls of the `courseImport` chart. */
export const courseImportActors = (send: Send) => ({
  find: callActor<CourseImport, Key>(async ({ input: { jobId }, signal }) => {
    const [job] = await send(courseImport.courseImports, { job_id: jobId }, { signal, quiet: true });
    return job as CourseImport;
  }),
  load: callActor<CourseReport, Key>(({ input: { jobId }, signal }) => send(courseImport.courseReport, { job_id: jobId }, { signal })),
  upload: callActor<CourseImport, { file: File }>(({ input: { file }, signal }) => upload(send, file, signal)),
  carryOut: callActor<CourseImport, Key & { command: CourseCommand }>(({ input: { jobId, command }, signal }) =>
    send(commands[command], { job_id: jobId }, { signal }),
  ),
});

/** The imports of the course, newest first. */
export const courseImports = (send: Send, signal: AbortSignal): Promise<readonly CourseImport[]> =>
  send(courseImport.courseImports, {}, { signal });
