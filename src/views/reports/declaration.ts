import type { ReactNode } from 'react';
import type { Call, DataOf, InputOf } from '../../../contract/kit.ts';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import type { ChartData } from '../../ui/Chart.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import type { CellValue } from '../../ui/tableState.ts';
import type { ScreenAddress } from '../screen.ts';
import type { NameOf } from './words.ts';

/** How the interface writes things: the language, the school's zone, and names or what stands for them. */
export interface Say {
  language: 'en' | 'es';
  timeZone: string;
  /** What a student is called: other words while names are hidden. */
  name: NameOf;
  areNamesHidden: boolean;
}

/**
 * What a value is, and thereby how it is written, aligned and saved. `text` and `number`: as they are; `percent`: 0 to 100; `minutes`:
 * seconds, shown and saved as minutes; `day` and `moment`: ISO instants. Null is written as missing in all of them.
 */
export type Unit = 'text' | 'number' | 'percent' | 'minutes' | 'day' | 'moment';

/** A column of the table, from which chart, paper and files are made too: no number is worked out twice. */
export interface ReportColumn<Row> extends Pick<TableColumn<Row>, 'width' | 'isRowHeader'> {
  header: () => string;
  /** What the cell sorts by, and what a chart draws. */
  value: (row: Row, say: Say) => CellValue;
  /** Default: `text`. */
  unit?: Unit;
  /** The cell's words, where the unit alone does not say them. */
  text?: (row: Row, say: Say) => string;
  /** Dresses the words, such as a Badge. Must show the words it gets. */
  look?: (text: string, row: Row) => ReactNode;
}

/** A picture of the rows that the table shows, in the order of the answer. */
export interface ReportChart<Row, Key extends string> {
  title: () => string;
  /** What the picture shows, in a sentence: read in place of the drawing. */
  summary?: () => string;
  kind: 'bar' | 'line' | 'stacked';
  /** The column along the x axis, and those that are drawn: all of one unit. */
  along: Key;
  series: readonly [Key, ...Key[]];
  /** Top of the y axis when the data should not decide. */
  max?: number;
  /** Where several rows make one point: what is drawn in place of `series`. */
  points?: (rows: readonly Row[], say: Say) => Pick<ChartData, 'labels'> & { values: readonly (number | null)[] };
}

/** What narrows a report down, of these alone; each stands in the address under its name. */
export const filterNames = ['school', 'class', 'student', 'unit', 'standard', 'kind'] as const;
export type FilterName = (typeof filterNames)[number];

/** A choice. `of` says what a row belongs to, and narrows the rows on the page; `options` are asked of the server, by `Place.chosen`. */
export type ReportFilter<Data, Row> = {
  /** Default: the name of the filter. */
  label?: () => string;
} & (
  | { of: (row: Row) => string | readonly string[]; nameOf?: (key: string, say: Say) => string }
  | { options: (data: Data, say: Say) => readonly { key: string; label: string }[] }
);

type Tuple<N extends number, T extends number[] = []> = number extends N ? number[] : T['length'] extends N ? T : Tuple<N, [...T, number]>;

/** Where a report is: what its call is made from. */
export interface Place<Count extends number> {
  /** The ids of the address. */
  ids: Tuple<Count>;
  userPuid: number;
  /** First and last day of the period, YYYY-MM-DD; empty where the report has none. */
  from: string;
  to: string;
  /** What the server is to narrow down. */
  chosen: Readonly<Partial<Record<FilterName, string>>>;
}

/** A table with its chart. */
export interface ReportTable<Row, Key extends string> {
  rowKey: (row: Row) => string | number;
  /** In their order; the first names the row unless another says that it does. */
  columns: Readonly<Record<Key, ReportColumn<Row>>>;
  /** The column that it is sorted by at first, `-` in front of it: the largest first. Default: the order of the answer. */
  sort?: NoInfer<Key> | `-${NoInfer<Key>}`;
  /** One picture, or several to choose from by name. */
  chart?: ReportChart<Row, NoInfer<Key>> | Readonly<Record<string, ReportChart<Row, NoInfer<Key>> & { name: () => string }>>;
  /** Where a row leads, from the words of which column (default: the one that names the row). Not while names are hidden. */
  drill?: { from?: NoInfer<Key>; to: (row: Row) => string | null } | undefined;
  /** What the table holds. */
  caption: () => string;
}

/** All that a report page is; `reportScreen` makes the page. */
export interface ReportDeclaration<Count extends number, C extends Call, Row, Key extends string> extends ScreenAddress {
  ids?: Count;
  call: C;
  input: (place: Place<Count>) => InputOf<C>;
  /** What the report is called; the heading until `title` is known. */
  name: () => string;
  title?: (data: DataOf<C>, say: Say) => string;
  lead?: (data: DataOf<C>, say: Say) => string;
  /** The way back, from the top. */
  back?: (data: DataOf<C> | undefined) => readonly Crumb[];
  /** Students whom it names: then their names can be hidden. */
  students?: (data: DataOf<C>) => readonly Parameters<NameOf>[0][];
  figures?: readonly {
    name: () => string;
    value: (data: DataOf<C>, say: Say) => string | number | null;
    unit?: Unit;
  }[];
  /** Who or what is missing, by name, and the sentence that says so. */
  missing?: {
    of: (data: DataOf<C>, say: Say) => readonly string[];
    words: (missing: { count: number; names: string }) => string;
  };
  /** What the table lists; stands in front of all that speaks of a row, so that its type is known there. */
  rows: (data: DataOf<C>) => readonly Row[];
  /** `period`: days back and ahead of today until somebody names others. */
  filters?: Readonly<{ period?: { back: number; ahead: number } } & Partial<Record<FilterName, ReportFilter<DataOf<C>, Row>>>>;
  /** In place of a report without rows. */
  empty: { title: () => string; text?: () => string };
  rowKey: ReportTable<Row, Key>['rowKey'];
  columns: ReportTable<Row, Key>['columns'];
  sort?: ReportTable<Row, Key>['sort'];
  chart?: ReportTable<Row, Key>['chart'];
  drill?: { from?: NoInfer<Key>; to: (row: Row, data: DataOf<C>) => string | null };
  caption: ReportTable<Row, Key>['caption'];
}
