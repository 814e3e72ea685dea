import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { dayIn } from '../../../common/day.ts';
import type { Call, DataOf } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import type { Send } from '../../services/kit/client.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row as Line } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Section } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useReturn, useUser } from '../hooks.ts';
import { PeriodFields, usePeriod } from '../period.tsx';
import { decodeIds } from '../routeValue.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useAddressValue, useAddressValues } from '../tableAddress.ts';
import {
  type FilterName,
  filterNames,
  type Place,
  type ReportDeclaration,
  type ReportFilter,
  type ReportParts,
  type ReportSection,
  type ReportTable,
  type Say,
} from './declaration.ts';
import { Figures } from './Figures.tsx';
import { MissingNames } from './MissingNames.tsx';
import { useOnward } from './onward.ts';
import s from './reports.module.css';
import { SectionOfReport } from './SectionOfReport.tsx';
import { TableOfReport } from './TableOfReport.tsx';
import { inUnit } from './units.ts';
import { fullName, otherNames } from './words.ts';

// Few reports search.
const SearchWords = lazy(async () => ({ default: (await import('./SearchWords.tsx')).SearchWords }));

/** A report page and its declaration. */
export type ReportScreen<Count extends number, C extends Call, Row, Key extends string, More = unknown> = ComponentType & {
  declaration: ReportDeclaration<Count, C, Row, Key, More>;
};

/** Selects everything in a filter. */
const everything = ' ';

/** The usual label of each filter. */
export const filterLabels: Record<FilterName, () => string> = {
  district: m.usageReports_district,
  teacher: m.usageReports_teacher,
  grade: m.usageReports_grade,
  role: m.account_column_role,
  school: m.reports_filter_school,
  class: m.teacher_class,
  assignment: m.teacher_lesson,
  quiz: m.usageReports_quiz,
  student: m.teacher_student,
  unit: m.library_unit,
  standard: m.library_standard,
  kind: m.library_kind,
  state: m.teacher_state,
};

/**
 * Builds a report page from its declaration: heading, filters in the address, figures, missing students, chart, table, CSV, spreadsheet and
 * print, hidden names, links from rows, and sections with tables of their own. It loads by the `collection` chart. A server-side filter
 * reloads; the page keeps its content until the response arrives.
 */
export function reportScreen<Count extends number, C extends Call, Row, Key extends string, More = unknown>(
  declaration: ReportDeclaration<Count, C, Row, Key, More>,
): ReportScreen<Count, C, Row, Key, More> {
  return Object.assign(() => <AtValue declaration={declaration} />, { declaration });
}

function AtValue<Count extends number, C extends Call, Row, Key extends string, More>({
  declaration,
}: Pick<ReportProps<Count, C, Row, Key, More>, 'declaration'>) {
  const { value } = useParams();
  const ids = declaration.ids === undefined || value === undefined ? [] : decodeIds(value, declaration.ids);
  return <Report key={value} declaration={declaration} ids={ids as Place<Count>['ids']} />;
}

/** Loads the data of a report. */
export async function loadReport<Count extends number, C extends Call, More>(
  { call, input, also }: Pick<ReportDeclaration<Count, C, never, never, More>, 'call' | 'input' | 'also'>,
  place: Place<Count>,
  send: Send,
  signal?: AbortSignal,
): Promise<DataOf<C> & More> {
  const options = signal ? { signal } : {};
  const asking = send(call, input(place), options);
  const [answer, more] = await Promise.all([asking, also?.(place, (other, asked) => send(other, asked, options), asking)]);
  return (more ? Object.assign({}, answer, more) : answer) as DataOf<C> & More;
}

interface ReportProps<Count extends number, C extends Call, Row, Key extends string, More> {
  declaration: ReportDeclaration<Count, C, Row, Key, More>;
  ids: Place<Count>['ids'];
}

const isOfRows = <Data, Row>(filter: ReportFilter<Data, Row>): filter is Extract<ReportFilter<Data, Row>, { of: unknown }> =>
  'of' in filter;

const noParts: ReportParts = {};

