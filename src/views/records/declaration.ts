import type { Resource } from '../../../contract/resource.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import type { ScreenAddress } from '../screen.ts';

/** The words of a field, and how wide its column is. */
export interface RecordField {
  label: () => string;
  /** Help under the control. */
  help?: () => string;
  width?: TableColumn<unknown>['width'];
}

/** All that a list with a form is, beside its resource; `recordScreen` makes the page. */
export interface RecordDeclaration<R extends Resource> extends ScreenAddress {
  resource: R;
  title: () => string;
  lead?: () => string;
  /** What the form of a new one is called. */
  newOne: () => string;
  fields: Readonly<Record<keyof R['fields'] & string, RecordField>>;
  /** What a removal means, from what was counted. */
  uses: (counted: Readonly<Record<R['counts'][number], number>>) => string;
  /** In place of a list without records. */
  empty: { title: () => string; text: () => string };
}
