import type { Finding } from '../../contract/rostering/job.ts';

/** A finding in the format of the verdicts in `files.ts`. */
export const wordsOf = ({ severity, code, file, row, column }: Finding): string =>
  `${severity === 'error' ? '' : '~'}${code} ${file}${row === null ? '' : `:${row}`}${column === null ? '' : ` ${column}`}`;

/** An upload's files as bytes. */
export const bytesOf = async (files: Record<string, string | Uint8Array> | Promise<Record<string, string | Uint8Array>>) =>
  Object.entries(await files).map(([name, text]): [string, Uint8Array] => [
    name,
    typeof text === 'string' ? new TextEncoder().encode(text) : text,
  ]);
