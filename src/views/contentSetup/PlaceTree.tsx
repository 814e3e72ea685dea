import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { type ContentPlace, type PlaceKind, placeKinds } from '../../../contract/contentSetup.ts';
import { recordEditorMachine } from '../../machines/records/recordEditorMachine.ts';
import { m } from '../../paraglide/messages.js';
import { type PlaceRow, placeKey, placeRow, placeSource, trailOf } from '../../services/contentSetup/contentSetup.ts';
import { type RecordSource, recordEditorActors } from '../../services/kit/records.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowDown, IconArrowUp, IconBook2, IconEdit, IconFolderPlus, IconTrash } from '../../ui/icons.ts';
import { Stack } from '../../ui/Layout.tsx';
import type { MenuAction } from '../../ui/Menu.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Tree } from '../../ui/Tree.tsx';
import type { Move, TreeNode } from '../../ui/treeMoves.ts';
import { useApp } from '../app.ts';
import type { Collection } from '../collection.ts';
import MoveProblem from '../records/MoveProblem.tsx';
import RecordEditor from '../records/RecordEditor.tsx';
import { LoadState } from '../shell/Loaded.tsx';
import type { RemovalProps } from '../shell/Removal.tsx';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import { newPlace, placeFields, placeRules } from './placeForm.ts';

const Removal = lazy<ComponentType<RemovalProps<ContentPlace, unknown, unknown>>>(() => import('../shell/Removal.tsx'));

interface PlaceTreeProps {
  collection: Collection<readonly ContentPlace[]>;
  /** Key of the chosen place. */
  chosen: string;
  onChoose: (key: string) => void;
  /** A place was added, changed, moved or deleted. */
  onChanged: () => void;
  say: (text: string) => void;
}

const below = (kind: PlaceKind): PlaceKind | undefined => placeKinds[placeKinds.indexOf(kind) + 1];

