import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Resource } from '../../../contract/resource.ts';
import { type AnyRow, recordEditorMachine } from '../../machines/records/recordEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { type RecordPage, type RecordSource, recordEditorActors } from '../../services/kit/records.ts';
import { BareButton } from '../../ui/BareButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { cellText } from '../../ui/tableState.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices } from '../hooks.ts';
import { useAsker } from '../permissions/rights.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import type { RemovalProps } from '../shell/Removal.tsx';
import { useAddressValues, useTableAddress } from '../tableAddress.ts';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import type { ListDeclaration, RecordDeclaration, RecordParts, RowOpening } from './declaration.ts';
import { RecordActions } from './RecordActions.tsx';
import s from './records.module.css';
import { resourceList } from './resourceList.tsx';

// What a change of a record needs. The rows appear before it has loaded.
const MoveProblem = lazy(() => import('./MoveProblem.tsx'));
const RecordMoves = lazy(() => import('./RecordMoves.tsx'));
const RecordEditor = lazy(() => import('./RecordEditor.tsx'));
const Removal = lazy<ComponentType<RemovalProps<AnyRow, unknown, Readonly<Record<string, number>>>>>(() => import('../shell/Removal.tsx'));

/** A record page and its declaration. */
export type RecordScreen<Declaration> = ComponentType & { declaration: Declaration };
type AnyList = ListDeclaration<AnyRow>;
type Full = AnyList & Required<Pick<AnyList, 'useParts'>>;

type Remove = NonNullable<RecordSource<AnyRow>['remove']>;
type Order = NonNullable<RecordSource<AnyRow>['order']>;
type Restore = NonNullable<RecordSource<AnyRow>['restore']>;

interface Move {
  row: AnyRow;
  place: number;
}

/** Initial number of rows. */
const firstCount = 50;
const none: readonly never[] = [];
const noFields = {};
const nameless = () => '';
const deletion = { text: m.records_remove, of: m.records_remove_name };

/**
 * Builds a record page from its declaration: rows that the server searches, filters, sorts and counts, or that one call returns whole; a
 * form for one record; conflicts, and refusals beside their fields; removal with its consequences in numbers and Undo; files and print with
 * all rows; further actions of a row. It runs the charts `collection`, `recordEditor` and `command`. The calls come from a resource or from
 * the declaration.
 */
export function recordScreen<R extends Resource>(declaration: RecordDeclaration<R>): RecordScreen<RecordDeclaration<R>>;
export function recordScreen<Row extends object>(declaration: ListDeclaration<Row>): RecordScreen<ListDeclaration<Row>>;
export function recordScreen(declaration: RecordDeclaration<Resource> | AnyList): RecordScreen<unknown> {
  const declared: Full = { useParts: noParts, ...('resource' in declaration ? resourceList(declaration) : declaration) };
  return Object.assign(() => <Records declared={declared} />, { declaration });
}

const noParts: Full['useParts'] = () => ({});

/** Says that the form lacks what it should offer. */
function Offered({ offered }: Pick<RecordParts<AnyRow>, 'offered'>) {
  if (!offered?.isFailed && !offered?.isStale) return null;
  return <ProblemNotice title={offered.failed} problem={offered.problem} focus="choices" onRetry={offered.retry} />;
}

/** The columns, of which one opens its row. */
const opening = (columns: readonly TableColumn<AnyRow>[], { column, label, onOpen, mark }: RowOpening<AnyRow>) =>
  columns.map((one) =>
    one.key !== column
      ? one
      : {
          ...one,
          look: (text: string, row: AnyRow) => (
            <>
              <BareButton className={s.open} aria-label={label(row, text)} onPress={() => onOpen(row)}>
                {text}
              </BareButton>
              {mark?.(row)}
            </>
          ),
        },
  );

