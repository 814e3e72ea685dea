import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';
import { pageLength } from '../../../common/lessonLimits.ts';
import type { LessonRow } from '../../../contract/workspace.ts';
import { m } from '../../paraglide/messages.js';
import { IconGripVertical } from '../../ui/icons.ts';
import { Bone } from '../../ui/Skeleton.tsx';
import { dragType } from './FolderTree.tsx';
import s from './workspace.module.css';

/** How many frames to wait for a row that the keyboard asked for. */
const patience = 30;

interface LessonRowsProps {
  rows: Readonly<Record<number, LessonRow>>;
  total: number;
  /** The row can be dragged to a folder. */
  isMovable: boolean;
  /** Called repeatedly for visible rows that are not loaded, until they are. */
  onWanted: (page: number) => void;
  render: (row: LessonRow) => ReactNode;
}

/** A virtual list of any length. Only visible rows are in the document, and only visible rows are fetched. */
export function LessonRows({ rows, total, isMovable, onWanted, render }: LessonRowsProps) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const missing = useRef(new Set<number>());
  const positions = useMemo(() => Array.from({ length: total }, (_, index) => index), [total]);
  const look = () => {
    const [first] = [...missing.current].sort((a, b) => a - b);
    if (first !== undefined) onWanted(Math.floor(first / pageLength));
  };
  const newest = useRef(look);
  useEffect(() => {
    newest.current = look;
    look();
  });
  const noteMissing = (position: number) => {
    missing.current.add(position);
    newest.current();
    return () => void missing.current.delete(position);
  };

  const seek = (position: number, frames: number) => {
    const link = scroller.current?.querySelector<HTMLElement>(`[data-position="${position}"] a`);
    if (link) link.focus();
    else if (frames > 0) requestAnimationFrame(() => seek(position, frames - 1));
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-position]')?.dataset.position;
    if (from === undefined || (event.target as HTMLElement).tagName !== 'A') return;
    const at = Number(from);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10, Home: 0, End: total - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const goal = Math.min(Math.max(to, 0), total - 1);
    virtual.current?.scrollToIndex(goal, { align: 'nearest' });
    seek(goal, patience);
  };

  return (
    <section ref={scroller} className={s.rows} aria-label={m.workspace_list()} onKeyDown={move}>
      <Virtualizer ref={virtual} as={List} item={Item} scrollRef={scroller} itemSize={72} bufferSize={360} data={positions}>
        {(position) => {
          const row = rows[position];
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: Move to… in the menu works by keyboard
            <div
              key={position}
              className={s.row}
              data-position={position}
              data-total={total}
              draggable={isMovable && row !== undefined}
              onDragStart={(event) => {
                if (!row) return;
                event.dataTransfer.setData(dragType, JSON.stringify({ lessonId: row.lesson_id, lessonName: row.lesson_name }));
                event.dataTransfer.effectAllowed = 'move';
              }}
            >
              {isMovable ? (
                <span className={s.grip} title={m.workspace_drag()}>
                  <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
                </span>
              ) : null}
              {row ? render(row) : <Missing position={position} onMount={noteMissing} />}
            </div>
          );
        }}
      </Virtualizer>
    </section>
  );
}

function Missing({ position, onMount }: { position: number; onMount: (position: number) => () => void }) {
  const mount = useRef(onMount);
  useEffect(() => mount.current(position), [position]);
  return (
    <div className={s.missing}>
      <Bone />
    </div>
  );
}

function List({ style, children, ref }: { style: React.CSSProperties; children: ReactNode; ref?: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} style={style}>
      {children}
    </ul>
  );
}

function Item({ style, index, children, ref }: CustomItemComponentProps) {
  return (
    <li ref={ref as Ref<HTMLLIElement>} aria-posinset={index + 1} style={style}>
      {children}
    </li>
  );
}
