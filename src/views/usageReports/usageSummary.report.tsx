import { administrators, Role } from '../../../contract/kit.ts';
import { type UsageSummary, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/numbers.ts';
import { type ReportSection, sectionTable } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { fullName } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { roleName } from '../shell/roleName.ts';
import { definitions } from './definitions.tsx';
import { teacherTable } from './teacherTable.ts';
import { usageAssignments } from './usageAssignments.screen.ts';
import { usageSummary } from './usageSummary.screen.ts';
import { chosenPlace, dayWords, highest, partsSection, perWeek, usageCrumbs, usageFilters, useColumns, weekWords } from './usageWords.ts';

type Role_ = UsageSummary['roles'][number];
type Teacher = UsageSummary['teachers'][number];
type Group = UsageSummary['groups'][number];

const people = { header: m.usageReports_people, value: (row: { people: number }) => row.people, unit: 'number' as const };

/** Students assign nothing. */
const { assignments: _, ...ofStudents } = useColumns;

const teacherSection = (data: UsageSummary): ReportSection => ({
  key: 'teachers',
  title: m.usageReports_by_teacher(),
  missing: {
    names: data.teachers.filter(({ last_day }) => last_day === null).map(fullName),
    words: m.usageReports_idle,
  },
  tables: [
    teacherTable<Teacher>(data, {
      sort: 'name',
      empty: m.usageReports_no_teachers,
      columns: {
        ...useColumns,
        last: {
          header: m.usageReports_last_day,
          value: ({ last_day }) => last_day,
          text: ({ last_day }, { language }) => (last_day === null ? m.reports_none() : dayWords(last_day, language)),
          width: 's',
        },
      },
    }),
  ],
});

const classSection = ({ id, groups }: UsageSummary): ReportSection => ({
  key: 'groups',
  title: m.usageReports_by_class(),
  tables: [
    sectionTable<Group, string>({
      key: 'list',
      rows: groups,
      rowKey: ({ group_puid }) => group_puid,
      caption: m.usageReports_by_class,
      sort: 'name',
      empty: m.usageReports_nobody_active,
      columns: {
        name: { header: m.teacher_class, value: ({ name }) => name, isRowHeader: true, width: 'l' },
        people: { ...people, header: m.schools_students },
        active: {
          header: m.usageReports_active_students,
          value: ({ active_students }) => active_students,
          unit: 'number',
          missing: m.reports_not_enough,
        },
        ...ofStudents,
      },
      drill: { to: ({ group_puid }) => `${addressOf(usageAssignments)}?school=${id}&class=${group_puid}` },
    }),
  ],
});

/** Use by role, by district or school, by teacher and by class. */
export default reportScreen({
  ...usageSummary,
  call: usageReports.usageSummary,
  input: ({ from, to, chosen }) => ({
    ...chosenPlace(chosen),
    ...{ from_date: from, to_date: to },
    ...(chosen.role === undefined ? {} : { role_id: chosen.role }),
  }),
  rows: ({ roles }) => roles,
  name: m.usageReports_usage,
  title: ({ name }) => m.usageReports_usage_of({ name }),
  lead: (data, { language }) => weekWords(data, language),
  back: usageCrumbs,
  filters: {
    ...usageFilters,
    role: {
      options: () =>
        [Role.student, Role.teacher, ...administrators]
          .filter((role) => role !== Role.providerAdministrator)
          .map((role) => ({ key: String(role), label: roleName(role) })),
    },
  },
  rowKey: ({ role_id }) => role_id,
  caption: m.usageReports_roles,
  columns: {
    role: { header: m.usageReports_role, value: ({ role_id }: Role_) => roleName(role_id), isRowHeader: true, width: 'l' },
    people,
    active: perWeek,
    ...useColumns,
  },
  chart: {
    title: m.usageReports_role_chart,
    finding: (rows, { language }) => {
      const most = highest(rows, ({ sign_ins }) => sign_ins);
      return most
        ? m.usageReports_role_finding({ name: roleName(most.row.role_id), count: formatNumber(most.figure, language) })
        : m.usageReports_nobody_active();
    },
    kind: 'across',
    along: 'role',
    series: ['signIns'],
  },
  empty: { title: m.usageReports_nobody_active },
  sections: {
    of: (data) => [
      ...partsSection(usageSummary, data, { people }),
      ...(data.teachers.length > 0 ? [teacherSection(data)] : []),
      ...(data.groups.length > 0 ? [classSection(data)] : []),
      definitions(),
    ],
  },
});
