import { createElement, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ChartGraph } from '../../../developer/chartGraph.ts';
import { foldable, folded, lineage, overview } from '../../../developer/fold.ts';
import { type Box, type ChartLayout, type Geometry, type Lit, picture, type Shape, sizes } from '../../../developer/picture.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import hidden from '../../../ui/hidden.module.css';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconMinus, IconPlus } from '../../../ui/icons.ts';
import { percent } from '../../../ui/numbers.ts';
import '../../../developer/drawing.css';
import { FullButton } from './FullButton.tsx';
import s from './statecharts.module.css';

interface View {
  x: number;
  y: number;
  scale: number;
}

const margin = 24;
const scales = { least: 0.15, most: 4, fitMost: 1.4, step: 1.25 } as const;
const panStep = 60;

const clamp = (scale: number) => Math.min(scales.most, Math.max(scales.least, scale));

/** The view that shows the whole drawing, centered. */
function fitting({ width, height }: Pick<Geometry, 'width' | 'height'>, size: { width: number; height: number }): View {
  const scale = clamp(Math.min((size.width - 2 * margin) / width, (size.height - 2 * margin) / height, scales.fitMost));
  return { scale, x: (size.width - width * scale) / 2, y: (size.height - height * scale) / 2 };
}

/** Below this scale text is unreadable. A larger drawing is folded, then opens at its active part or at its start. */
const readable = 0.7;

/** The initial view of a drawing: all of it if readable, else the part that matters. */
function beginning(layout: Geometry, size: { width: number; height: number }, lit: Lit): View {
  const all = fitting(layout, size);
  if (all.scale >= readable) return all;
  const scale = Math.max(all.scale, readable);
  const innermost = Object.entries(layout.nodes)
    .filter(([id]) => lit.nodes.has(id))
    .sort(([, a], [, b]) => a[2] * a[3] - b[2] * b[3])[0]?.[1];
  const [root] = Object.keys(layout.nodes);
  const [x, y] = innermost && lit.nodes.size > 1 ? middle(innermost) : (layout.initials[root ?? '']?.points.at(-1) ?? [0, 0]);
  // Stop at the drawing's edges.
  const keep = (offset: number, length: number, room: number) => Math.min(margin, Math.max(room - length * scale - margin, offset));
  return {
    scale,
    x: keep(size.width / 2 - x * scale, layout.width, size.width),
    y: keep(size.height / 2 - y * scale, layout.height, size.height),
  };
}

/** The same view at another scale, with the point under the pointer fixed. */
const zoomed = ({ x, y, scale }: View, factor: number, at: readonly [number, number]): View => {
  const next = clamp(scale * factor);
  const ratio = next / scale;
  return { scale: next, x: at[0] - (at[0] - x) * ratio, y: at[1] - (at[1] - y) * ratio };
};

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = ([x, y, width, height]: Box) => [x + width / 2, y + height / 2] as const;

/** The nearest state in a direction that is not far off to the side. */
function neighbour(nodes: Geometry['nodes'], from: string, [dx, dy]: readonly [number, number]): string | undefined {
  const start = nodes[from];
  if (!start) return undefined;
  const [x, y] = middle(start);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, box] of Object.entries(nodes)) {
    const [toX, toY] = middle(box);
    const ahead = (toX - x) * dx + (toY - y) * dy;
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    const cost = ahead + 2 * aside;
    if (id !== from && ahead > 1 && cost < least) [best, least] = [id, cost];
  }
  return best;
}

interface ChartCanvasProps {
  graph: ChartGraph;
  layout: ChartLayout;
  lit: Lit;
  /** Id of the selected state or transition. */
  selected: string | null;
  onSelect: (id: string) => void;
  /** Changes with each step, so that a transition taken twice is animated twice. */
  trace: string;
  /** The drawing covers the window. */
  isFull: boolean;
  onFull: (isFull: boolean) => void;
}

/** Every state is open. */
const everything = null;

const depthOf = (id: string) => id.split('.').length;