function Report<Count extends number, C extends Call, Row, Key extends string, More>({
  declaration,
  ids,
}: ReportProps<Count, C, Row, Key, More>) {
  type Data = DataOf<C> & More;
  const {
    name,
    title,
    lead,
    back,
    students,
    figures = [],
    missing,
    rows: rowsOf,
    filters = {},
    sections,
    file,
    search,
    Parts,
  } = declaration;
  const { send, now } = useApp();
  const { userPuid, districtID: districtId, role, time_zone } = useUser();
  const { language } = usePreferences();
  const period = usePeriod(filters.period);
  const { from, to, isInverted } = period;
  const [choice, choose] = useAddressValues(filterNames);
  const [query, setQuery] = useAddressValue('query', '');
  const [names, setNames] = useAddressValue('names', 'shown');
  const onward = useOnward();
  const used = filterNames.filter((one) => filters[one]);
  const filterOf = (one: FilterName) => filters[one] as ReportFilter<Data, Row>;
  const asked = used.filter((one) => choice[one] !== undefined && !isOfRows(filterOf(one)));
  const chosen = Object.fromEntries(asked.map((one) => [one, choice[one] as string]));
  const words = search ? query : '';
  const wanted = JSON.stringify([from, to, chosen, words]);
  const collection = useCollection(
    async (signal) => {
      const place: Place<Count> = { ids, userPuid, districtId, today: dayIn(now(), time_zone), from, to, query: words, chosen };
      return { wanted, answer: await loadReport(declaration, place, send, signal) };
    },
    undefined,
    'collection: report',
  );
  const { data: loaded, isBusy, refresh } = collection;
  useReturn(refresh);
  const isOther = loaded !== undefined && loaded.wanted !== wanted;
  useEffect(() => {
    if (isOther && wanted && !isInverted) refresh();
  }, [isOther, wanted, isInverted, refresh]);
  const data = loaded?.answer;
  const known = data === undefined ? [] : (students?.(data) ?? []);
  const areNamesHidden = students !== undefined && names === 'hidden';
  const say: Say = {
    language,
    timeZone: time_zone,
    reader: { userPuid, role },
    areNamesHidden,
    name: areNamesHidden ? otherNames(known) : fullName,
  };
  const all = data === undefined ? [] : (rowsOf?.(data) ?? []);
  const rows = all.filter((row) =>
    used.every((one) => {
      const filter = filterOf(one);
      return choice[one] === undefined || !isOfRows(filter) || [filter.of(row)].flat().includes(choice[one]);
    }),
  );
  const heading = data === undefined ? name() : (title?.(data, say) ?? name());
  const optionsOf = (one: FilterName, data: Data) => {
    const filter = filterOf(one);
    if (!isOfRows(filter)) return filter.options(data, say);
    return [...new Set(all.flatMap(filter.of))].map((key) => ({ key, label: filter.nameOf?.(key, say) ?? key }));
  };
  const usualOf = (one: FilterName, data: Data) => {
    const filter = filterOf(one);
    return isOfRows(filter) ? undefined : filter.usual?.(data);
  };
  const controls = (data: Data) =>
    figures.length > 0 || used.length > 0 || students || search ? (
      <Line justify="between" align="end">
        {figures.length > 0 ? (
          <Figures figures={figures.map((one) => [one.name(), inUnit(one.value(data, say), one.unit ?? 'number', say)])} />
        ) : null}
        <div className={s.controls}>
          {search ? (
            <Suspense>
              <SearchWords label={search()} words={words} onSearch={setQuery} />
            </Suspense>
          ) : null}
          {used.map((one) => {
            const usual = usualOf(one, data);
            const options = optionsOf(one, data);
            if (options.length === 0 && choice[one] === undefined) return null;
            return (
              <NativeSelect
                key={one}
                label={(filters[one]?.label ?? filterLabels[one])()}
                placeholder={m.reports_filter_all()}
                value={choice[one] ?? usual ?? everything}
                options={[...(usual === undefined ? [{ key: everything, label: m.reports_filter_all() }] : []), ...options]}
                onChange={(key) => choose({ [one]: key === everything || key === usual ? '' : key })}
              />
            );
          })}
          {students ? (
            <Switch
              label={m.reports_hide_names()}
              isSelected={areNamesHidden}
              onChange={(isOn) => {
                setNames(isOn ? 'hidden' : 'shown');
                if (isOn) announce(m.reports_names_away());
              }}
            />
          ) : null}
        </div>
      </Line>
    ) : null;
  const clear = <Button onPress={() => choose(Object.fromEntries(used.map((one) => [one, ''])))}>{m.reports_filter_clear()}</Button>;
  const main = (data: Data, fileName: string, parts: ReportParts) =>
    declaration.rows === undefined ? null : all.length === 0 ? (
      <EmptyState title={declaration.empty.title(data)}>{declaration.empty.text?.(data)}</EmptyState>
    ) : (
      <TableOfReport
        table={tableOf(declaration, data, say)}
        rows={rows}
        say={say}
        fileName={fileName}
        isCaptionHidden
        selection={parts.selection}
        rowActions={parts.rowActions}
        frame={(table) => <Section title={declaration.caption()}>{table}</Section>}
        empty={<EmptyState art="search" title={m.reports_filter_none()} action={clear} />}
      />
    );
  const draw = (data: Data | undefined, parts: ReportParts = noParts) => (
    <LoadedPage
      collection={{ ...collection, data }}
      width="wide"
      title={heading}
      {...(back ? { breadcrumbs: back(data, say).map((crumb) => ({ ...crumb, href: onward(crumb.href) })) } : {})}
      {...(data !== undefined && lead ? { lead: lead(data, say) } : {})}
      shape="row"
      count={8}
      action={parts.action}
      more={filters.period ? <PeriodFields period={period} labels={[m.reports_period_from(), m.reports_period_to()]} /> : parts.more}
      above={parts.above ? <div className={s.onScreen}>{parts.above}</div> : null}
    >
      {(data) => {
        const fileName = file?.(data, say) ?? heading;
        const drawn = sections?.of(data, say) ?? [];
        const draw = (section: ReportSection) => (
          <SectionOfReport
            key={section.key}
            section={section}
            say={say}
            fileName={fileName}
            actions={parts.sectionActions?.(section.key)}
          />
        );
        return (
          <>
            {filters.period ? (
              <p className={s.onPaper}>
                {m.reports_period({ from: formatDay(`${from}T12:00Z`, language, 'UTC'), to: formatDay(`${to}T12:00Z`, language, 'UTC') })}
              </p>
            ) : null}
            {controls(data)}
            {missing ? <MissingNames names={missing.of(data, say)} words={missing.words} /> : null}
            {parts.panel}
            {drawn.filter(({ isFirst }) => isFirst).map(draw)}
            {isOther && isBusy ? <Skeleton shape="row" count={8} /> : main(data, fileName, parts)}
            {parts.between}
            {drawn.filter(({ isFirst }) => !isFirst).map(draw)}
            {sections?.empty && drawn.length === 0 ? (
              <EmptyState title={sections.empty.title()}>{sections.empty.text?.()}</EmptyState>
            ) : null}
          </>
        );
      }}
    </LoadedPage>
  );
  if (!Parts) return draw(data);
  return (
    <Suspense fallback={draw(undefined)}>
      <Parts page={{ ids, data, say, refresh }}>{(parts) => draw(data, parts)}</Parts>
    </Suspense>
  );
}

/** The main table, with the columns and links that depend on the response. */
export function tableOf<Count extends number, C extends Call, Row, Key extends string, More>(
  declaration: Extract<ReportDeclaration<Count, C, Row, Key, More>, { rows: unknown }>,
  data: DataOf<C> & More,
  say: Say,
): ReportTable<Row, Key> {
  const { columns, moreColumns, drill } = declaration;
  return {
    ...declaration,
    columns: moreColumns ? { ...columns, ...moreColumns(data, say) } : columns,
    drill: drill && { ...drill, to: (row: Row) => drill.to(row, data, say) },
  };
}
