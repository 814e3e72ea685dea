import type { Field, RecordRow, Resource } from '../../../contract/resource.ts';
import type { AnyRow } from '../../machines/records/recordEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { resourceSource, rulesOf } from '../../services/kit/records.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import type { ListDeclaration, RecordDeclaration, RecordField } from './declaration.ts';

/** Selects everything in a filter. */
const everything = ' ';

const wordsOf = (value: RecordRow[string] | undefined, language: string): string => {
  if (typeof value === 'boolean') return value ? m.records_yes() : m.records_no();
  return typeof value === 'number' ? formatNumber(value, language) : (value ?? '');
};

/** The list of a resource: its calls, a column for each field, its form, and a filter for each boolean that it names. */
export function resourceList({ resource, newOne, uses, ...words }: RecordDeclaration<Resource>): ListDeclaration<AnyRow> {
  const fields = words.fields as Readonly<Record<string, RecordField>>;
  const { title, filters } = resource;
  const rules = rulesOf(resource);
  const nameOf = (row: AnyRow) => String(row[title]);
  return {
    ...words,
    fields,
    filters,
    nameOf,
    source: (send, user) => resourceSource(send, resource, user),
    initial: { sort: null, filter: '', hidden: [] },
    columns: (_, language) =>
      Object.entries<Field>(resource.fields).map(([key, { rule }]): TableColumn<AnyRow> => {
        const isNumber = rule.kind === 'computed';
        const value = (row: AnyRow) => row[key] as RecordRow[string];
        return {
          key,
          header: fields[key]?.label() ?? key,
          value,
          text: (row) => wordsOf(value(row), language),
          width: fields[key]?.width ?? (isNumber || rule.kind === 'truth' ? 's' : 'l'),
          ...(isNumber ? { align: 'end' as const, file: value } : {}),
          ...(key === title ? { isRowHeader: true } : {}),
        };
      }),
    formTitle: (row) => (row ? m.records_edit_name({ name: nameOf(row) }) : newOne()),
    removal: { consequences: (counted) => <Text>{uses(counted as never)}</Text> },
    useParts: ({ chosen, choose }) => ({
      rules: () => rules,
      tools: filters.map((name) => (
        <NativeSelect
          key={name}
          label={fields[name]?.label()}
          placeholder={m.records_all()}
          value={chosen[name] ?? everything}
          options={[
            { key: everything, label: m.records_all() },
            { key: 'true', label: m.records_yes() },
            { key: 'false', label: m.records_no() },
          ]}
          onChange={(key) => choose({ [name]: key === everything ? '' : key })}
        />
      )),
    }),
  };
}
