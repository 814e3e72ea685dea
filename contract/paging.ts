import * as v from 'valibot';
import { offset, smallId } from './kit.ts';

/** Maximum rows per call. */
export const mostRecords = 200;

/** Query of a call that serves a list page by page. `sorts`: what it can be sorted by; a `-` before one means descending. */
export const pageQuery = <const Sort extends string>(sorts: readonly Sort[]) => ({
  offset: v.optional(offset, 0),
  limit: v.optional(v.pipe(smallId, v.maxValue(mostRecords)), 50),
  search: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  sort: v.optional(v.picklist(sorts.flatMap((sort): (Sort | `-${Sort}`)[] => [sort, `-${sort}`]))),
});

/** Some rows of a list, and how many there are in all. */
export const pageOf = <Row extends v.GenericSchema>(row: Row) => v.object({ total: v.number(), rows: v.array(row) });
