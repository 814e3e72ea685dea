import { BlobWriter, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js';
import { type CourseImport, coursePartSize } from '../../contract/courseImport.ts';
import { calls } from '../../contract/index.ts';
import type { TestClient, TestServer } from './testServer.ts';

const card = (more: object) =>
  JSON.stringify({ title: 'Heat', summary: 'S', level3: null, minutes: 5, grades: ['6'], standards: ['MS-1'], sources: [], ...more });
export const askedIn = (stem: string) => ({
  ...{ type: 'single_choice', stem, difficulty: 0, explanation: 'E' },
  options: [
    { text: 'a', correct: true },
    { text: 'b', misconception: 'm' },
    { text: 'c', misconception: 'm' },
  ],
});
export const quizOf = (stems: readonly string[]) => card({ title: 'Ask', intro: 'Go', questions: stems.map(askedIn) });
export const reading = (text: string, more: object = {}) => `---json\n${card({ flesch_kincaid_grade: 5, ...more })}\n---\n\n${text}\n`;
export const stems = Array.from({ length: 8 }, (_, at) => `Question ${at + 1}?`);
export const drawing = '<svg viewBox="0 0 9 9" role="img"><title>Parts</title><desc>Two parts.</desc><path d="M0 0" class="d-ink"/></svg>';

/** A small course of its own, beside the catalog of the fixture. */
export const courseOf = (changes: Readonly<Record<string, string | undefined>> = {}): Map<string, string> => {
  const files: Record<string, string | undefined> = {
    'standards.json': JSON.stringify({ 'MS-1': { framework: 'NGSS', grades: '6-8', summary: 'S' } }),
    'courses/warm/course.json': JSON.stringify({
      code: 'warm',
      name: 'Warm',
      sort_order: 9,
      language: 'en',
      grades: ['6'],
      description: 'D',
    }),
    'courses/warm/unit/unit.json': JSON.stringify({
      ...{ code: 'unit', name: 'Heat and cold', sort_order: 1, summary: 'S', prebuilt_lessons: [] },
      sub_units: [{ code: 'sub', name: 'Sub', level3: [] }],
      lesson_blocks: [{ type: 'warm_up', title: 'Start', minutes: 5, body: 'Say one thing', standards: [] }],
    }),
    'courses/warm/unit/sub/heat.reading.md': reading('## Head\n\nHeat moves.'),
    'courses/warm/unit/sub/ask.quiz.json': quizOf(stems),
    'courses/warm/unit/sub/table.file.json': card({ title: 'Table', file: 'table.csv', why: 'Save it.' }),
    'courses/warm/unit/sub/table.csv': 'day,height\n1,2\n',
    ...changes,
  };
  return new Map(Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined));
};

/** A zip of files by path. */
export async function zipOf(
  files: Iterable<readonly [string, string | Uint8Array]>,
  options: ZipWriterAddDataOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [path, content] of files) await zip.add(path, new Blob([content as BlobPart]).stream(), options);
  return new Uint8Array(await (await zip.close()).arrayBuffer());
}

/** Uploads a packed course part by part. */
export async function uploadCourse(who: TestClient, bytes: Uint8Array, file_name = 'course.zip'): Promise<CourseImport> {
  let job: CourseImport | undefined;
  for (let part_no = 1; part_no <= Math.ceil(bytes.length / coursePartSize); part_no++) {
    const content = Buffer.from(bytes.subarray((part_no - 1) * coursePartSize, part_no * coursePartSize)).toString('base64');
    job = await who.ok(calls.importCourse, { job_id: job?.job_id ?? null, file_name, size: bytes.length, part_no, content });
  }
  return job as CourseImport;
}

export const lookAt = async (who: TestClient, job_id: number): Promise<CourseImport> =>
  (await who.ok(calls.courseImports, { job_id }))[0] as CourseImport;

/** Uploads and checks a course, with what the check says. */
export async function checked(server: TestServer, who: TestClient, bytes: Uint8Array) {
  const { job_id } = await uploadCourse(who, bytes);
  await who.ok(calls.checkCourse, { job_id });
  await server.settle();
  return { job: await lookAt(who, job_id), ...(await who.ok(calls.courseReport, { job_id })) };
}

/** Uploads, checks and imports a course. */
export async function imported(server: TestServer, who: TestClient, files: ReadonlyMap<string, string>): Promise<CourseImport> {
  const { job } = await checked(server, who, await zipOf(files));
  await who.ok(calls.confirmCourse, { job_id: job.job_id });
  await server.settle();
  return lookAt(who, job.job_id);
}
