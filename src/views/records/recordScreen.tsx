import { type ComponentType, useEffect, useState } from 'react';
import type { Rules } from '../../../common/recordValues.ts';
import type { Field, RecordRow, Resource } from '../../../contract/resource.ts';
import { recordEditorMachine } from '../../machines/records/recordEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { countUses, loadRecords, type RecordPage, recordEditorActors, removeRecord, restoreRecord } from '../../services/kit/records.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import type { TableState } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { Removal } from '../shell/Removal.tsx';
import { useAddressValues, useTableAddress } from '../tableAddress.ts';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import type { RecordDeclaration, RecordField } from './declaration.ts';
import { RecordEditor } from './RecordEditor.tsx';

/** A record page and its declaration. */
export type RecordScreen<R extends Resource> = ComponentType & { declaration: RecordDeclaration<R> };

/** Initial number of rows. */
const firstRows = 50;
/** Selects everything in a filter. */
const everything = ' ';

/**
 * Builds a record page from its declaration and its resource: rows that the server searches, filters, sorts and counts; a form for one
 * record; conflicts, and refusals beside their fields; removal with its consequences in numbers and Undo; files and print with all rows. It
 * runs the charts `collection`, `recordEditor` and `command`.
 */
export function recordScreen<R extends Resource>(declaration: RecordDeclaration<R>): RecordScreen<R> {
  return Object.assign(() => <Records declaration={declaration as unknown as RecordDeclaration<Resource>} />, { declaration });
}

function Records({ declaration }: { declaration: RecordDeclaration<Resource> }) {
  const { resource, title, lead, newOne, uses, empty } = declaration;
  const fields = declaration.fields as Readonly<Record<string, RecordField>>;
  const { send } = useApp();
  const { role } = useUser();
  const { language } = usePreferences();
  const notices = useNotices();
  const named = Object.entries<Field>(resource.fields);
  const rules: Rules = Object.fromEntries(named.map(([name, { rule }]) => [name, rule]));
  const mayEdit = (resource.calls.add.access as readonly number[]).includes(role);
  const titleOf = (row: RecordRow) => String(row[resource.title]);
  const say = (text: string) => notices.send({ type: 'notice.posted', kind: 'success', text });

  const initial: TableState = { sort: { key: resource.title, isDescending: false }, filter: '', hidden: [] };
  const address = useTableAddress(initial);
  const [chosen, choose] = useAddressValues(resource.filters);
  const [count, setCount] = useState(firstRows);
  const { sort, filter } = address.state;
  const query = {
    ...(sort && named.some(([name]) => name === sort.key) ? { sort: `${sort.isDescending ? '-' : ''}${sort.key}` } : {}),
    ...(filter.trim() === '' ? {} : { search: filter.trim().slice(0, 100) }),
    ...(chosen as Record<string, string>),
  };
  const wanted = JSON.stringify([query, count]);
  const collection = useCollection<RecordPage & { wanted: string }>(
    async (signal) => ({ wanted, ...(await loadRecords(send, resource, query, count, signal)) }),
    undefined,
    'collection: records',
  );
  const { data, state, refresh } = collection;
  const isOther = data !== undefined && data.wanted !== wanted;
  useEffect(() => {
    if (isOther && wanted) refresh();
  }, [isOther, wanted, refresh]);

  const editor = useChart(recordEditorMachine, {
    input: { rules },
    actors: recordEditorActors(send, resource),
    on: {
      'record.saved': ({ row }) => {
        say(m.records_saved({ name: titleOf(row) }));
        refresh();
      },
    },
  });
  const removal = useCommand('recordRemoval', (row: RecordRow, { signal }) => removeRecord(send, resource, row, signal), {
    question: { count: (row, { signal }) => countUses(send, resource, row, signal) },
    undo: (row, { signal }) => restoreRecord(send, resource, row, signal),
    announce: { done: () => m.workspace_deleted_undo() },
    onDone: refresh,
    onUndone: (row) => {
      say(m.workspace_restored({ name: titleOf(row) }));
      refresh();
    },
  });

  const wordsOf = (name: string, row: RecordRow): string => {
    const value = row[name];
    if (typeof value === 'boolean') return value ? m.records_yes() : m.records_no();
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : (value ?? '');
  };
  const columns = named.map(([key, { rule }]): TableColumn<RecordRow> => {
    const isNumber = rule.kind === 'computed';
    return {
      key,
      header: fields[key]?.label() ?? key,
      value: (row) => row[key],
      text: (row) => wordsOf(key, row),
      width: fields[key]?.width ?? (isNumber || rule.kind === 'truth' ? 's' : 'l'),
      ...(isNumber ? { align: 'end' as const, file: (row: RecordRow) => row[key] } : {}),
      ...(key === resource.title ? { isRowHeader: true } : {}),
    };
  });
  const isNarrowed = Object.values(chosen).some(Boolean);
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={title()}
      {...(lead ? { lead: lead() } : {})}
      shape="row"
      count={8}
      more={
        mayEdit ? (
          <Button variant="primary" onPress={() => editor.send({ type: 'editor.opened', row: null })}>
            {m.records_add()}
          </Button>
        ) : null
      }
    >
      {({ rows, total }) => (
        <Stack gap={4}>
          <Removal command={removal} name={removal.order ? titleOf(removal.order) : ''}>
            {(counted) => <Text>{uses(counted as never)}</Text>}
          </Removal>
          <DataTable
            caption={title()}
            isCaptionHidden
            rows={rows}
            columns={columns}
            rowKey={(row) => String(row[resource.key])}
            {...address}
            served={{
              total,
              isBusy: state.hasTag('busy'),
              onMore: () => setCount(count * 2),
              all: async () => (await loadRecords(send, resource, query, total)).rows,
            }}
            fileName={title()}
            hasBook
            tools={resource.filters.map((name) => (
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
            ))}
            empty={
              isNarrowed ? (
                <EmptyState
                  art="search"
                  title={m.records_none_found()}
                  action={
                    <Button onPress={() => choose(Object.fromEntries(resource.filters.map((name) => [name, ''])))}>
                      {m.records_show_all()}
                    </Button>
                  }
                />
              ) : (
                <EmptyState title={empty.title()}>{empty.text()}</EmptyState>
              )
            }
            {...(mayEdit
              ? {
                  rowActions: (row: RecordRow) => (
                    <>
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={m.records_edit_name({ name: titleOf(row) })}
                        onPress={() => editor.send({ type: 'editor.opened', row })}
                      >
                        {m.records_edit()}
                      </Button>
                      <IconButton
                        icon={IconTrash}
                        size="small"
                        label={m.records_remove_name({ name: titleOf(row) })}
                        onPress={() => removal.give(row)}
                      />
                    </>
                  ),
                }
              : {})}
          />
          <RecordEditor
            editor={editor}
            rules={rules}
            fields={fields}
            titleOf={(row) => (row ? m.records_edit_name({ name: titleOf(row) }) : newOne())}
            wordsOf={wordsOf}
          />
        </Stack>
      )}
    </LoadedPage>
  );
}
