import type { ComponentProps, ReactNode } from 'react';
import type { Rules } from '../../../common/recordValues.ts';
import type { UserData } from '../../../contract/login.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { Send } from '../../services/kit/client.ts';
import type { RecordPage, RecordSource } from '../../services/kit/records.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import type { MenuAction } from '../../ui/Menu.tsx';
import type { TableState } from '../../ui/tableState.ts';
import type { Collection } from '../collection.ts';
import type { ScreenAddress } from '../screen.ts';
import type { RemovalWords } from '../shell/Removal.tsx';

/** Label, help and column width of a field. */
export interface RecordField {
  label: () => string;
  /** Help text under the control. */
  help?: () => string;
  /** Height of a text's control in lines. Absent: it is a single line. */
  lines?: number;
  /** Attributes of a text's input. */
  input?: Pick<ComponentProps<'input'>, 'type' | 'spellCheck'>;
  width?: TableColumn<unknown>['width'];
}

interface Words extends ScreenAddress {
  title: () => string;
  lead?: () => string;
  /** Label of the button for a new record. Default: Add. */
  add?: () => string;
  /** Label of the button that opens a row's form. Default: Edit. */
  edit?: () => string;
  /** Label of the button that removes a row, and its name for screen readers. Default: Delete. */
  remove?: { text: () => string; of: (inputs: { name: string }) => string };
  /** Shown instead of an empty list. */
  empty: { title: (list: string) => string; text: (list: string) => string; action?: (user: UserData) => ReactNode };
}

/** The declaration of a record page, beside its resource; `recordScreen` makes the page. */
export interface RecordDeclaration<R extends Resource> extends Words {
  resource: R;
  /** Title of the form for a new record. */
  newOne: () => string;
  fields: Readonly<Record<keyof R['fields'] & string, RecordField>>;
  /** The consequences of a removal, from the counts. */
  uses: (counted: Readonly<Record<R['counts'][number], number>>) => string;
}

/** An action of one row: an item of its menu, or a button beside the menu. */
export interface RecordAction extends MenuAction {
  isButton?: boolean;
  onAction?: () => void;
}

/** How the cells of a column open their row. */
export interface RowOpening<Row> {
  /** Key of the column. */
  column: string;
  /** Name of the cell's button for screen readers. */
  label: (row: Row, text: string) => string;
  onOpen: (row: Row) => void;
  /** Beside the button. */
  mark?: (row: Row) => ReactNode;
}

/** What a screen adds to the frame. A hook gives it, because commands and further lists have state. */
export interface RecordParts<Row> {
  /** Beside the title. */
  more?: ReactNode;
  /** Beside the search: the controls of the filters. */
  tools?: ReactNode;
  /** Which rows of a whole list the filters leave. */
  isShown?: (row: Row) => boolean;
  /** A column whose cells open their row, in a dialog of the screen. */
  opens?: RowOpening<Row>;
  /** Beside the table, or above it on a narrow screen. */
  beside?: ReactNode;
  /** Above the table. */
  above?: (page: RecordPage<Row>) => ReactNode;
  actions?: (row: Row) => readonly RecordAction[];
  /** What can be done with selected rows, by their keys. Without it, rows cannot be selected. */
  bulk?: (selected: ReadonlySet<string>) => ReactNode;
  /** Why no record can be added; null if one can. */
  addReason?: (page: RecordPage<Row>) => string | null;
  /** Whether a row can be removed. Absent: every row can. */
  isRemovable?: (row: Row) => boolean;
  /** Why a row cannot be edited; null if it can. */
  editReason?: (row: Row) => string | null;
  /** Title of the form, instead of the declaration's. */
  formTitle?: (row: Row | null) => string;
  /** Fields of the form; for a new record, its fields may differ. Absent until what they depend on has loaded. */
  rules?: (row: Row | null) => Rules;
  /** What the form offers, if it is loaded apart from the list. If that fails, the page says so with `failed`, and can try again. */
  offered?: Pick<Collection<unknown>, 'isFailed' | 'isStale' | 'problem' | 'retry'> & { failed: string };
  /** Replaces the notice for a new record. `answer`: what the call returned. */
  onAdded?: (answer: object) => void;
  dialogs?: ReactNode;
}

/** What the frame offers to a screen's parts. */
export interface RecordFrame {
  refresh: () => void;
  /** Posts a notice of success. */
  say: (text: string) => void;
  /** Values of the filters, by name, kept in the address. */
  chosen: Readonly<Record<string, string | undefined>>;
  choose: (changes: Readonly<Record<string, string>>) => void;
  /** The list that is shown, if there are several. */
  list: string;
  /** What is searched for. */
  search: string;
  /** Rows that the search and the filters leave; 0 until the list has loaded. */
  total: number;
}

/** The declaration of a list over a screen's own calls; `recordScreen` makes the page. */
export interface ListDeclaration<Row extends object> extends Words {
  /** `scope`: its value in the address. */
  source: (send: Send, user: UserData, scope?: string) => RecordSource<Row>;
  /** Names a row in labels, questions and messages. */
  nameOf: (row: Row) => string;
  columns: (user: UserData, language: string, list: string) => readonly TableColumn<Row>[];
  /** Several lists on one page, of which one is shown: the first, or the one that the address and the query name. */
  lists?: { name: string; label: () => string; options: Readonly<Record<string, () => string>> };
  /** How the table opens. */
  initial: TableState;
  /** Names of the filters in the address and, unless the list is whole, in the query. */
  filters?: readonly string[];
  /** A value in the address and the query that says whose rows these are. It narrows nothing. */
  scope?: string;
  /** Fields of the form, by name. */
  fields?: Readonly<Record<string, RecordField>>;
  /** The page opens with the form of a new record. */
  opensForm?: boolean;
  /** Title of the form; null: a new record. */
  formTitle?: (row: Row | null) => string;
  removal?: RemovalWords<Readonly<Record<string, number>>>;
  useParts?: (frame: RecordFrame) => RecordParts<Row>;
}
