import type { Resource } from '../../../contract/resource.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import type { ScreenAddress } from '../screen.ts';

/** Label, help and column width of a field. */
export interface RecordField {
  label: () => string;
  /** Help text under the control. */
  help?: () => string;
  width?: TableColumn<unknown>['width'];
}

/** The declaration of a record page, beside its resource; `recordScreen` makes the page. */
export interface RecordDeclaration<R extends Resource> extends ScreenAddress {
  resource: R;
  title: () => string;
  lead?: () => string;
  /** Title of the form for a new record. */
  newOne: () => string;
  fields: Readonly<Record<keyof R['fields'] & string, RecordField>>;
  /** The consequences of a removal, from the counts. */
  uses: (counted: Readonly<Record<R['counts'][number], number>>) => string;
  /** Shown instead of an empty list. */
  empty: { title: () => string; text: () => string };
}