/** The state that must be open to see a state or transition: what surrounds it. */
function around(graph: ChartGraph, id: string): string {
  const source = graph.edges.find((edge) => edge.id === id)?.source ?? id;
  const [, parent = graph.id] = lineage(graph, source);
  return parent === graph.id ? overview : parent;
}

/** A drawn chart to pan, zoom, fit, fold and navigate with the keyboard. */
export default function ChartCanvas({
  graph: chart,
  layout: drawn,
  lit: allLit,
  selected,
  onSelect,
  trace,
  isFull,
  onFull,
}: ChartCanvasProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 800, height: 500 });
  /** Null until the user moves the drawing. */
  const [moved, setMoved] = useState<{ chart: string; view: View } | null>(null);
  /** What the user has opened: a state with its surroundings, nothing, or everything. */
  const [folding, setFolding] = useState<{ chart: string; open: string | typeof everything } | null>(null);
  const canFold = foldable(chart).filter((id) => drawn.views[id]);
  const isSmall = canFold.length === 0 || fitting(drawn, size).scale >= readable;
  // What is selected, else where the actor is.
  const toSee = [...(selected === null ? [] : [selected]), ...[...allLit.nodes].sort((a, b) => depthOf(b) - depthOf(a))]
    .map((id) => around(chart, id))
    .find((id) => canFold.includes(id));
  const open = folding?.chart === drawn.chart ? folding.open : isSmall ? everything : (toSee ?? overview);
  const fold = open === everything ? undefined : folded(chart, open);
  const graph = fold?.graph ?? chart;
  const layout: Geometry = (open === everything ? undefined : drawn.views[open]) ?? drawn;
  const lit = fold ? { ...allLit, edges: new Set([...allLit.edges].flatMap((id) => fold.shownAs.get(id) ?? [])) } : allLit;
  /** The drawing that is moved: a folded one begins anew. */
  const shown = `${drawn.chart} ${open}`;
  const pointers = useRef(new Map<number, readonly [number, number]>());
  const help = useId();
  /** The state under the keyboard cursor. */
  const [at, setCursor] = useState<string | null>(null);
  const cursor = at !== null && layout.nodes[at] ? at : graph.id;
  const levels = new Map(graph.nodes.map(({ id, path }) => [id, path === '' ? 1 : path.split('.').length + 1]));
  const start = () => beginning(layout, size, lit);
  const view = moved?.chart === shown ? moved.view : start();
  const setView = (change: (current: View) => View) =>
    setMoved((before) => ({ chart: shown, view: change(before?.chart === shown ? before.view : start()) }));
  const isOpen = (id: string) => open === everything || (open !== overview && lineage(chart, open).includes(id));
  const unfold = (to: string | typeof everything) => {
    setFolding({ chart: drawn.chart, open: to });
    setMoved(null);
  };
  const toggle = (id: string) => {
    if (!canFold.includes(id)) return onSelect(id);
    setCursor(id);
    unfold(isOpen(id) ? around(chart, id) : id);
  };

  useEffect(() => {
    const element = canvas.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // React adds passive wheel listeners, which cannot keep the page from scrolling.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const onWheel = (wheel: WheelEvent) => {
      wheel.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const at = [wheel.clientX - left, wheel.clientY - top] as const;
      if (wheel.ctrlKey || wheel.metaKey) setView((current) => zoomed(current, Math.exp(-wheel.deltaY / 300), at));
      else setView((current) => ({ ...current, x: current.x - wheel.deltaX, y: current.y - wheel.deltaY }));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });

  const center = [size.width / 2, size.height / 2] as const;
  const zoom = (factor: number) => setView((current) => zoomed(current, factor, center));
  const pan = ([dx, dy]: readonly [number, number]) =>
    setView((current) => ({ ...current, x: current.x - dx * panStep, y: current.y - dy * panStep }));
  /** All of the drawing: folded where it would be too small to read. */
  const showAll = () => {
    if (fitting(layout, size).scale < readable && open !== overview && canFold.length > 0) unfold(overview);
    else setMoved(null);
  };

  const reveal = (id: string) => {
    const box = layout.nodes[id];
    if (!box) return;
    const [x, y] = middle(box);
    const onScreen = [x * view.scale + view.x, y * view.scale + view.y] as const;
    const isVisible = onScreen[0] > 0 && onScreen[0] < size.width && onScreen[1] > 0 && onScreen[1] < size.height;
    if (!isVisible) setView((current) => ({ ...current, x: center[0] - x * current.scale, y: center[1] - y * current.scale }));
  };

  const onKeyDown = (key: KeyboardEvent) => {
    const direction = directions[key.key];
    if (direction && key.shiftKey) pan(direction);
    else if (direction) {
      const next = neighbour(layout.nodes, cursor, direction);
      if (next) {
        setCursor(next);
        reveal(next);
      }
    } else if (key.key === 'Enter') onSelect(cursor);
    else if (key.key === ' ') toggle(cursor);
    else if (key.key === '+' || key.key === '=') zoom(scales.step);
    else if (key.key === '-') zoom(1 / scales.step);
    else if (key.key === '0') showAll();
    else return;
    key.preventDefault();
  };

  const place = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left, top } = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return [clientX - left, clientY - top];
  };
  const onPointerMove = (pointer: PointerEvent) => {
    const before = pointers.current.get(pointer.pointerId);
    if (!before) return;
    const now = place(pointer);
    const [other] = [...pointers.current].filter(([id]) => id !== pointer.pointerId).map(([, at]) => at);
    pointers.current.set(pointer.pointerId, now);
    if (other) {
      const factor = Math.hypot(now[0] - other[0], now[1] - other[1]) / (Math.hypot(before[0] - other[0], before[1] - other[1]) || 1);
      setView((current) => zoomed(current, factor, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]));
      return;
    }
    // Captured only once the pointer moves: a click must still reach the state under it.
    if (Math.hypot(now[0] - before[0], now[1] - before[1]) > 2) canvas.current?.setPointerCapture?.(pointer.pointerId);
    setView((current) => ({ ...current, x: current.x + now[0] - before[0], y: current.y + now[1] - before[1] }));
  };
  const letGo = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId);

  const render = (shape: Shape, key: string): ReactNode => {
    const { class: className, 'font-size': fontSize, ...rest } = shape.attributes;
    const id = rest['data-node'];
    const edge = rest['data-edge'];
    const isState = shape.tag === 'g' && id !== undefined;
    const isSelected = selected !== null && (selected === id || selected === edge);
    return createElement(
      shape.tag,
      {
        ...rest,
        key,
        className: cx(String(className ?? ''), isSelected && s.selected, isState && id === cursor && s.cursor),
        ...(fontSize === undefined ? {} : { fontSize }),
        ...(isState
          ? {
              id: `${help}-${id}`,
              role: 'treeitem',
              'aria-level': levels.get(String(id)),
              'aria-selected': isSelected,
              'aria-current': lit.nodes.has(String(id)) || undefined,
              'aria-expanded': canFold.includes(String(id)) ? isOpen(String(id)) : undefined,
            }
          : {}),
      },
      // The space separates the lines of a state when its text is read as one.
      shape.text === undefined ? shape.children?.map((child, index) => render(child, String(index))) : `${shape.text} `,
    );
  };

  return (
    <div className={s.canvasArea}>
      <p id={help} className={hidden.hidden}>
        {m.developer_canvas_help()}
      </p>
      <div
        ref={canvas}
        className={s.canvas}
        role="tree"
        tabIndex={0}
        aria-label={m.developer_canvas({ chart: chart.id })}
        aria-describedby={help}
        aria-activedescendant={`${help}-${cursor}`}
        onKeyDown={onKeyDown}
        onPointerDown={(pointer) => pointers.current.set(pointer.pointerId, place(pointer))}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onPointerLeave={letGo}
        onClick={({ target }) => {
          const sign = (target as Element).closest('[data-fold]')?.getAttribute('data-fold');
          if (sign) return toggle(sign);
          const element = (target as Element).closest('[data-edge],[data-node]');
          const id = element?.getAttribute('data-edge') ?? element?.getAttribute('data-node');
          if (!id) return;
          if (layout.nodes[id]) setCursor(id);
          onSelect(id);
        }}
      >
        <svg className="drawing" role="presentation">
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            {picture(graph, layout, lit).map((shape, index) => {
              const { 'data-node': node, 'data-edge': edge, class: className } = shape.attributes;
              const isTraced = String(className).startsWith('arrow') && String(className).endsWith('lit');
              return render(shape, `${shape.tag} ${node ?? edge ?? index}${isTraced ? ` ${trace}` : ''}`);
            })}
            {canFold.map((id) => {
              const box = layout.nodes[id];
              return box ? (
                <FoldSign
                  key={id}
                  id={id}
                  box={box}
                  isOpen={isOpen(id)}
                  isShifted={graph.nodes.some((node) => node.id === id && node.type === 'parallel')}
                />
              ) : null;
            })}
          </g>
        </svg>
      </div>
      <Minimap
        graph={graph}
        layout={layout}
        lit={lit}
        view={view}
        size={size}
        onGo={(x, y) => setView((current) => ({ ...current, x: center[0] - x * current.scale, y: center[1] - y * current.scale }))}
      />
      <div className={s.zoom}>
        <IconButton icon={IconMinus} size="small" label={m.developer_zoom_out()} onPress={() => zoom(1 / scales.step)} />
        <span className={s.percent}>{percent(view.scale)}</span>
        <IconButton icon={IconPlus} size="small" label={m.developer_zoom_in()} onPress={() => zoom(scales.step)} />
        <Button variant="quiet" size="small" onPress={showAll}>
          {m.developer_fit()}
        </Button>
        {canFold.length > 0 ? (
          <Button variant="quiet" size="small" onPress={() => unfold(open === everything ? overview : everything)}>
            {open === everything ? m.developer_close_all() : m.developer_open_all()}
          </Button>
        ) : null}
        <FullButton isFull={isFull} onFull={onFull} />
      </div>
    </div>
  );
}

