import * as v from 'valibot';

/** A part of the state that is kept between visits. */
export interface Slice<Data = unknown> {
  name: string;
  /** Raised when the shape changes: what an older version wrote is dropped. */
  version: number;
  schema: v.GenericSchema<unknown, Data>;
  /** How long nothing must change before it is written, in ms (specification, section 9). */
  quiet: 500 | 600;
}

/** Declares one of the slices of the specification (section 3, Persistence): a file each in `slices`, so that a screen loads only its own. None holds a token. */
export const slice = <Data>(name: string, version: number, schema: v.GenericSchema<unknown, Data>, quiet: Slice['quiet']): Slice<Data> => ({
  name,
  version,
  schema,
  quiet,
});

const Envelope = v.object({ v: v.number(), savedAt: v.number(), user: v.string(), data: v.unknown() });

const prefix = 'orrery.slice.';
const quarantinePrefix = 'orrery.quarantine.';

interface PersistencePorts {
  /** Throws where storage is switched off. */
  storage: () => Storage;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls `act` after `ms`; answers what stops it. */
  later: (ms: number, act: () => void) => () => void;
  /** Storage is full or switched off; told once. */
  onFailure: () => void;
}

/** Keeps slices of the state under their owner's own keys, reads them back as untrusted input, and never throws. */
export function createPersistence({ storage, now, later, onFailure }: PersistencePorts) {
  let owner: string | null = null;
  let hasFailed = false;
  /** What waits for its quiet time, by slice: changes are made to what is stored by then, since other tabs write there too. */
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
  const keysOf = (area: Storage) => Array.from({ length: area.length }, (_, index) => area.key(index) ?? '');
  const stopAll = () => {
    for (const { stop } of pending.values()) stop();
    pending.clear();
  };

  /** The data of an envelope's text; undefined for anything that this version did not write for this owner. */
  const parse = <Data>({ version, schema }: Slice<Data>, text: string, of: string): Data | undefined => {
    try {
      const envelope = v.safeParse(Envelope, JSON.parse(text));
      if (!envelope.success || envelope.output.v !== version || envelope.output.user !== of) return undefined;
      const data = v.safeParse(schema, envelope.output.data);
      return data.success ? data.output : undefined;
    } catch {
      return undefined;
    }
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
    /** From now on this person's slices are read and written; whatever somebody else left is wiped. */
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
    /** Nothing is read or written any more; what was not written yet is dropped. */
    close(): void {
      stopAll();
      owner = null;
    },
    /**
     * What was kept, with what still waits to be written; undefined when there is nothing that can be used. Corrupt text is moved to a key
     * of its own, for support to look at.
     */
    read<Data>(one: Slice<Data>): Data | undefined {
      if (owner === null) return undefined;
      const changes = pending.get(one.name)?.changes ?? [];
      return changes.reduce<unknown>((data, change) => change(data), stored(one, owner)) as Data | undefined;
    },
    /** Keeps the data once nothing has changed for the slice's time. */
    write<Data>(one: Slice<Data>, data: Data): void {
      keep(one, [() => data]);
    },
    /** Changes what is kept in part, in the same way: what other tabs keep meanwhile stays. */
    update<Data>(one: Slice<Data>, change: (before: Data | undefined) => Data): void {
      keep(one, [...(pending.get(one.name)?.changes ?? []), change as (before: unknown) => unknown]);
    },
    /** Writes now what waits for its quiet time: the page is being left. */
    flush(): void {
      for (const { write, stop } of [...pending.values()]) {
        stop();
        write();
      }
    },
  };
}
export type Persistence = ReturnType<typeof createPersistence>;
