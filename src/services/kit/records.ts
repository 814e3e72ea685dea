import type { InputOf } from '../../../contract/kit.ts';
import { mostRecords, type RecordRow, type Resource } from '../../../contract/resource.ts';
import type { SaveRecordOrder } from '../../machines/records/recordEditorMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** Query of a record list, besides the number of rows. */
export type RecordQuery = Readonly<Record<string, string>>;
export interface RecordPage {
  total: number;
  rows: readonly RecordRow[];
}

const idOf = ({ key }: Resource, row: RecordRow) => ({ [key]: row[key] as number });

/** The first `count` rows of a list, in as many calls as needed. */
export async function loadRecords(
  send: Send,
  { calls }: Resource,
  query: RecordQuery,
  count: number,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const rows: RecordRow[] = [];
  for (;;) {
    const limit = Math.min(count - rows.length, mostRecords);
    const asked = { ...query, offset: rows.length, limit } as InputOf<typeof calls.list>;
    const page = (await send(calls.list, asked, signal ? { signal } : {})) as RecordPage;
    rows.push(...page.rows);
    if (page.rows.length < limit || rows.length >= count) return { total: page.total, rows };
  }
}

/** The calls of the `recordEditor` chart. */
export const recordEditorActors = (send: Send, resource: Resource) => ({
  saveRecord: callActor<RecordRow, SaveRecordOrder>(({ input: { row, values }, signal }) =>
    row
      ? (send(resource.calls.update, { ...idOf(resource, row), version: row.version, ...values } as never, {
          signal,
        }) as Promise<RecordRow>)
      : (send(resource.calls.add, values as never, { signal }) as Promise<RecordRow>),
  ),
  loadNewest: callActor<RecordRow, { row: RecordRow }>(
    ({ input: { row }, signal }) => send(resource.calls.get, idOf(resource, row) as never, { signal }) as Promise<RecordRow>,
  ),
});

/** Counts what uses a record. */
export const countUses = (send: Send, resource: Resource, row: RecordRow, signal: AbortSignal) =>
  send(resource.calls.uses, idOf(resource, row) as never, { signal }) as Promise<Readonly<Record<string, number>>>;
export const removeRecord = (send: Send, resource: Resource, row: RecordRow, signal: AbortSignal) =>
  send(resource.calls.remove, idOf(resource, row) as never, { signal });
export const restoreRecord = (send: Send, resource: Resource, row: RecordRow, signal: AbortSignal) =>
  send(resource.calls.restore, idOf(resource, row) as never, { signal }) as Promise<RecordRow>;
