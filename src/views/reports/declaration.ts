import type { ComponentType, ReactNode } from 'react';
import type { Call, DataOf, InputOf } from '../../../contract/kit.ts';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import type { ChartData } from '../../ui/Chart.tsx';
import type { DataTableProps, TableColumn } from '../../ui/DataTable.tsx';
import type { MarkShape } from '../../ui/Mark.tsx';
import type { CellMark } from '../../ui/MarkGrid.tsx';
import type { CellValue } from '../../ui/tableState.ts';
import type { ScreenAddress } from '../screen.ts';
import type { NameOf } from './words.ts';

/** How to write values: the language, the school's time zone, names or pseudonyms, and who reads them. */
export interface Say {
  language: 'en' | 'es';
  timeZone: string;
  reader: { userPuid: number; role: number };
  /** Name of a student; a pseudonym while names are hidden. */
  name: NameOf;
  areNamesHidden: boolean;
}

/**
 * Type of a value, which decides how it is formatted, aligned and exported. `text` and `number`: unchanged; `percent`: 0 to 100; `minutes`:
 * seconds, shown and exported as minutes; `day` and `moment`: ISO instants. Null is shown as missing in every unit.
 */
export type Unit = 'text' | 'number' | 'percent' | 'minutes' | 'day' | 'moment';

/** A column of the table. Chart, print and files use the same column, so no number is computed twice. */
export interface ReportColumn<Row> extends Pick<TableColumn<Row>, 'width' | 'isRowHeader'> {
  header: () => string;
  /** The value to sort by and to chart. */
  value: (row: Row, say: Say) => CellValue;
  /** Default: `text`. */
  unit?: Unit;
  /** The cell's text where the unit is not enough. */
  text?: (row: Row, say: Say) => string;
  /** Words for a missing value. Default: a dash. */
  missing?: () => string;
  /** Not on the screen: `file` adds it to files after the row header, `namedFile` only while names are shown. */
  only?: 'file' | 'namedFile';
  /** Decorates the text, with a Badge for example. Must show the text it gets. */
  look?: (text: string, row: Row) => ReactNode;
  /** In a grid: draws the cell as a shape, of which `text` is the meaning. */
  mark?: (row: Row, say: Say) => GridMark;
  /** In a grid: what a short header stands for, where it leads, and whether it is a phrase, or its shapes have numbers, that need room. */
  head?: { title?: string; href?: string; isWide?: boolean; hasNumbers?: boolean };
}

/** A cell of a grid. `share`: how much of what was possible, 0 to 1, by which the grid is sorted; null if that cannot be said. */
export interface GridMark extends CellMark {
  share: number | null;
}

/**
 * Draws a table as a grid of shapes, such as students × questions: the first column names the row, columns with a `mark` are shapes, others
 * are text. Files have the values. It is sorted as a whole, not by one column.
 */
export interface ReportGrid {
  /** What each shape means, in words. */
  legend: () => readonly (readonly [shape: MarkShape, text: string])[];
  /**
   * Name of the order in which rows and columns were declared. If given, the reader can choose between it and the usual one, in which
   * shares fall from row to row and from column to column (Guttman, 1944, "A basis for scaling qualitative data"): struggling students come
   * together at the bottom, and hard questions at the end.
   */
  declared?: () => string;
  /** What sorts the rows. `mean`: what does not apply to a row counts nothing for or against it. Default: the total. */
  rowsBy?: 'total' | 'mean';
}

/** A chart of the table's rows, in the order of the response. One row alone is not drawn. */
export interface ReportChart<Row, Key extends string> {
  title: () => string;
  /** What these rows show, as a short sentence above the drawing. Default: the title. */
  finding?: (rows: readonly Row[], say: Say) => string;
  /** One sentence that a screen reader reads in place of the drawing. */
  summary?: () => string;
  /** `across`: a bar from left to right for each row, for long labels; several series are stacked. */
  kind: 'bar' | 'line' | 'stacked' | 'across';
  /** The column on the x axis, and the columns to draw, which share one unit. */
  along: Key;
  series: readonly [Key, ...Key[]];
  /**
   * The values of `along` are instants, drawn to scale by their days, from the first to the last; each point has the name of its row. Rows
   * without one are not drawn. For lines.
   */
  isToScale?: true;
  /** Name of the y axis. Default: the header of the only series. */
  axis?: () => string;
  /** Unit of the numbers. Default: the unit of the first series. */
  unit?: Unit;
  /** Top of the y axis. Default: from the data. */
  max?: number;
  /** What is drawn in place of `series`: points made from several rows, or rows at their places in time. */
  points?: (rows: readonly Row[], say: Say) => (Pick<ChartData, 'labels'> & { values: readonly (number | null)[] }) | ChartData;
}

