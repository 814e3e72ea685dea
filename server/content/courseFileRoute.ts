import type { Hono } from 'hono';
import { contentFiles } from '../../common/contentFiles.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import type { Ports } from '../kit/ports.ts';

const mediaTypes: Readonly<Record<string, string>> = { csv: 'text/csv; charset=utf-8', svg: 'image/svg+xml', webm: 'video/webm' };

/** The bytes that a `Range` header asks for, from and to inclusive; null: all of them, also if it cannot be read. */
function rangeIn(header: string | undefined, size: number): readonly [from: number, to: number] | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to ? [from, to] : null;
}

/** Serves the files of an imported course: films, which players load in ranges, and downloads. */
export function addCourseFileRoute(app: Hono, ports: Ports): void {
  app.get(`${contentFiles}*`, async (c) => {
    const path = `courses/${c.req.path.slice(contentFiles.length)}`;
    const stored = await allDistricts(ports.db).selectFrom('course_file').select('content').where('path', '=', path).executeTakeFirst();
    if (!stored) return c.notFound();
    const bytes = Buffer.from(stored.content, 'base64');
    const extension = path.slice(path.lastIndexOf('.') + 1);
    c.header('content-type', mediaTypes[extension] ?? 'application/octet-stream');
    c.header('accept-ranges', 'bytes');
    if (extension !== 'webm') c.header('content-disposition', 'attachment');
    const range = rangeIn(c.req.header('range'), bytes.length);
    if (!range) return c.body(bytes);
    const [from, to] = range;
    c.header('content-range', `bytes ${from}-${to}/${bytes.length}`);
    return c.body(bytes.subarray(from, to + 1), 206);
  });
}
