import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { readFileTicket, sendAsAttachment, signFileTicket } from '../../kit/fileTickets.ts';
import { Refusal, refuse } from '../../kit/handler.ts';
import type { Ports } from '../../kit/ports.ts';
import { tenant } from '../../kit/tenant.ts';
import type { TokenUser } from '../../kit/tokens.ts';

/** File type as detected from the content. */
export interface FileType {
  media: string;
  extension: string;
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte);
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

const signatures: { type: FileType; is: (bytes: Uint8Array) => boolean }[] = [
  { type: { media: 'application/pdf', extension: 'pdf' }, is: (bytes) => startsWith(bytes, ascii('%PDF-')) },
  { type: { media: 'image/png', extension: 'png' }, is: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: { media: 'image/jpeg', extension: 'jpg' }, is: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  {
    type: { media: 'image/gif', extension: 'gif' },
    is: (bytes) => startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a')),
  },
  {
    type: { media: 'image/webp', extension: 'webp' },
    is: (bytes) => startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8),
  },
];
/** Office documents are zip archives. The name of the main part tells them apart. */
const documents: Record<string, FileType> = {
  'word/document.xml': { media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extension: 'docx' },
  'ppt/presentation.xml': { media: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extension: 'pptx' },
  'xl/workbook.xml': { media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
};
const texts: Record<string, FileType> = {
  txt: { media: 'text/plain', extension: 'txt' },
  csv: { media: 'text/csv', extension: 'csv' },
};

const mostEntries = 2000;
const mostRatio = 200;
const wrongKind = () => refuse('fileKindUnknown');
const bomb = () => refuse('fileTooDense');

async function documentType(bytes: Uint8Array): Promise<FileType | undefined> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  try {
    let entries = 0;
    let size = 0;
    let type: FileType | undefined;
    // Reads only the directory. Nothing is unpacked here, but a zip bomb would hit whoever opens the file.
    for await (const entry of reader.getEntriesGenerator()) {
      entries++;
      size += entry.uncompressedSize;
      if (entries > mostEntries || size > bytes.length * mostRatio) throw bomb();
      if (/vbaProject\.bin$/i.test(entry.filename)) throw wrongKind();
      type ??= documents[entry.filename];
    }
    return type;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return undefined;
  } finally {
    await reader.close();
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    // Text contains no control characters other than tab and line ends.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !/\p{Cc}/u.test(text.replace(/[\t\r\n]/g, ''));
  } catch {
    return false;
  }
}

/** Detects the file type from the content and ignores the name. Refuses unsupported files. */
export async function looksLike(bytes: Uint8Array, name: string): Promise<FileType> {
  if (bytes.length === 0) throw refuse('fileEmpty');
  const known = signatures.find(({ is }) => is(bytes));
  if (known) return known.type;
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    const type = await documentType(bytes);
    if (!type) throw wrongKind();
    return type;
  }
  const text = texts[/\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (text && isText(bytes)) return text;
  throw wrongKind();
}

/** Longest file name that file systems accept, in UTF-16 units. */
const longestFileName = 255;

/**
 * Makes a name safe to display and save: no folders, no characters that hide or reverse text, and the extension of the detected type. A
 * name that is too long keeps its end.
 */
export function tidyName(name: string, extension: string): string {
  const last = name.slice(-longestFileName).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>:"|?*%]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 80);
  return `${stem || 'attachment'}.${extension}`;
}

const Claims = v.object({ district_id: v.number(), attachment_id: v.number(), sub: v.string() });

/** A URL that serves the file for one minute. */
export const fileTicket = async (ports: Pick<Ports, 'now' | 'signingKey'>, user: TokenUser, attachment_id: number): Promise<string> =>
  `/api/lms/v2/mylibrary/file/${await signFileTicket(ports, user, { attachment_id })}`;

/** Serves attachments of library resources. */
export function addFileRoutes(app: Hono, ports: Ports): void {
  app.get('/api/lms/v2/mylibrary/file/:ticket', async (c) => {
    const claims = await readFileTicket(ports, c.req.param('ticket'), Claims);
    if (!claims) return c.notFound();
    const file = await tenant(ports.db, claims.district_id)
      .selectFrom('library_attachment')
      .select(['file_name', 'media_type', 'content'])
      .where('attachment_id', '=', claims.attachment_id)
      .where('owner_puid', '=', Number(claims.sub))
      .executeTakeFirst();
    return file ? sendAsAttachment(c, file) : c.notFound();
  });
}
