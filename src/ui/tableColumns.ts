import type { CSSProperties, ReactNode } from 'react';
import type { Column } from './tableState.ts';

/** Minimum width and share of the rest, by size name: for virtual rows and for a cell's minimum width. */
const WIDTH = { xs: [5, 1], s: [7, 2], m: [10, 3], l: [14, 4], xl: [20, 6] } as const;

/** Headings with more letters than this wrap: on one line they would push columns out of sight. “Not started” wraps; “Completed” does not. */
export const LONG = 10;

/** From this many rows on, only the visible ones are in the document. */
export const VIRTUAL_FROM = 101;

/** Horizontal padding of a cell in print, in rem. */
export const PADDING = 1;

export interface TableColumn<Row> extends Column<Row> {
  /** Decorates the cell's text, with a link or a Badge. Must show the text it gets, so that screen, print and CSV stay equal. */
  look?: (text: string, row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  width?: keyof typeof WIDTH;
  /** The cell is the row's header; at most one column. Cannot be hidden. */
  isRowHeader?: boolean;
  isUnsortable?: boolean;
}

/** What the rows of a table, and its heading, have in common. */
export interface Grid<Row> {
  /** The columns that are not hidden. */
  columns: readonly TableColumn<Row>[];
  /** The column whose cells are the row headers. */
  header: TableColumn<Row> | undefined;
  rowKey: (row: Row) => string;
  nameOf: (row: Row) => string;
  rowActions: ((row: Row) => ReactNode) | undefined;
  isMatrix: boolean;
  role: (name: string) => { role?: string };
}

/** Some browsers drop table semantics from elements with grid or block layout, so the roles are explicit. */
export const withRole = (role: string) => ({ role });
export const withoutRole = () => ({});

/** Minimum width of a column and its share of the rest. */
export const widthOf = ({ width = 'm' }: Pick<TableColumn<never>, 'width'>) => WIDTH[width];

/** The widths of a table, for its styles. `actionsWidth` in px; 0 until it is measured. */
export function tableStyle<Row>({ columns, rowActions }: Grid<Row>, isSelectable: boolean, actionsWidth: number): CSSProperties {
  const widths = columns.map(widthOf);
  const least = widths.reduce((sum, [min]) => sum + min, 0) + (isSelectable ? 3 : 0) + (rowActions ? 4 : 0);
  const shares = widths.reduce((sum, [min]) => sum + min + PADDING, 0);
  const template = [
    isSelectable ? '3rem' : '',
    ...widths.map(([min, share]) => `minmax(${min}rem, ${share}fr)`),
    rowActions ? `minmax(${actionsWidth > 0 ? `${actionsWidth}px` : '4rem'}, max-content)` : '',
  ].join(' ');
  return { '--columns': template, '--least': `${least}rem`, '--shares': shares } as CSSProperties;
}