/** The filters a report can have. Each is in the address under its name. */
export const filterNames = [
  'district',
  'school',
  'class',
  'teacher',
  'assignment',
  'quiz',
  'student',
  'grade',
  'unit',
  'standard',
  'role',
  'kind',
  'state',
] as const;
export type FilterName = (typeof filterNames)[number];

/**
 * A filter. `of` gives a row's group and filters on the page; `options` are sent to the server in `Place.chosen`. A filter without options
 * is not shown.
 */
export type ReportFilter<Data, Row> = {
  /** Default: the name of the filter. */
  label?: () => string;
} & (
  | { of: (row: Row) => string | readonly string[]; nameOf?: (key: string, say: Say) => string }
  | {
      options: (data: Data, say: Say) => readonly { key: string; label: string }[];
      /** The choice without one in the address. Then nothing selects everything. */
      usual?: (data: Data) => string | undefined;
    }
);

type Tuple<N extends number, T extends number[] = []> = number extends N ? number[] : T['length'] extends N ? T : Tuple<N, [...T, number]>;

/** Parameters of the report's call. */
export interface Place<Count extends number> {
  /** Ids from the address. */
  ids: Tuple<Count>;
  userPuid: number;
  districtId: number;
  /** Today in the school's time zone, YYYY-MM-DD. */
  today: string;
  /** First and last day of the period, YYYY-MM-DD; empty if the report has none. */
  from: string;
  to: string;
  /** Words to search for; empty if the report has no search. */
  query: string;
  /** Filters for the server. */
  chosen: Readonly<Partial<Record<FilterName, string>>>;
}

/** A table with its chart. */
export interface ReportTable<Row, Key extends string> {
  rowKey: (row: Row) => string | number;
  /** In display order. The first is the row header unless another claims it. */
  columns: Readonly<Record<Key, ReportColumn<Row>>>;
  /** The initial sort column, with `-` in front for descending. Default: the order of the response. */
  sort?: NoInfer<Key> | `-${NoInfer<Key>}`;
  /** One chart, or several to choose from by name. */
  chart?: ReportChart<Row, NoInfer<Key>> | Readonly<Record<string, ReportChart<Row, NoInfer<Key>> & { name: () => string }>> | undefined;
  /** Link target of a row and the column that carries the link (default: the row header). No links while names are hidden. */
  drill?: { from?: NoInfer<Key>; to: (row: Row) => string | null } | undefined;
  /** Caption of the table. */
  caption: () => string;
  /** Its columns are compared, so it stays a table on phones. */
  isMatrix?: boolean;
  /** Draws the table as a grid of shapes. */
  grid?: ReportGrid;
}

/** A table of a section, with its rows. */
export interface SectionTable<Row, Key extends string> extends ReportTable<Row, Key> {
  /** Unique in the section: separates the table's state in the address from that of other tables. */
  key: string;
  rows: readonly Row[];
  /** The visible heading. Default: the caption. */
  heading?: () => string;
  help?: () => string;
  /** Name of its files, after the names of the report and the section. */
  file?: () => string;
  /** A handful of rows: no filter and no files. */
  isSmall?: boolean;
  /** Closed until the reader opens it with this button. */
  fold?: { open: () => string; close: () => string };
  empty: () => string;
}

/** A table whose type of rows only its own columns know. */
export type AnyTable = SectionTable<unknown, string>;
/** Gives a table of a section its place beside tables with other rows. */
export const sectionTable = <Row, Key extends string>(table: SectionTable<Row, Key>): AnyTable => table as unknown as AnyTable;

/** Missing people or things by name, and the sentence that reports them. */
export interface Missing {
  names: readonly string[];
  words: (missing: { count: number; names: string }) => string;
}

/** A part of a report under a heading of its own, such as one quiz of an assignment. */
export interface ReportSection {
  /** Unique on the page. In the address, it comes before the state of the section's tables. */
  key: string;
  title: string;
  figures?: readonly (readonly [name: string, value: string])[];
  /** What it says before its tables. */
  note?: ReactNode;
  missing?: Missing;
  tables?: readonly AnyTable[];
  /** Stands before the main table, because it says the most. */
  isFirst?: boolean;
}