/** The sign that opens and closes a state. The keyboard has Space for it. */
function FoldSign({ id, box: [x, y, width], isOpen, isShifted }: { id: string; box: Box; isOpen: boolean; isShifted: boolean }) {
  const left = x + width - sizes.fold - (isShifted ? 18 : 0);
  return (
    <g data-fold={id} className={s.fold}>
      <rect x={left} y={y + 2} width={24} height={24} rx={4} />
      <path d={`M${left + 7} ${y + 14}h10${isOpen ? '' : 'm-5 -5v10'}`} />
    </g>
  );
}

const mapSize = { width: 150, height: 100 } as const;

interface MinimapProps {
  graph: ChartGraph;
  layout: Geometry;
  lit: Lit;
  view: View;
  size: { width: number; height: number };
  /** Centers a point of the drawing. */
  onGo: (x: number, y: number) => void;
}

/** The whole drawing in small, and which part of it is in sight; absent if all of it is. For the pointer: the keyboard moves by arrows. */
function Minimap({ graph, layout, lit, view, size, onGo }: MinimapProps) {
  const [left, top] = [-view.x / view.scale, -view.y / view.scale];
  const [width, height] = [size.width / view.scale, size.height / view.scale];
  if (left <= 0 && top <= 0 && left + width >= layout.width && top + height >= layout.height) return null;
  const scale = Math.min(mapSize.width / layout.width, mapSize.height / layout.height);
  const go = (pointer: PointerEvent<SVGSVGElement>) => {
    if (pointer.buttons === 0) return;
    const at = pointer.currentTarget.getBoundingClientRect();
    onGo((pointer.clientX - at.left) / scale, (pointer.clientY - at.top) / scale);
  };
  return (
    <svg
      className={s.minimap}
      aria-hidden="true"
      width={layout.width * scale}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      onPointerDown={go}
      onPointerMove={go}
    >
      {graph.nodes.map(({ id }) => {
        const box = layout.nodes[id];
        return box ? (
          <rect key={id} className={lit.nodes.has(id) ? s.lit : undefined} x={box[0]} y={box[1]} width={box[2]} height={box[3]} />
        ) : null;
      })}
      <rect className={s.sight} x={left} y={top} width={width} height={height} />
    </svg>
  );
}
