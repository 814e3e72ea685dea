import type { library } from '../../../contract/library.ts';
import { idOf } from '../../../server/content/ids.ts';
import { encodeRouteValue } from '../../../src/views/routeValue.ts';
import { ids, item_id } from '../../server/fixtureSchool.ts';
import { type Cases, tess } from './case.ts';

const place = { product_id: idOf('course'), unit_id: idOf('course/unit'), subunit_id: idOf('course/unit/sub') };
const external = { title: 'Tide tables', description: 'By the harbour', url: 'https://tides.example/' };

/** The catalog is shared by all; each user's own resources in it are private. */
export const libraryCases: Cases<keyof typeof library> = {
  units: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
  items: { as: 'tess', input: () => ({ ...tess, ...place }), inOtherDistrict: 200 },
  updateDefaultFilter: {
    as: 'tess',
    input: () => ({ ...tess, product_id: place.product_id, unit_id: place.unit_id }),
    inOtherDistrict: 200,
  },
  starAndReadingTests: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
  engineeringItems: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
  lessonBlockTypes: { as: 'tess', input: () => place, inOtherDistrict: 200 },
  lessonBlocks: { as: 'tess', input: () => place, inOtherDistrict: 200 },
  contentItems: { as: 'tess', input: () => place, inOtherDistrict: 200 },
  contentUrlId: { as: 'tess', input: () => ({ userPuid: ids.tess, item_id }), inOtherDistrict: 200 },
  quizSheet: { as: 'tess', input: () => ({ userPuid: ids.tess, item_id: idOf('course/unit/sub/quiz') }), inOtherDistrict: 200 },
  myLibrary: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
  addToMyLibrary: { as: 'tess', input: () => ({ ...tess, ...place, item_id, item_type_id: 1 }), inOtherDistrict: 200 },
  removeFromMyLibrary: { as: 'tess', input: ({ resource_id }) => ({ ...tess, resource_id }) },
  addExternal: { as: 'tess', input: () => ({ ...tess, ...external }), inOtherDistrict: 200, lenient: ['title', 'description'] },
  updateExternal: {
    as: 'tess',
    input: ({ resource_id, attachment_id }) => ({ ...tess, ...external, resource_id, attachment_id }),
    lenient: ['title', 'description'],
  },
  uploadAttachment: {
    as: 'tess',
    input: () => ({ ...tess, attachment: new File(['%PDF-1.7 fixture'], 'tides.pdf') }),
    inOtherDistrict: 200,
  },
  attachmentLink: { as: 'tess', input: ({ resource_id }) => ({ ...tess, resource_id }) },
  citationData: {
    as: 'tess',
    input: () => ({ grade_id: 6, standard_name: 'MS-PS1', is_teks: false }),
    inOtherDistrict: 200,
    lenient: ['standard_name'],
  },
  gradesAndStandards: { as: 'tess', input: () => ({ is_teks: false }), inOtherDistrict: 200 },
  itemBreakout: {
    as: 'tess',
    input: () => ({ url: `/authenticated/content/previewResource/${encodeRouteValue(item_id)}` }),
    inOtherDistrict: 200,
  },
  itemsAccessed: { as: 'tess', input: () => tess, inOtherDistrict: 200 },
  search: {
    as: 'ana',
    input: () => ({ user_puid: ids.ana, query: 'reading', kinds: '1' }),
    inOtherDistrict: 200,
    lenient: ['query', 'grades', 'standards'],
  },
};