function Records({ declared }: { declared: Full }) {
  const {
    title,
    lead,
    add = m.records_add,
    edit = m.records_edit,
    remove = deletion,
    empty,
    nameOf,
    filters = none,
    scope,
    lists,
    fields = noFields,
    formTitle = nameless,
  } = declared;
  const { restored = m.workspace_restored, said = m.workspace_deleted_undo, ...words } = declared.removal ?? {};
  const { send } = useApp();
  const user = useAsker();
  const { language } = usePreferences();
  const notices = useNotices();
  const say = (text: string) => notices.send({ type: 'notice.posted', kind: 'success', text });

  const address = useTableAddress(declared.initial);
  const [chosen, choose] = useAddressValues<string>([...filters, ...(scope ? [scope] : []), ...(lists ? [lists.name] : [])]);
  const scoped = scope ? chosen[scope] : undefined;
  const source = declared.source(send, user, scoped);
  const [firstList = '', ...otherLists] = Object.keys(lists?.options ?? {});
  const list = (lists && otherLists.find((key) => key === chosen[lists.name])) ?? firstList;
  const columns = declared.columns(user, language, list);
  const [count, setCount] = useState(firstCount);
  const { sort, filter } = address.state;
  const query = source.isWhole
    ? noFields
    : {
        ...(sort && columns.some(({ key }) => key === sort.key) ? { sort: `${sort.isDescending ? '-' : ''}${sort.key}` } : {}),
        ...(filter.trim() === '' ? {} : { search: filter.trim().slice(0, 100) }),
        ...(chosen as Record<string, string>),
        ...(lists ? { [lists.name]: list } : {}),
      };
  const wanted = JSON.stringify([query, scoped, count]);
  // Rows of another list or place are not shown until those of the chosen one are here.
  const of = JSON.stringify([list, scoped]);
  const collection = useCollection<RecordPage<AnyRow> & { wanted: string; of: string }>(
    async (signal) => ({ wanted, of, ...(await source.load(query, count, signal)) }),
    undefined,
    'collection: records',
  );
  const { data, isBusy, refresh } = collection;
  const isOther = data !== undefined && data.wanted !== wanted;
  useEffect(() => {
    if (isOther && wanted) refresh();
  }, [isOther, wanted, refresh]);

  const removal = useCommand('recordRemoval', (row: AnyRow, stop) => (source.remove as Remove)(row, stop), {
    ...(source.uses ? { question: { count: source.uses } } : {}),
    ...(source.restore
      ? {
          undo: (row: AnyRow, { result, signal }: { result: unknown; signal: AbortSignal }) =>
            (source.restore as Restore)(row, result, { signal }),
          announce: { done: () => said() },
        }
      : {}),
    onDone: (row: AnyRow) => {
      if (!source.restore) say((words.done ?? m.workspace_deleted)({ name: nameOf(row) }));
      refresh();
    },
    onUndone: (row: AnyRow) => {
      say(restored({ name: nameOf(row) }));
      refresh();
    },
  });
  const moving = useCommand('recordOrder', ({ row, place }: Move, stop) => (source.order as Order)(row, place, stop), {
    onDone: (_, row) => {
      say(m.records_moved({ name: nameOf(row), place: formatNumber(Number(row.place), language) }));
      refresh();
    },
  });
  const parts = declared.useParts({ refresh, say, chosen, choose, list, search: filter.trim().slice(0, 100), total: data?.total ?? 0 });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const editor = useChart(recordEditorMachine, {
    actors: recordEditorActors(source),
    on: {
      'record.saved': ({ row, isNew }) => {
        if (isNew && parts.onAdded) parts.onAdded(row);
        else say(m.records_saved({ name: nameOf(row) }));
        refresh();
      },
    },
  });
  const canOpen = data !== undefined && parts.rules !== undefined;
  const [isOpened, setOpened] = useState(!declared.opensForm);
  useEffect(() => {
    if (isOpened || !canOpen || parts.offered?.isFailed) return;
    setOpened(true);
    editor.send({ type: 'editor.opened', row: null, rules: parts.rules?.(null) ?? {} });
  }, [isOpened, canOpen, editor, parts]);
  const open = (row: AnyRow | null) => editor.send({ type: 'editor.opened', row, rules: parts.rules?.(row) ?? {} });

  const isNarrowed = filters.some((name) => chosen[name]);
  // A removed row leaves the list at once, before the list has loaded again.
  const gone = removal.isUndoable && removal.order ? source.keyOf(removal.order) : null;
  const isShown = (row: AnyRow) => source.keyOf(row) !== gone && (parts.isShown?.(row) ?? true);
  const hasActions = Boolean(source.update ?? source.remove ?? parts.actions);
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={title()}
      {...(lead ? { lead: lead() } : {})}
      shape="row"
      count={8}
      more={parts.more}
      above={
        lists ? (
          <SegmentedControl
            label={lists.label()}
            value={list}
            options={Object.entries(lists.options).map(([key, label]) => ({ key, label: label() }))}
            onChange={(key) => choose({ [lists.name]: key === firstList ? '' : key })}
          />
        ) : null
      }
      action={
        source.add ? (
          <Button variant="primary" reason={canOpen ? (parts.addReason?.(data) ?? null) : m.ui_wait()} onPress={() => open(null)}>
            {add()}
          </Button>
        ) : null
      }
    >
      {(page) => (
        <Beside part={parts.beside}>
          <div className={s.list} data-focus="records" tabIndex={-1}>
            <Suspense>
              <Removal command={removal} name={removal.order ? nameOf(removal.order) : ''} {...words} />
            </Suspense>
            {moving.problem ? (
              <Suspense>
                <MoveProblem name={moving.order ? nameOf(moving.order.row) : ''} problem={moving.problem} onDismiss={moving.dismiss} />
              </Suspense>
            ) : null}
            <Offered offered={parts.offered} />
            {parts.above?.(page)}
            <DataTable
              caption={title()}
              isCaptionHidden
              rows={page.of !== of ? none : source.isWhole ? page.rows.filter(isShown) : page.rows}
              isLoading={page.of !== of}
              columns={parts.opens ? opening(columns, parts.opens) : columns}
              rowKey={source.keyOf}
              rowName={nameOf}
              {...address}
              {...(source.isWhole
                ? {}
                : {
                    served: {
                      total: page.of === of ? page.total : 0,
                      isBusy,
                      onMore: () => setCount(count * 2),
                      all: async () => (await source.load(query, page.total)).rows,
                    },
                  })}
              fileName={title()}
              hasBook
              tools={parts.tools}
              {...(parts.bulk ? { selected, onSelectedChange: setSelected, bulkActions: parts.bulk(selected) } : {})}
              empty={
                isNarrowed ? (
                  <EmptyState
                    art="search"
                    title={m.records_none_found()}
                    action={
                      <Button onPress={() => choose(Object.fromEntries(filters.map((name) => [name, ''])))}>{m.records_show_all()}</Button>
                    }
                  />
                ) : (
                  <EmptyState title={empty.title(list)} action={empty.action?.(user)}>
                    {empty.text(list)}
                  </EmptyState>
                )
              }
              {...(hasActions
                ? {
                    rowActions: (row: AnyRow) => (
                      <RecordActions
                        name={nameOf(row)}
                        others={parts.actions?.(row) ?? none}
                        edit={edit()}
                        editName={declared.edit ? formTitle(row) : m.records_edit_name({ name: nameOf(row) })}
                        onEdit={source.update && (() => open(row))}
                        onRemove={source.remove && (parts.isRemovable?.(row) ?? true) ? () => removal.give(row) : undefined}
                        remove={remove}
                        moves={
                          source.order ? (
                            <Suspense>
                              <RecordMoves
                                name={nameOf(row)}
                                isFirst={row.place === 1}
                                isLast={
                                  source.placesOf
                                    ? row.place === source.placesOf(row)
                                    : row.place === page.total && !isNarrowed && filter.trim() === ''
                                }
                                isBusy={moving.isBusy}
                                onMove={(by) => moving.give({ row, place: Number(row.place) + by })}
                              />
                            </Suspense>
                          ) : null
                        }
                        editReason={parts.rules ? parts.editReason?.(row) : m.ui_wait()}
                        removeReason={removal.isBusy ? m.ui_wait() : null}
                      />
                    ),
                  }
                : {})}
            />
            {(source.add ?? source.update) ? (
              <Suspense>
                <RecordEditor
                  editor={editor}
                  fields={fields}
                  titleOf={parts.formTitle ?? formTitle}
                  wordsOf={(name, row) => {
                    const column = columns.find(({ key }) => key === name);
                    if (column) return cellText(column, row);
                    const value = row[name];
                    if (typeof value === 'boolean') return value ? m.records_yes() : m.records_no();
                    return String(value ?? '');
                  }}
                />
              </Suspense>
            ) : null}
            {parts.dialogs}
          </div>
        </Beside>
      )}
    </LoadedPage>
  );
}

/** A list, and what a screen shows beside it. */
function Beside({ part, children }: { part: ReactNode; children: ReactNode }) {
  return part === undefined ? (
    children
  ) : (
    <div className={s.split}>
      <div>{part}</div>
      {children}
    </div>
  );
}
