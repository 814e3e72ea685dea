import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './Button.tsx';
import s from './DataTable.module.css';
import { downloadBlob, downloadText } from './download.ts';
import { IconButton } from './IconButton.tsx';
import { IconColumns3, IconDownload, IconTable } from './icons.ts';
import { Popover } from './Popover.tsx';
import { SearchField } from './SearchField.tsx';
import { type tableCells, toCsv } from './tableState.ts';

/** What the search field of a table does: it filters while the user types, or in a served list when Enter submits the text. */
export function useSearch(filter: string, onFilter: (filter: string) => void, isServed: boolean) {
  /** Search text of a served list, until Enter submits it. */
  const [typed, setTyped] = useState<string | null>(null);
  const search = (text: string) => {
    setTyped(null);
    onFilter(text);
  };
  if (!isServed) return { label: m.ui_table_filter(), value: filter, onChange: onFilter };
  const isSubmitted = typed === null || typed === filter;
  return {
    ...{ label: m.ui_table_search(), value: typed ?? filter, onChange: setTyped, onSubmit: search, onClear: () => search('') },
    ...(isSubmitted ? {} : { description: m.ui_table_search_enter() }),
  };
}

export function TableSearch(field: ReturnType<typeof useSearch>) {
  return (
    <div className={s.filter}>
      <SearchField {...field} isLabelHidden placeholder={field.label} />
    </div>
  );
}

/** Says how many rows there are, or how many of them the filter leaves. */
export function RowCount({ isLoading, count, all }: { isLoading: boolean; count: number; all: number }) {
  return (
    <span className={s.count} role="status">
      {isLoading ? m.ui_loading() : count === all ? m.ui_table_count({ count: all }) : m.ui_table_count_of({ count, all })}
    </span>
  );
}

const ColumnChoice = lazy(() => import('./ColumnChoice.tsx'));

/** The popover with the columns, which loads after the table. */
export function ColumnChooser(props: ComponentProps<typeof ColumnChoice>) {
  return (
    <Popover trigger={<IconButton icon={IconColumns3} label={m.ui_table_columns()} />} label={m.ui_table_columns()} placement="bottom end">
      <Suspense>
        <ColumnChoice {...props} />
      </Suspense>
    </Popover>
  );
}

interface FileButtonsProps {
  /** File name without extension. */
  name: string;
  cells: () => Promise<ReturnType<typeof tableCells>>;
  hasBook: boolean;
}

/** Saves the table as a file. */
export function FileButtons({ name, cells, hasBook }: FileButtonsProps) {
  const saveCsv = async () => downloadText(`${name}.csv`, 'text/csv', await toCsv(await cells()));
  const saveBook = async () => downloadBlob(`${name}.xlsx`, await (await import('../../common/csv/book.ts')).bookOf(await cells()));
  return (
    <>
      <IconButton icon={IconDownload} label={m.ui_table_csv()} onPress={() => void saveCsv()} />
      {hasBook ? <IconButton icon={IconTable} label={m.ui_table_book()} onPress={() => void saveBook()} /> : null}
    </>
  );
}

/** The actions on the selected rows. */
export function BulkBar({ count, actions, onClear }: { count: number; actions: ReactNode; onClear: () => void }) {
  return (
    <div className={s.bulk}>
      <span role="status">{m.ui_table_selected({ count })}</span>
      {actions}
      <Button size="small" variant="quiet" onPress={onClear}>
        {m.ui_table_select_none()}
      </Button>
    </div>
  );
}
