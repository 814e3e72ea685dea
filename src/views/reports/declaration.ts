import type { ReactNode } from 'react';
import type { Call, DataOf, InputOf } from '../../../contract/kit.ts';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import type { ChartData } from '../../ui/Chart.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import type { CellValue } from '../../ui/tableState.ts';
import type { ScreenAddress } from '../screen.ts';
import type { NameOf } from './words.ts';

/** How to write values: the language, the school's time zone, and names or pseudonyms. */
export interface Say {
  language: 'en' | 'es';
  timeZone: string;
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
  /** Decorates the text, with a Badge for example. Must show the text it gets. */
  look?: (text: string, row: Row) => ReactNode;
}

/** A chart of the table's rows, in the order of the response. */
export interface ReportChart<Row, Key extends string> {
  title: () => string;
  /** One sentence that a screen reader reads in place of the drawing. */
  summary?: () => string;
  kind: 'bar' | 'line' | 'stacked';
  /** The column on the x axis, and the columns to draw, which share one unit. */
  along: Key;
  series: readonly [Key, ...Key[]];
  /** Top of the y axis. Default: from the data. */
  max?: number;
  /** Points made from several rows, drawn in place of `series`. */
  points?: (rows: readonly Row[], say: Say) => Pick<ChartData, 'labels'> & { values: readonly (number | null)[] };
}

/** The filters a report can have. Each is in the address under its name. */
export const filterNames = ['school', 'class', 'student', 'unit', 'standard', 'kind'] as const;
export type FilterName = (typeof filterNames)[number];

/** A filter. `of` gives a row's group and filters on the page; `options` are sent to the server in `Place.chosen`. */
export type ReportFilter<Data, Row> = {
  /** Default: the name of the filter. */
  label?: () => string;
} & (
  | { of: (row: Row) => string | readonly string[]; nameOf?: (key: string, say: Say) => string }
  | { options: (data: Data, say: Say) => readonly { key: string; label: string }[] }
);

type Tuple<N extends number, T extends number[] = []> = number extends N ? number[] : T['length'] extends N ? T : Tuple<N, [...T, number]>;

/** Parameters of the report's call. */
export interface Place<Count extends number> {
  /** Ids from the address. */
  ids: Tuple<Count>;
  userPuid: number;
  /** First and last day of the period, YYYY-MM-DD; empty if the report has none. */
  from: string;
  to: string;
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
  chart?: ReportChart<Row, NoInfer<Key>> | Readonly<Record<string, ReportChart<Row, NoInfer<Key>> & { name: () => string }>>;
  /** Link target of a row and the column that carries the link (default: the row header). No links while names are hidden. */
  drill?: { from?: NoInfer<Key>; to: (row: Row) => string | null } | undefined;
  /** Caption of the table. */
  caption: () => string;
}

/** The declaration of a report page; `reportScreen` makes the page. */
export interface ReportDeclaration<Count extends number, C extends Call, Row, Key extends string> extends ScreenAddress {
  ids?: Count;
  call: C;
  input: (place: Place<Count>) => InputOf<C>;
  /** Name of the report, and its heading until `title` is known. */
  name: () => string;
  title?: (data: DataOf<C>, say: Say) => string;
  lead?: (data: DataOf<C>, say: Say) => string;
  /** Breadcrumbs, from the top. */
  back?: (data: DataOf<C> | undefined) => readonly Crumb[];
  /** Students named in the report. If given, their names can be hidden. */
  students?: (data: DataOf<C>) => readonly Parameters<NameOf>[0][];
  figures?: readonly {
    name: () => string;
    value: (data: DataOf<C>, say: Say) => string | number | null;
    unit?: Unit;
  }[];
  /** Missing people or things by name, and the sentence that reports them. */
  missing?: {
    of: (data: DataOf<C>, say: Say) => readonly string[];
    words: (missing: { count: number; names: string }) => string;
  };
  /** Rows of the table. Must come before every property that takes a row, so that TypeScript infers its type. */
  rows: (data: DataOf<C>) => readonly Row[];
  /** `period`: default range in days before and after today. */
  filters?: Readonly<{ period?: { back: number; ahead: number } } & Partial<Record<FilterName, ReportFilter<DataOf<C>, Row>>>>;
  /** Shown when the report has no rows. */
  empty: { title: () => string; text?: () => string };
  rowKey: ReportTable<Row, Key>['rowKey'];
  columns: ReportTable<Row, Key>['columns'];
  sort?: ReportTable<Row, Key>['sort'];
  chart?: ReportTable<Row, Key>['chart'];
  drill?: { from?: NoInfer<Key>; to: (row: Row, data: DataOf<C>) => string | null };
  caption: ReportTable<Row, Key>['caption'];
}
