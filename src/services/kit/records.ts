import { may } from '../../../common/may.ts';
import type { Rules } from '../../../common/recordValues.ts';
import type { Call, InputOf } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { mostRecords } from '../../../contract/paging.ts';
import type { Field, Resource } from '../../../contract/resource.ts';
import type { Right } from '../../../contract/rights.ts';
import type { AnyRow, SaveRecordOrder } from '../../machines/records/recordEditorMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

interface Stop {
  signal: AbortSignal;
}

export interface RecordPage<Row> {
  total: number;
  rows: readonly Row[];
}

/** The calls of a list of records: those that `resource` derives (`resourceSource`), or a screen's own. What is absent is not offered. */
export interface RecordSource<Row> {
  keyOf: (row: Row) => string;
  /** The first `count` rows that match the query, or every row if the source is `isWhole`. */
  load: (query: Readonly<Record<string, string>>, count: number, signal?: AbortSignal) => Promise<RecordPage<Row>>;
  /** One call returns every row, and the table searches, sorts and pages them itself. */
  isWhole?: boolean;
  /** Reads one record again, after somebody else changed it. */
  get?: (row: Row, stop: Stop) => Promise<Row>;
  add?: (values: SaveRecordOrder['values'], stop: Stop) => Promise<object>;
  update?: (row: Row, values: SaveRecordOrder['values'], stop: Stop) => Promise<Row>;
  /** Puts a record at another place of the list's own order, 1 for the first. */
  order?: (row: Row, place: number, stop: Stop) => Promise<Row>;
  /** How many rows share the order of this one, if not all of the list do. */
  placesOf?: (row: Row) => number;
  /** Counts what uses a record. If absent, a record is removed without a question. */
  uses?: (row: Row, stop: Stop) => Promise<Readonly<Record<string, number>>>;
  remove?: (row: Row, stop: Stop) => Promise<unknown>;
  /** `removed`: the answer to the removal. */
  restore?: (row: Row, removed: unknown, stop: Stop) => Promise<unknown>;
}

/** The newest version of a row of a list that has no call for a single one. */
export function foundIn<Row>(rows: readonly Row[], isThis: (row: Row) => boolean): Row {
  const row = rows.find(isThis);
  if (!row) throw new Error('The list does not have it anymore.');
  return row;
}

/** The first `count` rows of a list, in as many calls as needed. A call returns at most `most`. */
export async function firstRows<Row>(
  count: number,
  most: number,
  page: (offset: number, limit: number) => Promise<RecordPage<Row>>,
): Promise<RecordPage<Row>> {
  const rows: Row[] = [];
  for (;;) {
    const limit = Math.min(count - rows.length, most);
    const { total, rows: more } = await page(rows.length, limit);
    rows.push(...more);
    if (more.length < limit || rows.length >= count) return { total, rows };
  }
}

/** `load` of a list whose call serves it page by page. `others`: what the call asks for besides the page. */
export const loadPages =
  <Row>(send: Send, call: Call, others: object = {}): RecordSource<Row>['load'] =>
  (query, count, signal) =>
    firstRows(count, mostRecords, (offset, limit) => {
      const asked = { ...query, ...others, offset, limit } as InputOf<Call>;
      return send(call, asked, signal ? { signal } : {}) as Promise<RecordPage<Row>>;
    });

/** The rules of a resource's form. */
export const rulesOf = ({ fields }: Resource): Rules =>
  Object.fromEntries(Object.entries<Field>(fields).map(([name, { rule }]) => [name, rule]));

/** The edits of a list that the user may make. `calls`: the call of each. */
export const allowed = <Edits extends object>(
  user: UserData & { rights?: readonly Right[] },
  calls: Readonly<Record<keyof Edits, Call>>,
  edits: Edits,
): Partial<Edits> => Object.fromEntries(Object.entries(edits).filter(([name]) => may(user, calls[name as keyof Edits]))) as Partial<Edits>;

/** The calls of a resource, as far as the user may make them. */
export function resourceSource(send: Send, { key, calls }: Resource, user: UserData): RecordSource<AnyRow> {
  const idOf = (row: AnyRow) => ({ [key]: row[key] }) as never;
  const edits = {
    get: (row: AnyRow, stop: Stop) => send(calls.get, idOf(row), stop) as Promise<AnyRow>,
    add: (values: SaveRecordOrder['values'], stop: Stop) => send(calls.add, values as never, stop) as Promise<AnyRow>,
    update: (row: AnyRow, values: SaveRecordOrder['values'], stop: Stop) =>
      send(calls.update, { ...(idOf(row) as object), version: row.version, ...values } as never, stop) as Promise<AnyRow>,
    order: (row: AnyRow, place: number, stop: Stop) =>
      send(calls.order, { ...(idOf(row) as object), place } as never, stop) as Promise<AnyRow>,
    uses: (row: AnyRow, stop: Stop) => send(calls.uses, idOf(row), stop) as Promise<Readonly<Record<string, number>>>,
    remove: (row: AnyRow, stop: Stop) => send(calls.remove, idOf(row), stop),
    restore: (row: AnyRow, _: unknown, stop: Stop) => send(calls.restore, idOf(row), stop),
  };
  return {
    keyOf: (row) => String(row[key]),
    load: loadPages<AnyRow>(send, calls.list),
    ...allowed(user, calls, edits),
  };
}

const notOffered = () => Promise.reject(new Error('This list does not offer it.'));

/** The calls of the `recordEditor` chart. */
export const recordEditorActors = ({ add = notOffered, update = notOffered, get = notOffered }: RecordSource<AnyRow>) => ({
  saveRecord: callActor<AnyRow, SaveRecordOrder>(
    ({ input: { row, values }, signal }) => (row ? update(row, values, { signal }) : add(values, { signal })) as Promise<AnyRow>,
  ),
  loadNewest: callActor<AnyRow, { row: AnyRow }>(({ input: { row }, signal }) => get(row, { signal })),
});
