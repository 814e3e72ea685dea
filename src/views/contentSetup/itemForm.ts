import type { Rules } from '../../../common/recordValues.ts';
import { itemLimits } from '../../../contract/authoredItem.ts';
import { isHandedIn, Language } from '../../../contract/content.ts';
import { type ContentPlace, type NewItemKind, newItemKinds } from '../../../contract/contentSetup.ts';
import { m } from '../../paraglide/messages.js';
import { noCounterpart, placeKey, readPlaceKey, type SetupItemRow, trailOf } from '../../services/contentSetup/contentSetup.ts';
import { formatDay } from '../../ui/dateFormats.ts';
import { editQuestionAnswer } from '../itemBank/editQuestionAnswer.screen.ts';
import { addressOf } from '../screen.ts';
import { authoringTool } from './authoringTool.screen.ts';
import { choice, counterpartChoice, languageChoice } from './placeForm.ts';

/** Fields of an item's flags. */
export function flagRules(row: SetupItemRow, counterparts: readonly { item_id: number; title: string; language_id: number }[]): Rules {
  const options = counterparts
    .filter(({ language_id }) => String(language_id) !== row.language_id)
    .map(({ item_id, title }) => ({ key: String(item_id), label: title }));
  const own = row.mapped_id !== noCounterpart && !options.some(({ key }) => key === row.mapped_id);
  return {
    is_assignable: { kind: 'truth', initial: true },
    is_learnosity_enabled: { kind: 'truth', initial: false },
    language_id: languageChoice(Language.english),
    mapped_id: counterpartChoice([...(own ? [{ key: row.mapped_id, label: row.mapped_title ?? '' }] : []), ...options]),
  };
}

const kindNames: Readonly<Record<NewItemKind, () => string>> = {
  reading: m.player_kind_reading,
  leveled_reader: m.player_kind_leveled_reader,
  slides: m.itemEditor_kind_slides,
  data_lab: m.player_kind_data_lab,
  interactive: m.player_kind_interactive,
  video: m.itemEditor_kind_animation,
  investigation: m.player_kind_investigation,
  link: m.player_kind_link,
};

/** Fields of a new item. It is in a sub-unit or a place of the third level: the chosen one, or one inside the chosen place. */
export function newItemRules(places: readonly ContentPlace[], chosen: string): Rules {
  const start = readPlaceKey(chosen);
  const optionsIn = (place: ContentPlace): { key: string; label: string }[] => {
    // The product goes without saying.
    const label = trailOf(places, placeKey(place))
      .slice(1)
      .map(({ name }) => name)
      .join(' › ');
    return [
      ...(place.kind === 'sub_unit' || place.kind === 'level3' ? [{ key: placeKey(place), label }] : []),
      ...places.filter(({ parent_id }) => parent_id === place.id).flatMap(optionsIn),
    ];
  };
  const inside = places.filter(({ kind, id }) => kind === start?.kind && id === start.id).flatMap(optionsIn);
  return {
    title: { kind: 'text', most: itemLimits.title, isRequired: true, isUnique: false },
    item_kind: choice(
      'reading',
      newItemKinds.map((kind) => ({ key: kind, label: kindNames[kind]() })),
    ),
    place: choice(inside[0]?.key ?? '', inside),
  };
}

/** Where an item is edited: a quiz by its questions. */
export const itemForm = ({ item_id, item_type_id }: Pick<SetupItemRow, 'item_id' | 'item_type_id'>): string =>
  addressOf(isHandedIn(item_type_id) ? editQuestionAnswer : authoringTool, item_id);

const states: Readonly<Record<SetupItemRow['state'], () => string>> = {
  draft: m.itemEditor_state_draft,
  published: m.itemEditor_state_published,
  withdrawn: m.itemEditor_state_withdrawn,
};
/** Whether an item is published, and whether a change of it waits. */
export const stateName = ({ state, draft }: Pick<SetupItemRow, 'state' | 'draft'>): string =>
  draft && state === 'published' ? m.itemEditor_state_changed() : states[state]();

/** Who has changed an item since it was published, and since when; empty if no draft waits. */
export function draftText({ draft }: Pick<SetupItemRow, 'draft'>, language: string, timeZone: string): string {
  if (!draft) return '';
  if (draft.since === null) return m.contentSetup_draft_unknown();
  return m.contentSetup_draft_by({
    names: new Intl.ListFormat(language).format(draft.by),
    day: formatDay(draft.since, language, timeZone),
  });
}
