import * as v from 'valibot';
import { SearchResult, Units } from '../../../../contract/library.ts';
import { slice } from '../persistence.ts';

/** The library as the user left it: address, results (pictures are refetched), and the opened item. */
export const contentLibrarySlice = slice(
  'contentLibrary',
  1,
  v.object({ address: v.string(), units: Units, result: SearchResult, selected: v.nullable(v.number()) }),
  600,
);
