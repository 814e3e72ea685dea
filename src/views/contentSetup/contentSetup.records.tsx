import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { ContentPlace } from '../../../contract/contentSetup.ts';
import { m } from '../../paraglide/messages.js';
import {
  itemsOfPlace,
  placeKey,
  placeSource,
  readPlaceKey,
  type SetupItemRow,
  setupItemSource,
  trailOf,
} from '../../services/contentSetup/contentSetup.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { IconUpload } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { kindLabel, languageName } from '../library/words.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { contentSetup } from './contentSetup.screen.ts';
import { courseImport } from './courseImport.screen.ts';
import { glossaryTerms } from './glossaryTerms.screen.ts';
import { draftText, flagRules, itemForm, newItemRules, stateName } from './itemForm.ts';

const PlaceTree = lazy(async () => ({ default: (await import('./PlaceTree.tsx')).PlaceTree }));

const all = 'all';
const yesNo = (value: boolean) => (value ? m.records_yes() : m.records_no());

const columns = (language: string, timeZone: string): TableColumn<SetupItemRow>[] => [
  { key: 'title', header: m.contentSetup_item(), value: ({ title }) => title, isRowHeader: true, width: 'l' },
  { key: 'item_type_id', header: m.contentSetup_kind(), value: ({ item_type_id }) => kindLabel(item_type_id) },
  { key: 'state', header: m.itemEditor_state(), value: stateName, isUnsortable: true },
  { key: 'draft', header: m.contentSetup_draft(), value: (row) => draftText(row, language, timeZone), isUnsortable: true },
  { key: 'sub_unit_name', header: m.contentSetup_sub_unit(), value: ({ sub_unit_name }) => sub_unit_name },
  {
    key: 'is_assignable',
    header: m.contentSetup_assignable(),
    value: ({ is_assignable }) => yesNo(is_assignable),
    isUnsortable: true,
    width: 's',
  },
  {
    key: 'is_learnosity_enabled',
    header: m.contentSetup_provider(),
    value: ({ is_learnosity_enabled }) => yesNo(is_learnosity_enabled),
    isUnsortable: true,
    width: 's',
  },
  { key: 'language_id', header: m.contentSetup_language(), value: ({ language_id }) => languageName(Number(language_id)), width: 's' },
  { key: 'mapped_id', header: m.contentSetup_counterpart(), value: ({ mapped_title }) => mapped_title ?? '', isUnsortable: true },
];

/** Items of the same unit in the other language, from which an item's counterpart is chosen; undefined until they have loaded. */
function useCounterparts(places: readonly ContentPlace[], chosen: string) {
  const { send } = useApp();
  const unit = trailOf(places, chosen).find(({ kind }) => kind === 'unit');
  const other = unit && places.find((one) => one.kind === 'unit' && (one.id === unit.mapped_id || one.mapped_id === unit.id));
  const wanted = other?.id ?? null;
  const items = useCollection(async (signal) => ({
    unit_id: wanted,
    rows: other ? (await itemsOfPlace(send, other, signal)).rows : [],
  }));
  const { data, refresh } = items;
  useEffect(() => {
    if (data && data.unit_id !== wanted) refresh();
  }, [data, wanted, refresh]);
  const isKnown = data?.unit_id === wanted;
  return { offered: items, counterparts: items.isFailed || items.isStale ? [] : isKnown ? data.rows : undefined };
}

/** The tree of places, and the form of an item. */
function useSetupParts({ chosen, choose, refresh, say }: RecordFrame): RecordParts<SetupItemRow> {
  const { send } = useApp();
  const navigate = useNavigate();
  const [added, setAdded] = useState<SetupItemRow | null>(null);
  // Once the dialog has closed: an open one asks before it is left.
  useEffect(() => {
    if (added) void navigate(itemForm(added));
  }, [added, navigate]);
  const { value } = useParams();
  const collection = useCollection<readonly ContentPlace[]>(placeSource(send).load, undefined, 'collection: places');
  const places = collection.data ?? [];
  const { place = '' } = chosen;
  const isKnown = readPlaceKey(place) !== null;
  const [product_id] = value === undefined ? [] : (decodeIds(value, 1) ?? []);
  const first = places.find(({ kind, id }) => kind === 'product' && (product_id === undefined || id === product_id));
  const start = first ? placeKey(first) : '';
  const open = useEffectEvent(() => choose({ place: start }));
  useEffect(() => {
    if (!isKnown && start) open();
  }, [isKnown, start]);
  const { counterparts, offered } = useCounterparts(places, place);
  return {
    tools: (
      <NativeSelect
        label={m.itemEditor_state()}
        placeholder={m.records_all()}
        value={chosen.only ?? all}
        options={[
          { key: all, label: m.records_all() },
          { key: 'drafts', label: m.contentSetup_only_drafts() },
          { key: 'withdrawn', label: m.contentSetup_only_withdrawn() },
        ]}
        onChange={(only) => choose({ only: only === all ? '' : only })}
      />
    ),
    beside: (
      <Suspense fallback={<Skeleton shape="text" count={6} />}>
        <PlaceTree collection={collection} chosen={place} onChoose={(key) => choose({ place: key })} onChanged={refresh} say={say} />
      </Suspense>
    ),
    more: (
      <>
        <LinkButton href={addressOf(glossaryTerms)}>{m.catalogTerms_title()}</LinkButton>
        <LinkButton href={addressOf(courseImport)} icon={IconUpload}>
          {m.courseImport_title()}
        </LinkButton>
      </>
    ),
    offered: { ...offered, failed: m.contentSetup_counterparts_failed() },
    ...(counterparts ? { rules: (row) => (row ? flagRules(row, counterparts) : newItemRules(places, place)) } : {}),
    onAdded: (item) => setAdded(item as SetupItemRow),
    opens: {
      column: 'title',
      label: (_, title) => m.itemEditor_edit_name({ title }),
      onOpen: (row) => void navigate(itemForm(row)),
      mark: (row) => (row.state === 'published' && !row.draft ? null : <Badge>{stateName(row)}</Badge>),
    },
  };
}

export default recordScreen<SetupItemRow>({
  ...contentSetup,
  title: m.contentSetup_title,
  lead: m.contentSetup_lead,
  source: setupItemSource,
  nameOf: ({ title }) => title,
  columns: ({ time_zone }, language) => columns(language, time_zone),
  filters: ['only'],
  initial: { sort: null, filter: '', hidden: ['state', 'language_id', 'is_learnosity_enabled', 'mapped_id'] },
  scope: 'place',
  add: m.itemEditor_add,
  fields: {
    title: { label: m.itemEditor_title },
    item_kind: { label: m.itemEditor_new_kind },
    place: { label: m.itemEditor_new_place, help: m.itemEditor_new_place_help },
    is_assignable: { label: m.contentSetup_assignable, help: m.contentSetup_assignable_help },
    is_learnosity_enabled: { label: m.contentSetup_provider, help: m.contentSetup_provider_help },
    language_id: { label: m.contentSetup_language },
    mapped_id: { label: m.contentSetup_counterpart, help: m.contentSetup_counterpart_help },
  },
  formTitle: (row) => (row ? m.records_edit_name({ name: row.title }) : m.itemEditor_new()),
  empty: { title: m.contentSetup_no_items, text: m.contentSetup_no_items_text },
  useParts: useSetupParts,
});