/** A figure above the tables, about the whole answer. */
export interface ReportFigure<Data> {
  name: () => string;
  value: (data: Data, say: Say) => string | number | null;
  unit?: Unit;
}

/** A report on the screen. */
export interface OpenReport<Data> {
  ids: readonly number[];
  /** Undefined until it has loaded. */
  data: Data | undefined;
  say: Say;
  refresh: () => void;
}

/** What a page does beyond its report, by where it is drawn. */
export interface ReportParts {
  /** Beside the title: the primary action, and others. */
  action?: ReactNode;
  more?: ReactNode;
  /** Under the title; dialogs too. Not on paper. */
  above?: ReactNode;
  /** Before and after the main table. */
  panel?: ReactNode;
  between?: ReactNode;
  /** Ticks on the rows of the main table, and what can be done with them. */
  selection?: Pick<DataTableProps<unknown>, 'selected' | 'onSelectedChange' | 'bulkActions'> | undefined;
  /** Actions of the row of the main table with this key, at its end; not in files or on paper. */
  rowActions?: ((key: string) => ReactNode) | undefined;
  /** Beside the title of the section with this key. */
  sectionActions?: (key: string) => ReactNode;
}

/** The main table of a report, its filters, and what is shown when it has no rows. */
interface MainTable<Data, Row, Key extends string> extends Omit<ReportTable<Row, Key>, 'drill'> {
  /** Rows of the table. Must come before every property that takes a row, so that TypeScript infers its type. */
  rows: (data: Data) => readonly Row[];
  /** `period`: default range in days before and after today. */
  filters?: Readonly<{ period?: { back: number; ahead: number } } & Partial<Record<FilterName, ReportFilter<Data, Row>>>>;
  empty: { title: (data: Data) => string; text?: (data: Data) => string };
  /** Columns that depend on the response, such as one for each quiz; after the others. */
  moreColumns?: (data: Data, say: Say) => Readonly<Record<string, ReportColumn<Row>>>;
  drill?: { from?: NoInfer<Key>; to: (row: Row, data: Data, say: Say) => string | null };
}
/** A report of sections only. It has only filters that the server applies. */
type NoMainTable<Data> = { [Name in Exclude<keyof MainTable<unknown, unknown, string>, 'filters'>]?: undefined } & Pick<
  MainTable<Data, never, never>,
  'filters'
>;

/** What every report declares. */
interface ReportPage<Count extends number, C extends Call, More> extends ScreenAddress {
  /** Number of ids in its value. An address without a value has none. */
  ids?: Count;
  call: C;
  input: (place: Place<Count>) => InputOf<C>;
  /** Answers of further calls, which join the response. Those that depend on it wait for `answer`. */
  also?: (
    place: Place<Count>,
    ask: <Other extends Call>(call: Other, input: InputOf<Other>) => Promise<DataOf<Other>>,
    answer: Promise<DataOf<C>>,
  ) => Promise<More>;
  /** Name of the report, and its heading until `title` is known. */
  name: () => string;
  title?: (data: DataOf<C> & More, say: Say) => string;
  lead?: (data: DataOf<C> & More, say: Say) => string;
  /** Name of the report's files. Default: the heading. */
  file?: (data: DataOf<C> & More, say: Say) => string;
  /** Breadcrumbs, from the top. */
  back?: (data: (DataOf<C> & More) | undefined, say: Say) => readonly Crumb[];
  /** Label of a field whose words the server searches for (`Place.query`). */
  search?: () => string;
  /** Students named in the report. If given, their names can be hidden. */
  students?: (data: DataOf<C> & More) => readonly Parameters<NameOf>[0][];
  figures?: readonly ReportFigure<DataOf<C> & More>[];
  missing?: { of: (data: DataOf<C> & More, say: Say) => readonly string[]; words: Missing['words'] };
  /** Parts under headings of their own, and what is shown if there are none. */
  sections?: { of: (data: DataOf<C> & More, say: Say) => readonly ReportSection[]; empty?: { title: () => string; text?: () => string } };
  /** Runs what the page does beyond reading, and passes it on to be drawn. */
  Parts?: ComponentType<{ page: OpenReport<DataOf<C> & More>; children: (parts: ReportParts) => ReactNode }>;
}

/** The declaration of a report page; `reportScreen` makes the page. A report has a main table, or sections, or both. */
export type ReportDeclaration<Count extends number, C extends Call, Row, Key extends string, More = unknown> = ReportPage<Count, C, More> &
  (MainTable<DataOf<C> & More, Row, Key> | NoMainTable<DataOf<C> & More>);
