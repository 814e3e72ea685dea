import type { Rules } from '../../../common/recordValues.ts';
import { Language } from '../../../contract/content.ts';
import { type ContentPlace, type PlaceKind, placeLimits } from '../../../contract/contentSetup.ts';
import { m } from '../../paraglide/messages.js';
import { noCounterpart, placeKey, topLevel } from '../../services/contentSetup/contentSetup.ts';
import type { RecordField } from '../records/declaration.ts';

const text = (most: number, isRequired: boolean) => ({ kind: 'text', most, isRequired, isUnique: isRequired }) as const;
type Option = { key: string; label: string };
export const choice = (initial: string, options: readonly Option[]) => ({ kind: 'choice', isRequired: true, initial, options }) as const;

export const languageChoice = (initial: number) =>
  choice(String(initial), [
    { key: String(Language.english), label: m.library_english() },
    { key: String(Language.spanish), label: m.library_spanish() },
  ]);

/** A choice of what is the same in the other language. */
export const counterpartChoice = (options: readonly Option[]) =>
  choice(noCounterpart, [{ key: noCounterpart, label: m.contentSetup_no_counterpart() }, ...options]);

/** Products of the other language, or units of such products. */
function counterparts(places: readonly ContentPlace[], kind: PlaceKind, language_id: number | null): Option[] {
  const names = new Map(places.map(({ id, name }) => [id, name]));
  return places
    .filter((one) => one.kind === kind && one.language_id !== language_id)
    .map(({ id, name, parent_id }) => ({
      key: String(id),
      label: parent_id === null ? name : m.contentSetup_in({ name, parent: names.get(parent_id) ?? '' }),
    }));
}

/** Fields of the form of a place of this kind. `place`: one that is there; `parent`: where a new one is added, null for a product. */
export function placeRules(
  places: readonly ContentPlace[],
  kind: PlaceKind,
  { place = null, parent = null }: { place?: ContentPlace | null; parent?: ContentPlace | null },
): Rules {
  const language_id = place?.language_id ?? parent?.language_id ?? null;
  const hasMore = kind === 'product' || kind === 'unit';
  return {
    ...(place
      ? {}
      : {
          parent: choice(parent ? placeKey(parent) : topLevel, [
            parent ? { key: placeKey(parent), label: parent.name } : { key: topLevel, label: m.contentSetup_top() },
          ]),
        }),
    name: text(placeLimits.name, true),
    ...(hasMore ? { text: text(placeLimits.text, false) } : {}),
    ...(kind === 'product' ? { grades: text(200, false), language_id: languageChoice(Language.english) } : {}),
    ...(hasMore ? { mapped_id: counterpartChoice(counterparts(places, kind, language_id)) } : {}),
  };
}

export const placeFields: Readonly<Record<string, RecordField>> = {
  parent: { label: m.contentSetup_parent },
  name: { label: m.admin_subjects_name },
  text: { label: m.contentSetup_text, help: m.contentSetup_text_help },
  grades: { label: m.contentSetup_grades, help: m.contentSetup_grades_help },
  language_id: { label: m.contentSetup_language },
  mapped_id: { label: m.contentSetup_counterpart, help: m.contentSetup_counterpart_help },
};

const newOnes: Readonly<Record<PlaceKind, () => string>> = {
  product: m.contentSetup_new_product,
  unit: m.contentSetup_new_unit,
  sub_unit: m.contentSetup_new_sub_unit,
  level3: m.contentSetup_new_level3,
};
/** What adding a place of this kind is called. */
export const newPlace = (kind: PlaceKind): string => newOnes[kind]();
