import * as v from 'valibot';
import { SearchResult, Units } from '../../../contract/library.ts';
import { slice } from '../persistence.ts';

/** The library as it was left: for which address, what was found (pictures are fetched anew), and which item was opened. */
export const contentLibrarySlice = slice(
  'contentLibrary',
  1,
  v.object({ address: v.string(), units: Units, result: SearchResult, selected: v.nullable(v.number()) }),
  600,
);
