import { Language } from '../../../contract/content.ts';
import type { contentSetup } from '../../../contract/contentSetup.ts';
import { idOf } from '../../../server/content/ids.ts';
import { item_id } from '../../server/fixtureSchool.ts';
import { png } from '../../server/pictures.ts';
import type { Cases } from './case.ts';

const product_id = idOf('course');
const unit_id = idOf('course/unit');
const video_id = idOf('course/unit/sub/video');
const sub_unit_id = idOf('course/unit/sub');
/** The catalog is of no district, and the provider's administrators of every district look after it. */
const everywhere = { as: 'max', inOtherDistrict: 403 } as const;

export const contentSetupCases: Cases<keyof typeof contentSetup> = {
  setupPlaces: { ...everywhere, input: () => ({}) },
  setupPlace: { ...everywhere, input: () => ({ kind: 'unit', id: unit_id }) },
  saveProduct: {
    ...everywhere,
    input: () => ({ name: 'Course 2', text: '', grades: ['7'], language_id: Language.english, mapped_id: null }),
    again: (at) => ({ name: `Course of ${at}` }),
  },
  saveUnit: {
    ...everywhere,
    input: () => ({ product_id, name: 'Unit 2', text: '', mapped_id: null }),
    again: (at) => ({ name: `Unit of ${at}` }),
  },
  saveSubUnit: { ...everywhere, input: () => ({ unit_id, name: 'Sub-unit 2' }), again: (at) => ({ name: `Sub-unit of ${at}` }) },
  saveLevel3: { ...everywhere, input: () => ({ sub_unit_id, name: 'Part' }), again: (at) => ({ name: `Part of ${at}` }) },
  removePlace: { ...everywhere, input: ({ content }) => ({ kind: 'product', id: content.emptyProduct }) },
  restorePlace: { ...everywhere, input: ({ content }) => ({ kind: 'product', id: content.removedProduct }) },
  setupItems: { ...everywhere, input: () => ({ kind: 'unit', place_id: unit_id }), lenient: ['search'] },
  setupItem: { ...everywhere, input: () => ({ item_id }) },
  saveItemFlags: {
    ...everywhere,
    input: () => ({
      item_id,
      version: 1,
      is_assignable: false,
      is_learnosity_enabled: false,
      language_id: Language.english,
      mapped_id: null,
    }),
  },
  itemSource: { ...everywhere, input: () => ({ item_id }) },
  createItem: {
    ...everywhere,
    input: () => ({ creation_key: 'one', place_kind: 'sub_unit', place_id: sub_unit_id, item_kind: 'link', title: 'Weather' }),
    again: (at) => ({ creation_key: `one-${at}` }),
  },
  saveItem: {
    ...everywhere,
    input: ({ content }) => ({ item_id: content.item_id, version: content.item_version, item: content.item }),
    again: (at) => ({ version: at + 1 }),
  },
  publishItem: { ...everywhere, input: ({ content }) => ({ item_id: content.item_id, version: content.item_version }) },
  withdrawItem: { ...everywhere, input: () => ({ item_id: video_id }) },
  offerItem: { ...everywhere, input: ({ content }) => ({ item_id: content.withdrawnItem }) },
  previewItem: { ...everywhere, input: ({ content }) => ({ item_id: content.item_id }) },
  uploadMedia: { ...everywhere, input: ({ content }) => ({ item_id: content.item_id, picture: new File([png(64, 64)], 'cell.png') }) },
  orderContent: { ...everywhere, input: () => ({ kind: 'item', id: item_id, place: 2 }) },
};
