import * as v from 'valibot';

type Upgrades = Readonly<Record<number, (data: unknown) => unknown>>;

/** A part of the state that is kept between visits. */
export interface Slice<Data = unknown> {
  name: string;
  /** Increment when the shape changes. Data of an older version is upgraded, or put aside if there is no upgrade. */
  version: number;
  /** For versions before: turns what one stored into what the next one stores. May throw on what it does not expect. */
  upgrades: Upgrades;
  schema: v.GenericSchema<unknown, Data>;
  /** Debounce time before writing, in ms (specification, section 9). */
  quiet: 500 | 600;
}

/**
 * Declares one of the slices of the specification (section 3, Persistence). Each has its own file in `slices`, so that a screen loads only
 * its own. None holds a token.
 */
export const slice = <Data>(
  name: string,
  version: number,
  schema: v.GenericSchema<unknown, Data>,
  quiet: Slice['quiet'],
  upgrades: Upgrades = {},
): Slice<Data> => ({
  name,
  version,
  upgrades,
  schema,
  quiet,
});

const Envelope = v.object({ v: v.number(), savedAt: v.number(), user: v.string(), data: v.unknown() });

const prefix = 'orrery.slice.';
const quarantinePrefix = 'orrery.quarantine.';

const keysOf = (area: Storage) => Array.from({ length: area.length }, (_, index) => area.key(index) ?? '');

/** The data in an envelope's text; undefined for anything that neither this version nor one that it can upgrade wrote for this owner. */
function parse<Data>({ version, upgrades, schema }: Slice<Data>, text: string, of: string): Data | undefined {
  try {
    const envelope = v.safeParse(Envelope, JSON.parse(text));
    if (!envelope.success || envelope.output.user !== of) return undefined;
    let { v: written, data: upgraded } = envelope.output;
    for (; written < version && upgrades[written]; written++) upgraded = upgrades[written]?.(upgraded);
    const data = v.safeParse(schema, upgraded);
    return written === version && data.success ? data.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A user's usable data in all slices whose names begin with `start`, for pages that do not know their session yet. Changes nothing.
 * @throws if storage is disabled
 */
export function storedLike<Data>(area: Storage, of: string, start: string, sliceOf: (name: string) => Slice<Data>): Data[] {
  const own = `${prefix}${of}.`;
  return keysOf(area).flatMap((key) => {
    if (!key.startsWith(own + start)) return [];
    const data = parse(sliceOf(key.slice(own.length)), area.getItem(key) ?? '', of);
    return data === undefined ? [] : [data];
  });
}

interface PersistencePorts {
  /** Throws if storage is disabled. */
  storage: () => Storage;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls `act` after `ms`; returns a function that cancels it. */
  later: (ms: number, act: () => void) => () => void;
  /** Storage is full or disabled; called once. */
  onFailure: () => void;
}

/** Stores slices of the state under keys of their owner, reads them back as untrusted input, and never throws. */
export function createPersistence({ storage, now, later, onFailure }: PersistencePorts) {
  let owner: string | null = null;
  let hasFailed = false;
  /** Debounced changes, by slice. They apply to what is stored at that time, since other tabs write, too. */
  const pending = new Map<string, { changes: ((before: unknown) => unknown)[]; write: () => void; stop: () => void }>();

  const attempt = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(storage());
    } catch {
      if (!hasFailed) onFailure();
      hasFailed = true;
      return undefined;
    }
  };
  const stopAll = () => {
    for (const { stop } of pending.values()) stop();
    pending.clear();
  };

  const stored = <Data>(one: Slice<Data>, of: string): Data | undefined => {
    const key = `${prefix}${of}.${one.name}`;
    return attempt((area) => {
      const text = area.getItem(key);
      if (text === null) return undefined;
      const data = parse(one, text, of);
      if (data === undefined) {
        area.removeItem(key);
        area.setItem(`${quarantinePrefix}${of}.${one.name}`, text);
      }
      return data;
    });
  };
  const keep = <Data>(one: Slice<Data>, changes: ((before: unknown) => unknown)[]) => {
    const of = owner;
    if (of === null) return;
    pending.get(one.name)?.stop();
    const write = () => {
      pending.delete(one.name);
      const data = changes.reduce<unknown>((before, change) => change(before), stored(one, of));
      const text = JSON.stringify({ v: one.version, savedAt: now(), user: of, data });
      attempt((area) => area.setItem(`${prefix}${of}.${one.name}`, text));
    };
    pending.set(one.name, { changes, write, stop: later(one.quiet, write) });
  };

  return {
    /** Starts reading and writing this user's slices; those of any other user are wiped. */
    open(next: string): void {
      if (next === owner) return;
      stopAll();
      owner = next;
      attempt((area) => {
        const own = `${next}.`;
        for (const key of keysOf(area)) {
          const of = [prefix, quarantinePrefix].find((start) => key.startsWith(start));
          if (of !== undefined && !key.startsWith(own, of.length)) area.removeItem(key);
        }
      });
    },
    /** Stops reading and writing; pending changes are dropped. */
    close(): void {
      stopAll();
      owner = null;
    },
    /** The stored data with pending changes; undefined if there is no usable data. Corrupt text is moved to its own key for support. */
    read<Data>(one: Slice<Data>): Data | undefined {
      if (owner === null) return undefined;
      const changes = pending.get(one.name)?.changes ?? [];
      return changes.reduce<unknown>((data, change) => change(data), stored(one, owner)) as Data | undefined;
    },
    /** Stores the data, debounced by the slice's time. */
    write<Data>(one: Slice<Data>, data: Data): void {
      keep(one, [() => data]);
    },
    /** Updates stored data, debounced in the same way: concurrent changes of other tabs are kept. */
    update<Data>(one: Slice<Data>, change: (before: Data | undefined) => Data): void {
      keep(one, [...(pending.get(one.name)?.changes ?? []), change as (before: unknown) => unknown]);
    },
    /** Writes pending changes now, because the page is being left. */
    flush(): void {
      for (const { write, stop } of [...pending.values()]) {
        stop();
        write();
      }
    },
  };
}
export type Persistence = ReturnType<typeof createPersistence>;
