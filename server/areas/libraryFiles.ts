import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { readFileTicket, sendAsAttachment, signFileTicket } from '../kit/fileTickets.ts';
import { Refusal, refuse } from '../kit/handler.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';

/** What a file is, by its own bytes. */
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
/** Office documents are archives; the name of their main part tells them apart. */
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
    // The directory alone is read: nothing is unpacked here, but whoever opens the file would.
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
    // Control characters other than tab and line ends are in no text.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !/\p{Cc}/u.test(text.replace(/[\t\r\n]/g, ''));
  } catch {
    return false;
  }
}

/** What a file is, whatever its name claims; refuses what cannot be kept. */
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

/** Longest file name that systems keep, in UTF-16 units. */
const longestFileName = 255;

/**
 * A name that is safe to show and to save: no folders, no signs that hide or turn text, the extension of what it is. Of a name that is too
 * long for a file its end counts.
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

/** An address that answers the file for a minute. */
export const fileTicket = async (ports: Pick<Ports, 'now' | 'signingKey'>, user: TokenUser, attachment_id: number): Promise<string> =>
  `/api/lms/v2/mylibrary/file/${await signFileTicket(ports, user, { attachment_id })}`;

/** Serves attachments of resources. */
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
