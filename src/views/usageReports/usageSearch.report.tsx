import { Role } from '../../../contract/kit.ts';
import { type Found, foundKinds, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/Notice.tsx';
import { viewReport } from '../classReports/viewReport.screen.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { studentProgress } from '../reports/studentProgress.screen.ts';
import { addressOf } from '../screen.ts';
import { ownDistrictItems } from './districtItems.screen.ts';
import { ownSchoolItems } from './schoolItems.screen.ts';
import { summary } from './summary.screen.ts';
import { usageAssignments } from './usageAssignments.screen.ts';
import { usageSearch } from './usageSearch.screen.ts';
import { usageCrumbs } from './usageWords.ts';

const kindNames: Record<Found['kind'], () => string> = {
  district: m.usageReports_kind_district,
  school: m.usageReports_kind_school,
  group: m.usageReports_kind_group,
  teacher: m.usageReports_kind_teacher,
  student: m.usageReports_kind_student,
  item: m.usageReports_kind_item,
};

/** The report of what was found; null for a student without a class. */
function reportOf({ kind, id, group_puid, district_id }: Found, role: number): string | null {
  const isOfAll = role >= Role.providerAdministrator;
  switch (kind) {
    case 'district':
    case 'school':
      return `${addressOf(summary)}?${kind === 'school' && isOfAll ? `district=${district_id}&` : ''}${kind}=${id}`;
    case 'group':
      return addressOf(viewReport, id);
    case 'teacher':
      return `${addressOf(usageAssignments)}?${isOfAll ? `district=${district_id}&` : ''}teacher=${id}`;
    case 'student':
      return group_puid === null ? null : addressOf(studentProgress, group_puid, id);
    case 'item':
      return `${addressOf(role === Role.schoolAdministrator ? ownSchoolItems : ownDistrictItems)}?quiz=${id}`;
  }
}

/** Finds districts, schools, classes, teachers, students and quizzes, and leads to their reports. */
export default reportScreen({
  ...usageSearch,
  call: usageReports.usageSearch,
  input: ({ query, chosen }) => ({ query, ...(chosen.kind === undefined ? {} : { kind: chosen.kind as Found['kind'] }) }),
  rows: ({ found }) => found,
  name: m.usageReports_search,
  back: usageCrumbs,
  search: m.usageReports_search_label,
  filters: { kind: { label: m.usageReports_kind, options: () => foundKinds.map((kind) => ({ key: kind, label: kindNames[kind]() })) } },
  rowKey: ({ kind, id }) => `${kind} ${id}`,
  caption: m.usageReports_found,
  columns: {
    name: { header: m.usageReports_name, value: ({ name }) => name, isRowHeader: true, width: 'l' },
    kind: { header: m.usageReports_kind, value: ({ kind }) => kindNames[kind](), width: 's' },
    within: { header: m.usageReports_within, value: ({ within }) => within, width: 'l' },
  },
  drill: { to: (found, _data, { reader }) => reportOf(found, reader.role) },
  empty: {
    title: ({ query }) => (query === '' ? m.usageReports_search_start() : m.usageReports_search_none({ query })),
    text: ({ query }) => (query === '' ? m.usageReports_search_start_text() : m.usageReports_search_none_text()),
  },
  sections: {
    of: ({ is_partial }) =>
      is_partial
        ? [{ key: 'partial', title: m.usageReports_search(), note: <Notice tone="info">{m.usageReports_search_partial()}</Notice> }]
        : [],
  },
});
