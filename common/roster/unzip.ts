import { type FileEntry, Reader } from '@zip.js/zip.js';
import type { RosterFile } from './source.ts';

/** Limits of an upload. */
export interface Limits {
  files: number;
  /** Unpacked size of all tables. */
  bytes: number;
  /** Unpacked ÷ packed; checked from 1 MB up. */
  ratio: number;
  xlsxBytes: number;
}
export const defaultLimits: Limits = { files: 40, bytes: 512 * 1024 * 1024, ratio: 200, xlsxBytes: 16 * 1024 * 1024 };
const ratioFrom = 1024 * 1024;

/** Adapts a file to the zip library's reader. */
export class FileReader extends Reader<RosterFile> {
  readonly #file: RosterFile;
  constructor(file: RosterFile) {
    super(file);
    this.#file = file;
    this.size = file.size;
  }
  override readUint8Array(index: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#file.read(index, Math.min(index + length, this.#file.size)) as Promise<Uint8Array<ArrayBuffer>>;
  }
}

/** A file that cannot be read completely, with the code of the finding. */
export class Unreadable extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export const mostBytesOf = (entry: FileEntry, limits: Limits) =>
  Math.min(limits.bytes, Math.max(ratioFrom, entry.compressedSize * limits.ratio));

/** Unpacks one entry. Throws `Unreadable` if it exceeds its declared size or the limits. */
export async function* unpack(entry: FileEntry, limits: Limits): AsyncGenerator<Uint8Array> {
  const most = mostBytesOf(entry, limits);
  let count = 0;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      count += piece.length;
      if (count > most) throw new Unreadable('zipRatio');
      controller.enqueue(piece);
    },
  });
  const done = entry.getData(writable, { useWebWorkers: false, checkSignature: true }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const reader = readable.getReader();
  try {
    for (;;) {
      const { value, done: isOver } = await reader.read();
      if (isOver) break;
      yield value;
    }
    const failure = await done;
    if (failure) throw failure;
  } finally {
    reader.cancel().catch(() => undefined);
    await done;
  }
}
