import type { Summary } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { type ReportColumn, type ReportFilter, type ReportSection, sectionTable } from '../reports/declaration.ts';
import { addressOf, type ScreenAddress } from '../screen.ts';
import { usageHome } from './usageHome.screen.ts';

/** What a usage report is about. */
type Place = Pick<Summary, 'level' | 'id' | 'name' | 'districts' | 'schools'>;
type Part = { level: 'district' | 'school'; id: number; name: string };

/** A calendar day in words, whatever the reader's time zone. */
export const dayWords = (day: string, language: string): string => formatDay(`${day}T12:00Z`, language, 'UTC');

const partName = ({ name }: Pick<Part, 'name'>): string => name || m.usageReports_no_school();

/** Parts of a state or district, by what they are. */
const partsTitle = ({ level }: Pick<Place, 'level'>): string =>
  level === 'state' ? m.usageReports_by_district() : m.usageReports_by_school();

/** The period of usage reports, in days before and after today. All use the same, so that links between them keep it. */
const usagePeriod = { back: 89, ahead: 0 };

export const usageCrumbs = (): Crumb[] => [{ label: m.usageReports_home(), href: addressOf(usageHome) }];

/** The district and school that a report is about. */
export const placeFilters = {
  district: { options: (data: Place) => data.districts.map(({ district_id, name }) => ({ key: String(district_id), label: name })) },
  school: { options: (data: Place) => data.schools.map(({ school_id, name }) => ({ key: String(school_id), label: name })) },
} satisfies Record<string, ReportFilter<Place, never>>;

/** The same with the period. */
export const usageFilters = { period: usagePeriod, ...placeFilters };

/** Their values as parameters. */
export const chosenPlace = ({ district, school }: { district?: string | undefined; school?: string | undefined }) => ({
  ...(district === undefined ? {} : { district_id: district }),
  ...(school === undefined ? {} : { school_id: school }),
});

/** The same report about a part; null if it is of people without a school. */
export const partAddress = (screen: ScreenAddress, { level, id }: Part): string | null =>
  id === 0 ? null : `${addressOf(screen)}?${level}=${id}`;

interface Use {
  sign_ins: number | null;
  lessons: number | null;
  assignments: number | null;
  quizzes: number | null;
  items: number | null;
  seconds: number | null;
}

const counted = (header: () => string, value: (row: Use) => number | null): ReportColumn<Use> => ({
  ...{ header, value, unit: 'number', missing: m.reports_not_enough },
});

/** What is counted of each week, school, role or person. */
export const useColumns: Readonly<Record<'signIns' | 'lessons' | 'assignments' | 'quizzes' | 'items' | 'time', ReportColumn<Use>>> = {
  signIns: counted(m.usageReports_sign_ins, ({ sign_ins }) => sign_ins),
  lessons: counted(m.usageReports_lessons, ({ lessons }) => lessons),
  assignments: counted(m.usageReports_assigned_lessons, ({ assignments }) => assignments),
  quizzes: counted(m.usageReports_quizzes, ({ quizzes }) => quizzes),
  items: counted(m.usageReports_opened, ({ items }) => items),
  time: { header: m.usageReports_time, value: ({ seconds }) => seconds, unit: 'minutes', missing: m.reports_not_enough },
};

/** Active people per week. */
export const perWeek: ReportColumn<{ active_per_week: number | null }> = {
  header: m.usageReports_active_per_week,
  value: ({ active_per_week }) => active_per_week,
  unit: 'number',
  missing: m.reports_not_enough,
};

/** The row with the highest figure; undefined if there is none above 0. */
export function highest<Row>(rows: readonly Row[], of: (row: Row) => number | null): { row: Row; figure: number } | undefined {
  const [first] = rows
    .map((row) => ({ row, figure: of(row) ?? 0 }))
    .filter(({ figure }) => figure > 0)
    .toSorted((a, b) => b.figure - a.figure);
  return first;
}

const mostUsed = (rows: readonly (Part & { active_per_week: number | null })[], language: string): string => {
  const most = highest(rows, ({ active_per_week }) => active_per_week);
  return most
    ? m.usageReports_most_used({ name: partName(most.row), count: formatNumber(most.figure, language) })
    : m.usageReports_nobody_active();
};

/** Which weeks were counted. */
export const weekWords = ({ first_day, last_day }: Pick<Summary, 'first_day' | 'last_day'>, language: string): string =>
  m.usageReports_whole_weeks({ from: dayWords(first_day, language), to: dayWords(last_day, language) });

type PartUse = Part & Use & { active_per_week: number | null };

/**
 * Use by district or school, each leading to the same report about it; no section if there are no parts.
 * @param more columns between the name and the counts
 */
export const partsSection = <Row extends PartUse>(
  screen: ScreenAddress,
  data: Pick<Place, 'level'> & { parts: readonly Row[] },
  more: Readonly<Record<string, ReportColumn<Row>>> = {},
): ReportSection[] =>
  data.parts.length === 0
    ? []
    : [
        {
          key: 'parts',
          title: partsTitle(data),
          tables: [
            sectionTable<Row, string>({
              key: 'list',
              rows: data.parts,
              rowKey: ({ id }) => id,
              caption: () => partsTitle(data),
              empty: m.usageReports_nobody_active,
              columns: {
                name: {
                  header: data.level === 'state' ? m.usageReports_district : m.reports_filter_school,
                  value: partName,
                  isRowHeader: true,
                  width: 'l',
                },
                ...more,
                active: perWeek,
                ...useColumns,
              },
              chart: {
                title: m.usageReports_active_per_week,
                finding: (rows, { language }) => mostUsed(rows, language),
                kind: 'across',
                along: 'name',
                series: ['active'],
              },
              drill: { to: (part) => partAddress(screen, part) },
            }),
          ],
        },
      ];
