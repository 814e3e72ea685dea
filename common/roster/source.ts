/** A file that can be read piece by piece: a file that was chosen, bytes, or parts in a database. */
export interface RosterFile {
  name: string;
  /** In bytes. */
  size: number;
  /** Reads bytes `from` (inclusive) to `to` (exclusive); may be asked for less than is there, never for more. */
  read: (from: number, to: number) => Promise<Uint8Array>;
}

const pieceSize = 64 * 1024;

/** A file whose bytes are in memory. */
export const fileOfBytes = (name: string, bytes: Uint8Array): RosterFile => ({
  name,
  size: bytes.length,
  read: async (from, to) => bytes.subarray(from, to),
});

/** A file that a person chose. */
export const fileOfBlob = (name: string, blob: Blob): RosterFile => ({
  name,
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
});

/** The bytes of a file from its beginning, piece by piece. */
export async function* piecesOf(file: RosterFile): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += pieceSize) yield await file.read(from, Math.min(from + pieceSize, file.size));
}

/** A table as text that is still to be decoded: a CSV file, or one in a zip. */
export interface TableSource {
  /** Last part of its name, such as `users.csv`. */
  name: string;
  open: () => AsyncIterable<Uint8Array>;
  /** It is a table, whatever its name ends in. */
  isTable?: true;
}
