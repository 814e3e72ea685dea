import { modules } from '../../../contract/modules.ts';
import { m } from '../../paraglide/messages.js';
import { moduleSource, type Place } from '../../services/permissions.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { DistrictChoice, districtScope } from '../districts/DistrictChoice.tsx';
import { recordScreen } from '../records/recordScreen.tsx';
import { moduleAssignment } from './moduleAssignment.screen.ts';
import { moduleNames } from './permissionWords.ts';

const columns = (): TableColumn<Place>[] => [
  { key: 'name', header: m.permissions_place(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
  { key: 'people', header: m.people_column_people(), value: ({ people }) => people, align: 'end', width: 's' },
  {
    key: 'off',
    header: m.permissions_switched_off(),
    value: (place) =>
      modules
        .filter((module) => !place[module] || place.off_in_district.includes(module))
        .map((module) => moduleNames[module]())
        .join(', '),
    width: 'l',
  },
  ...modules.map(
    (module): TableColumn<Place> => ({
      key: module,
      header: moduleNames[module](),
      value: (place) => {
        if (place.off_in_district.includes(module)) return m.permissions_off_in_district();
        return place[module] ? m.permissions_on() : m.permissions_off();
      },
      width: 's',
    }),
  ),
];

/** Which parts of the product a district and each of its schools show (`admin/moduleAssignment`). */
export default recordScreen<Place>({
  ...moduleAssignment,
  title: m.permissions_modules_title,
  lead: m.permissions_modules_lead,
  source: moduleSource,
  scope: districtScope,
  nameOf: ({ name }) => name,
  columns,
  initial: { sort: null, filter: '', hidden: [...modules] },
  fields: Object.fromEntries(modules.map((module) => [module, { label: moduleNames[module] }])),
  formTitle: (row) => m.permissions_modules_of({ name: row?.name ?? '' }),
  empty: { title: m.permissions_modules_title, text: m.permissions_modules_lead },
  useParts: ({ chosen, choose }) => ({
    above: () => <DistrictChoice chosen={chosen} choose={choose} />,
    // What the district has switched off is not the school's to show.
    rules: (row) =>
      Object.fromEntries(
        modules.filter((module) => !row?.off_in_district.includes(module)).map((module) => [module, { kind: 'truth', initial: true }]),
      ),
  }),
});
