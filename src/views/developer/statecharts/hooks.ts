import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { AnyStateMachine } from 'xstate';
import { chartGraph } from '../../../developer/chartGraph.ts';
import type { ChartMap } from '../../../developer/chartMap.ts';
import { follow, type OtherWindow, otherWindows } from '../../../developer/follow.ts';
import type { Inspection } from '../../../developer/inspection.ts';
import type { ChartLayout } from '../../../developer/picture.ts';
import type { ActorInfo, Frame, InspectionSource, LogEntry } from '../../../developer/recorder.ts';

/** A source's knowledge at one moment. */
export interface Inspected {
  actors: readonly ActorInfo[];
  log: readonly LogEntry[];
  /** The latest frame of each chart's actor, by actor. */
  frames: ReadonlyMap<string, Frame>;
}

/** A store for `useSyncExternalStore`. Its snapshot is a new object only after something happened, and at most once a frame. */
function storeOf(source: InspectionSource) {
  let cached: (Inspected & { version: number }) | undefined;
  return {
    subscribe: (listener: () => void) => {
      let planned = 0;
      const stop = source.subscribe(() => {
        planned ||= requestAnimationFrame(() => {
          planned = 0;
          listener();
        });
      });
      return () => {
        cancelAnimationFrame(planned);
        stop();
      };
    },
    snapshot: (): Inspected => {
      const version = source.version();
      if (cached?.version !== version) {
        const actors = source.actors();
        const frames = new Map<string, Frame>();
        for (const { id, chart } of actors) {
          const frame = chart ? source.frame(id) : undefined;
          if (frame) frames.set(id, frame);
        }
        cached = { version, actors, log: [...source.log()], frames };
      }
      return cached;
    },
  };
}

/** Live data of a source. */
export function useInspected(source: InspectionSource): Inspected {
  const store = useMemo(() => storeOf(source), [source]);
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** This window's recorder, or the followed recorder of another window. */
export function useSource({ recorder, channel }: Inspection, window: string | null): InspectionSource {
  const [followed, setFollowed] = useState<InspectionSource | null>(null);
  useEffect(() => {
    if (!window || !channel) return undefined;
    const other = follow(channel, window);
    setFollowed(other);
    return () => {
      other.stop();
      setFollowed(null);
    };
  }, [channel, window]);
  return followed ?? recorder;
}

/** Other recording windows of the product on this device. */
export function useOtherWindows({ channel, window }: Inspection): readonly OtherWindow[] {
  const [windows, setWindows] = useState<readonly OtherWindow[]>([]);
  useEffect(() => (channel ? otherWindows(channel, window, setWindows) : undefined), [channel, window]);
  return windows;
}

/** A chart as data; undefined if there is no such chart. */
export const useGraph = (machine: AnyStateMachine | undefined) => useMemo(() => (machine ? chartGraph(machine) : undefined), [machine]);

/** Loads a chart's layout; undefined if it has none. */
export type LoadLayout = (chart: string) => Promise<ChartLayout | undefined>;

/** Loads the map of all charts. */
export type LoadMap = () => Promise<ChartMap>;

export type LoadedLayout = { state: 'loading' } | { state: 'missing' } | { state: 'ready'; layout: ChartLayout };

/** The layout of a chart; of none, it is always loading. */
export function useLayout(chart: string, load: LoadLayout): LoadedLayout {
  const [loaded, setLoaded] = useState<{ chart: string; layout: ChartLayout | undefined } | null>(null);
  useEffect(() => {
    if (chart === '') return undefined;
    let isWanted = true;
    load(chart).then(
      (layout) => isWanted && setLoaded({ chart, layout }),
      () => isWanted && setLoaded({ chart, layout: undefined }),
    );
    return () => {
      isWanted = false;
    };
  }, [chart, load]);
  if (loaded?.chart !== chart) return { state: 'loading' };
  return loaded.layout ? { state: 'ready', layout: loaded.layout } : { state: 'missing' };
}
