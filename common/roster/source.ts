/** A file that can be read in pieces: a chosen file, bytes, or parts in a database. */
export interface RosterFile {
  name: string;
  /** In bytes. */
  size: number;
  /** Reads bytes `from` (inclusive) to `to` (exclusive). `to` never exceeds the size. */
  read: (from: number, to: number) => Promise<Uint8Array>;
}

const pieceSize = 64 * 1024;

/** A file whose bytes are in memory. */
export const fileOfBytes = (name: string, bytes: Uint8Array): RosterFile => ({
  name,
  size: bytes.length,
  read: async (from, to) => bytes.subarray(from, to),
});

/** A file chosen by a person. */
export const fileOfBlob = (name: string, blob: Blob): RosterFile => ({
  name,
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
});

/** The bytes of a file from the start, in pieces. */
export async function* piecesOf(file: RosterFile): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += pieceSize) yield await file.read(from, Math.min(from + pieceSize, file.size));
}

/** A table as undecoded text: a CSV file, possibly from a zip. */
export interface TableSource {
  /** Base name, such as `users.csv`. */
  name: string;
  open: () => AsyncIterable<Uint8Array>;
  /** It is a table, whatever its extension. */
  isTable?: true;
}
