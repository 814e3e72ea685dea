import { m } from '../paraglide/messages.js';
import { Checkbox } from './Checkbox.tsx';
import { Stack } from './Layout.tsx';
import type { Column } from './tableState.ts';

interface ColumnChoiceProps {
  columns: readonly Pick<Column<never>, 'key' | 'header'>[];
  /** Key of the column that cannot be hidden. */
  fixed: string | undefined;
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}

/** Which columns a table shows. */
export default function ColumnChoice({ columns, fixed, hidden, onChange }: ColumnChoiceProps) {
  return (
    <Stack gap={1}>
      {columns.map(({ key, header }) => (
        <Checkbox
          key={key}
          label={header}
          isSelected={!hidden.includes(key)}
          reason={key === fixed ? m.ui_table_column_fixed() : null}
          onChange={(isShown) => onChange(isShown ? hidden.filter((one) => one !== key) : [...hidden, key])}
        />
      ))}
    </Stack>
  );
}
