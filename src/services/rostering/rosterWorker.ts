import { byteOrderMark } from '../../../common/csv/write.ts';
import { checkRoster } from '../../../common/roster/checkRoster.ts';
import { errorFile } from '../../../common/roster/errorFile.ts';
import { Findings } from '../../../common/roster/findings.ts';
import { openFiles } from '../../../common/roster/openFiles.ts';
import { fileOfBlob, type RosterFile } from '../../../common/roster/source.ts';
import type { Finding, RosterCheck, RosterOptions, RowFinding } from '../../../contract/rostering/job.ts';

type Reading = Pick<RosterOptions, 'mends' | 'mapping' | 'mode'>;
/** The page's order to the worker; one per worker. */
export type WorkerOrder =
  | { kind: 'check'; files: readonly File[]; reading: Reading }
  /** The errors of each row. */
  | { kind: 'rows'; files: readonly File[]; reading: Reading }
  /** `words`: the text of each finding, in the user's language. */
  | {
      kind: 'errorFile';
      files: readonly File[];
      reading: Reading;
      name: string;
      findings: readonly RowFinding[];
      words: readonly string[];
      columnName: string;
    };
/** The worker's answer. */
export type WorkerAnswer =
  | { kind: 'advanced'; bytes: number }
  | { kind: 'checked'; check: RosterCheck; findings: readonly Finding[] }
  | { kind: 'noted'; findings: readonly RowFinding[] }
  | { kind: 'written'; file: Blob }
  | { kind: 'failed'; message: string };

const answer = (message: WorkerAnswer) => self.postMessage(message);

/** The files, reporting how many of their bytes were read. */
function watched(files: readonly File[]): RosterFile[] {
  const reached = new Map<string, number>();
  return files.map((file) => {
    const { name, size, read } = fileOfBlob(file.name, file);
    return {
      name,
      size,
      read: async (from, to) => {
        const bytes = await read(from, to);
        if (to > (reached.get(name) ?? 0)) {
          reached.set(name, to);
          answer({ kind: 'advanced', bytes: [...reached.values()].reduce((sum, one) => sum + one, 0) });
        }
        return bytes;
      },
    };
  });
}

/** Today on this device, YYYY-MM-DD. The server checks again, by the district's day. */
const today = () => new Date().toLocaleDateString('sv-SE');

async function work(order: WorkerOrder): Promise<void> {
  if (order.kind === 'check') {
    const { check, findings } = await checkRoster(watched(order.files), { ...order.reading, today: today() });
    return answer({ kind: 'checked', check, findings: findings.list });
  }
  if (order.kind === 'rows') {
    const files = order.files.map((file) => fileOfBlob(file.name, file));
    const { findings } = await checkRoster(files, { ...order.reading, today: today() });
    return answer({ kind: 'noted', findings: findings.byRow });
  }
  const { files, reading, name, findings, words, columnName } = order;
  const sources = await openFiles(
    files.map((file) => fileOfBlob(file.name, file)),
    new Findings(),
  );
  // Table names of a set are matched case-insensitively.
  const source = sources.find((one) => one.name === name) ?? sources.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!source) throw new Error(`There is no ${name}.`);
  const wordsOf = new Map(findings.map((finding, index) => [finding, words[index] ?? finding.code]));
  const pieces: string[] = [byteOrderMark];
  const say = (finding: RowFinding) => wordsOf.get(finding) ?? finding.code;
  for await (const piece of errorFile({ ...source, name }, reading, findings, say, columnName)) pieces.push(piece);
  answer({ kind: 'written', file: new Blob(pieces, { type: 'text/csv;charset=utf-8' }) });
}

self.addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
  work(data).catch((error: unknown) => answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }));
});
