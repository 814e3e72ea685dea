import { type ComponentType, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import type { Call, DataOf } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row as Line, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { formatDay } from '../dates.ts';
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
  type ReportTable,
  type Say,
} from './declaration.ts';
import { Figures } from './Figures.tsx';
import s from './reports.module.css';
import { TableOfReport } from './TableOfReport.tsx';
import { inUnit } from './units.ts';
import { fullName, otherNames } from './words.ts';

/** A report page and its declaration. */
export type ReportScreen<Count extends number, C extends Call, Row, Key extends string> = ComponentType & {
  declaration: ReportDeclaration<Count, C, Row, Key>;
};

/** Selects everything in a filter. */
const everything = ' ';
/** Names listed before the rest is counted. */
const mostNames = 8;

const filterLabels: Record<FilterName, () => string> = {
  school: m.reports_filter_school,
  class: m.teacher_class,
  student: m.teacher_student,
  unit: m.library_unit,
  standard: m.library_standard,
  kind: m.library_kind,
};

/**
 * Builds a report page from its declaration: heading, filters in the address, figures, missing students, chart, table, CSV, spreadsheet and
 * print, hidden names, and links from rows. It loads by the `collection` chart. A server-side filter reloads; the page keeps its content
 * until the response arrives.
 */
export function reportScreen<Count extends number, C extends Call, Row, Key extends string>(
  declaration: ReportDeclaration<Count, C, Row, Key>,
): ReportScreen<Count, C, Row, Key> {
  return Object.assign(() => <AtValue declaration={declaration} />, { declaration });
}

function AtValue<Count extends number, C extends Call, Row, Key extends string>({
  declaration,
}: Pick<ReportProps<Count, C, Row, Key>, 'declaration'>) {
  const { value } = useParams();
  const ids = declaration.ids === undefined ? [] : decodeIds(value, declaration.ids);
  return <Report key={value} declaration={declaration} ids={ids as Place<Count>['ids']} />;
}

interface ReportProps<Count extends number, C extends Call, Row, Key extends string> {
  declaration: ReportDeclaration<Count, C, Row, Key>;
  ids: Place<Count>['ids'];
}

const isOfRows = <Data, Row>(filter: ReportFilter<Data, Row>): filter is Extract<ReportFilter<Data, Row>, { of: unknown }> =>
  'of' in filter;

function Report<Count extends number, C extends Call, Row, Key extends string>({ declaration, ids }: ReportProps<Count, C, Row, Key>) {
  const { call, input, name, title, lead, back, students, figures = [], missing, rows: rowsOf, filters = {}, drill, empty } = declaration;
  const { send } = useApp();
  const { userPuid, time_zone } = useUser();
  const { language } = usePreferences();
  const period = usePeriod(filters.period);
  const { from, to, isInverted } = period;
  const [choice, choose] = useAddressValues(filterNames);
  const [names, setNames] = useAddressValue('names', 'shown');
  const used = filterNames.filter((one) => filters[one]);
  const asked = used.filter((one) => choice[one] !== undefined && !isOfRows(filters[one] as ReportFilter<DataOf<C>, Row>));
  const chosen = Object.fromEntries(asked.map((one) => [one, choice[one] as string]));
  const place: Place<Count> = { ids, userPuid, from, to, chosen };
  const wanted = JSON.stringify(place);
  const collection = useCollection(
    async (signal) => ({ wanted, answer: await send(call, input(place), { signal }) }),
    undefined,
    'collection: report',
  );
  const { data: loaded, state, refresh } = collection;
  useReturn(refresh);
  const isOther = loaded !== undefined && loaded.wanted !== wanted;
  useEffect(() => {
    if (isOther && wanted && !isInverted) refresh();
  }, [isOther, wanted, isInverted, refresh]);
  const data = loaded?.answer;
  const known = data === undefined ? [] : (students?.(data) ?? []);
  const areNamesHidden = students !== undefined && names === 'hidden';
  const say: Say = { language, timeZone: time_zone, areNamesHidden, name: areNamesHidden ? otherNames(known) : fullName };
  const all = data === undefined ? [] : rowsOf(data);
  const rows = all.filter((row) =>
    used.every((one) => {
      const filter = filters[one] as ReportFilter<DataOf<C>, Row>;
      return choice[one] === undefined || !isOfRows(filter) || [filter.of(row)].flat().includes(choice[one]);
    }),
  );
  const heading = data === undefined ? name() : (title?.(data, say) ?? name());
  const absent = data === undefined ? [] : (missing?.of(data, say) ?? []);
  const listed = absent.slice(0, mostNames).join('; ');
  const tableOf = (data: DataOf<C>): ReportTable<Row, Key> => ({
    ...declaration,
    drill: drill && { ...drill, to: (row: Row) => drill.to(row, data) },
  });
  const optionsOf = (one: FilterName, data: DataOf<C>) => {
    const filter = filters[one] as ReportFilter<DataOf<C>, Row>;
    if (!isOfRows(filter)) return filter.options(data, say);
    return [...new Set(all.flatMap(filter.of))].map((key) => ({ key, label: filter.nameOf?.(key, say) ?? key }));
  };
  return (
    <LoadedPage
      collection={{ ...collection, data }}
      width="wide"
      title={heading}
      {...(back ? { breadcrumbs: back(data) } : {})}
      {...(data !== undefined && lead ? { lead: lead(data, say) } : {})}
      shape="row"
      count={8}
      more={filters.period ? <PeriodFields period={period} labels={[m.reports_period_from(), m.reports_period_to()]} /> : null}
    >
      {(data) => (
        <>
          {filters.period ? (
            <p className={s.onPaper}>
              {m.reports_period({ from: formatDay(`${from}T12:00Z`, language, 'UTC'), to: formatDay(`${to}T12:00Z`, language, 'UTC') })}
            </p>
          ) : null}
          {figures.length > 0 || used.length > 0 || students ? (
            <Line justify="between" align="end">
              {figures.length > 0 ? (
                <Figures figures={figures.map((one) => [one.name(), inUnit(one.value(data, say), one.unit ?? 'number', say)])} />
              ) : null}
              <div className={s.controls}>
                {used.map((one) => (
                  <NativeSelect
                    key={one}
                    label={(filters[one]?.label ?? filterLabels[one])()}
                    placeholder={m.reports_filter_all()}
                    value={choice[one] ?? everything}
                    options={[{ key: everything, label: m.reports_filter_all() }, ...optionsOf(one, data)]}
                    onChange={(key) => choose({ [one]: key === everything ? '' : key })}
                  />
                ))}
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
          ) : null}
          {absent.length > 0 && missing ? (
            <Text>
              {missing.words({
                count: absent.length,
                names: absent.length > mostNames ? m.reports_missing_more({ names: listed, count: absent.length - mostNames }) : listed,
              })}
            </Text>
          ) : null}
          {isOther && state.hasTag('busy') ? (
            <Skeleton shape="row" count={8} />
          ) : all.length === 0 ? (
            <EmptyState title={empty.title()}>{empty.text?.()}</EmptyState>
          ) : (
            <TableOfReport
              table={tableOf(data)}
              rows={rows}
              say={say}
              fileName={heading}
              empty={
                <EmptyState
                  art="search"
                  title={m.reports_filter_none()}
                  action={
                    <Button onPress={() => choose(Object.fromEntries(used.map((one) => [one, ''])))}>{m.reports_filter_clear()}</Button>
                  }
                />
              }
            />
          )}
        </>
      )}
    </LoadedPage>
  );
}
