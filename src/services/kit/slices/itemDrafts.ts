import * as v from 'valibot';
import { AuthoredItem } from '../../../../contract/authoredItem.ts';
import type { KeptDraft } from '../../../machines/authoring/draftEditorMachine.ts';
import { type Slice, slice } from '../persistence.ts';

type Kept = Record<string, KeptDraft<AuthoredItem>>;

/** Drafts of items of the catalog that the server does not have yet, by item id. */
export const itemDraftsSlice: Slice<Kept> = slice(
  'itemDrafts',
  1,
  v.record(v.string(), v.object({ document: AuthoredItem, version: v.nullable(v.number()) })) as v.GenericSchema<unknown, Kept>,
  500,
);
