import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import type { Rules } from '../../../common/recordValues.ts';
import { Language } from '../../../contract/content.ts';
import type { ContentPlace } from '../../../contract/contentSetup.ts';
import { m } from '../../paraglide/messages.js';
import {
  itemsOfPlace,
  noCounterpart,
  placeKey,
  placeSource,
  readPlaceKey,
  type SetupItemRow,
  setupItemSource,
  trailOf,
} from '../../services/contentSetup/contentSetup.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { kindLabel, languageName } from '../library/words.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { decodeIds } from '../routeValue.ts';
import { contentSetup } from './contentSetup.screen.ts';
import { counterpartChoice, languageChoice } from './placeForm.ts';

const PlaceTree = lazy(async () => ({ default: (await import('./PlaceTree.tsx')).PlaceTree }));

const yesNo = (value: boolean) => (value ? m.records_yes() : m.records_no());

const columns = (): TableColumn<SetupItemRow>[] => [
  { key: 'title', header: m.contentSetup_item(), value: ({ title }) => title, isRowHeader: true, width: 'l' },
  { key: 'item_type_id', header: m.contentSetup_kind(), value: ({ item_type_id }) => kindLabel(item_type_id) },
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

/** Items of the same unit in the other language, from which an item's counterpart is chosen. */
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
  return data?.rows ?? [];
}

/** The tree of places, and the form of an item. */
function useSetupParts({ chosen, choose, refresh, say }: RecordFrame): RecordParts<SetupItemRow> {
  const { send } = useApp();
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
  const counterparts = useCounterparts(places, place);
  return {
    beside: (
      <Suspense fallback={<Skeleton shape="text" count={6} />}>
        <PlaceTree collection={collection} chosen={place} onChoose={(key) => choose({ place: key })} onChanged={refresh} say={say} />
      </Suspense>
    ),
    rules: (row) => itemRules(row, counterparts),
  };
}

function itemRules(row: SetupItemRow | null, counterparts: readonly { item_id: number; title: string; language_id: number }[]): Rules {
  const options = counterparts
    .filter(({ language_id }) => String(language_id) !== row?.language_id)
    .map(({ item_id, title }) => ({ key: String(item_id), label: title }));
  const own = row && row.mapped_id !== noCounterpart && !options.some(({ key }) => key === row.mapped_id);
  return {
    is_assignable: { kind: 'truth', initial: true },
    is_learnosity_enabled: { kind: 'truth', initial: false },
    language_id: languageChoice(Language.english),
    mapped_id: counterpartChoice([...(own ? [{ key: row.mapped_id, label: row.mapped_title ?? '' }] : []), ...options]),
  };
}

export default recordScreen<SetupItemRow>({
  ...contentSetup,
  title: m.contentSetup_title,
  lead: m.contentSetup_lead,
  source: setupItemSource,
  nameOf: ({ title }) => title,
  columns,
  initial: { sort: null, filter: '', hidden: ['language_id', 'is_learnosity_enabled', 'mapped_id'] },
  scope: 'place',
  fields: {
    is_assignable: { label: m.contentSetup_assignable, help: m.contentSetup_assignable_help },
    is_learnosity_enabled: { label: m.contentSetup_provider, help: m.contentSetup_provider_help },
    language_id: { label: m.contentSetup_language },
    mapped_id: { label: m.contentSetup_counterpart, help: m.contentSetup_counterpart_help },
  },
  formTitle: (row) => m.records_edit_name({ name: row?.title ?? '' }),
  empty: { title: m.contentSetup_no_items, text: m.contentSetup_no_items_text },
  useParts: useSetupParts,
});
