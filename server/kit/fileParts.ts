import { fieldReason } from './fieldReasons.ts';
import { refuse } from './handler.ts';

/** One part of a file that is uploaded in parts of `partSize` bytes. Parts count from 1, and `content` is base64. */
interface FilePart {
  size: number;
  part_no: number;
  content: string;
}

/** @throws refusal if the part is none of the file's, or has another number of bytes than its place asks for */
export function assertFilePart({ size, part_no, content }: FilePart, partSize: number): void {
  const parts = Math.ceil(size / partSize);
  const bytes = part_no === parts ? size - (parts - 1) * partSize : partSize;
  if (part_no > parts || Buffer.from(content, 'base64').length !== bytes)
    throw refuse('rosterPartSize', { part: part_no, bytes }, { fields: [fieldReason('content', 'wrongBytes', { bytes })] });
}