/** The places of the catalog as a tree: chosen, added, changed, ordered by dragging or from their menu, and deleted with Undo. */
export function PlaceTree({ collection, chosen, onChoose, onChanged, say }: PlaceTreeProps) {
  const { send } = useApp();
  const source = useMemo(() => placeSource(send), [send]);
  const places = useMemo(() => collection.data ?? [], [collection.data]);
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const expanded = opened ?? new Set(trailOf(places, chosen).map(placeKey));
  const changed = () => {
    collection.refresh();
    onChanged();
  };
  const editor = useChart(recordEditorMachine, {
    actors: recordEditorActors(source as unknown as RecordSource<Readonly<Record<string, unknown>>>),
    on: {
      'record.saved': ({ row, isNew }) => {
        const place = row as unknown as PlaceRow;
        say(m.records_saved({ name: place.name }));
        if (isNew) {
          setOpened(new Set([...expanded, ...(parentKey(places, place) ?? [])]));
          onChoose(placeKey(place));
        }
        changed();
      },
    },
  });
  const removal = useCommand('placeRemoval', (place: ContentPlace, stop) => source.remove(place, stop), {
    undo: (place, { signal }) => source.restore(place, { signal }),
    announce: { done: () => m.workspace_deleted_undo() },
    onDone: (place) => {
      const parent = places.find(({ id }) => id === place.parent_id) ?? places.find((one) => one.id !== place.id && one.kind === 'product');
      if (placeKey(place) === chosen) onChoose(parent ? placeKey(parent) : '');
      changed();
    },
    onUndone: ({ name }) => {
      say(m.workspace_restored({ name }));
      changed();
    },
  });
  const moving = useCommand('placeOrder', ({ row, place }: { row: ContentPlace; place: number }, stop) => source.order(row, place, stop), {
    onDone: ({ row, place }) => {
      say(m.records_moved({ name: row.name, place: formatNumber(place) }));
      changed();
    },
  });

  const gone = removal.isUndoable && removal.order ? removal.order.id : null;
  const items = useMemo(() => {
    const inside = Map.groupBy(places, ({ parent_id }) => parent_id);
    const nodeOf = (place: ContentPlace): TreeNode => ({
      key: placeKey(place),
      label: place.name,
      detail: formatNumber(place.item_count),
      ...(place.kind === 'product' ? { icon: IconBook2 } : {}),
      ...(place.kind === 'level3' ? {} : { children: nodesIn(place.id) }),
    });
    const nodesIn = (parent_id: number | null) => (inside.get(parent_id) ?? []).filter(({ id }) => id !== gone).map(nodeOf);
    return nodesIn(null);
  }, [places, gone]);
  const at = (key: string) => places.find((one) => placeKey(one) === key);
  const siblings = ({ kind, parent_id }: ContentPlace) => places.filter((one) => one.kind === kind && one.parent_id === parent_id);

  const add = (kind: PlaceKind, parent: ContentPlace | null) =>
    editor.send({ type: 'editor.opened', row: null, rules: placeRules(places, kind, { parent }) });
  const actions = (node: TreeNode): MenuAction[] => {
    const place = at(node.key);
    if (!place) return [];
    const under = below(place.kind);
    const wait = moving.isBusy || removal.isBusy ? m.ui_wait() : null;
    const isEmpty = place.item_count === 0 && (node.children ?? []).length === 0;
    return [
      ...(under ? [{ key: 'add', label: newPlace(under), icon: IconFolderPlus }] : []),
      { key: 'edit', label: m.records_edit(), icon: IconEdit },
      { key: 'up', label: m.contentSetup_up(), icon: IconArrowUp, reason: place.place === 1 ? m.records_is_first() : wait },
      {
        key: 'down',
        label: m.contentSetup_down(),
        icon: IconArrowDown,
        reason: place.place === siblings(place).length ? m.records_is_last() : wait,
      },
      { key: 'remove', label: m.records_remove(), icon: IconTrash, isDanger: true, reason: isEmpty ? wait : m.contentSetup_not_empty() },
    ];
  };
  const act = (action: string, key: string) => {
    const place = at(key);
    if (!place) return;
    const under = below(place.kind);
    if (action === 'add' && under) add(under, place);
    else if (action === 'edit')
      editor.send({ type: 'editor.opened', row: { ...placeRow(place) }, rules: placeRules(places, place.kind, { place }) });
    else if (action === 'remove') removal.give(place);
    else moving.give({ row: place, place: place.place + (action === 'up' ? -1 : 1) });
  };
  /** A place moves only among those of its parent. */
  const canMove = ({ keys: [key = ''], target, position }: Move) => {
    const [one, other] = [at(key), at(target ?? '')];
    return (
      position !== 'inside' && one !== undefined && other !== undefined && one.kind === other.kind && one.parent_id === other.parent_id
    );
  };
  const move = ({ keys: [key = ''], target, position }: Move) => {
    const [one, other] = [at(key), at(target ?? '')];
    if (!one || !other || moving.isBusy) return;
    const beside = position === 'before' ? other.place : other.place + 1;
    const place = beside > one.place ? beside - 1 : beside;
    if (place !== one.place) moving.give({ row: one, place });
  };

  return (
    <Stack gap={3} align="stretch">
      <LoadState collection={collection} shape="row" count={6} />
      <Suspense>
        <Removal
          command={removal}
          name={removal.order?.name ?? ''}
          unasked={{ removing: m.contentSetup_removing, failed: m.contentSetup_remove_failed }}
        />
      </Suspense>
      {moving.problem ? <MoveProblem name={moving.order?.row.name ?? ''} problem={moving.problem} onDismiss={moving.dismiss} /> : null}
      {collection.data ? (
        <Tree
          label={m.contentSetup_tree()}
          items={items}
          expanded={expanded}
          onExpandedChange={setOpened}
          selectionMode="single"
          selected={new Set([chosen])}
          onSelectedChange={([key = '']) => onChoose(key)}
          onMove={move}
          canMove={canMove}
          actions={actions}
          onAction={act}
          empty={m.contentSetup_none()}
        />
      ) : null}
      <div>
        <Button icon={IconFolderPlus} onPress={() => add('product', null)}>
          {newPlace('product')}
        </Button>
      </div>
      <RecordEditor
        editor={editor}
        fields={placeFields}
        titleOf={(row) => (row ? m.records_edit_name({ name: String(row.name) }) : m.contentSetup_new_place())}
        wordsOf={(field, row) => wordsIn(places, field, row)}
      />
    </Stack>
  );
}

/** Key of the place in which a new one is. */
function parentKey(places: readonly ContentPlace[], { parent_id }: PlaceRow): [string] | null {
  const parent = places.find(({ id }) => id === parent_id);
  return parent ? [placeKey(parent)] : null;
}

/** A field of a place in words, for two versions beside each other. */
function wordsIn(places: readonly ContentPlace[], field: string, row: Readonly<Record<string, unknown>>): string {
  const value = String(row[field] ?? '');
  const rule = placeRules(places, row.kind as PlaceKind, { place: places.find(({ id }) => id === row.id) ?? null })[field];
  return rule?.kind === 'choice' ? (rule.options.find(({ key }) => key === value)?.label ?? '') : value;
}
