import * as v from 'valibot';
import { type Call, call, flag, id, line, lineOrNothing, nothing, type RoleId, smallId } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';
import type { Thing } from './refusals.ts';
import type { Right } from './rights.ts';

/** Input rule of a field as plain data. The form and the call's schema check the same rule. More kinds will be added when needed. */
export type FieldRule =
  | { kind: 'text'; most: number; isRequired: boolean; isUnique: boolean; isEmail?: boolean }
  /** One of a few options; `initial` and every key is a text, empty for none. Only in forms over a screen's own calls. */
  | { kind: 'choice'; isRequired: boolean; initial: string; options: readonly { key: string; label: string }[] }
  | { kind: 'truth'; initial: boolean }
  /** Computed by the server. */
  | { kind: 'computed' };

/** A field of a record: its rule, the schema for writing (null: read-only), and the schema for reading. */
export interface Field<Written extends v.GenericSchema | null = v.GenericSchema | null, Read extends v.GenericSchema = v.GenericSchema> {
  rule: FieldRule;
  written: Written;
  read: Read;
}

interface TextOptions {
  /** Maximum number of characters. */
  most: number;
  isRequired?: boolean;
  /** Unique within a district, ignoring case. One field per resource at most: a refusal refers to that one. */
  isUnique?: boolean;
}

/** A line of text. */
export const text = ({ most, isRequired = false, isUnique = false }: TextOptions) => ({
  rule: { kind: 'text' as const, most, isRequired, isUnique },
  written: isRequired ? line(most) : lineOrNothing(most),
  read: v.string(),
});

/** A boolean. */
export const truth = ({ initial }: { initial: boolean }) => ({
  rule: { kind: 'truth' as const, initial },
  written: v.boolean(),
  read: v.boolean(),
});

/** A number computed by the server. */
export const computed = () => ({ rule: { kind: 'computed' as const }, written: null, read: v.number() });

type Fields = Readonly<Record<string, Field>>;
type WrittenOf<F extends Fields> = { [N in keyof F as F[N]['written'] extends null ? never : N]: NonNullable<F[N]['written']> };
type ReadOf<F extends Fields> = { [N in keyof F]: F[N]['read'] };

interface Description<Name extends string, Key extends string, F extends Fields, Count extends string> {
  /** Singular name in calls and in the audit, snake case on the wire. */
  name: Name;
  plural: string;
  /** Thing to report as not found. */
  thing: Thing;
  /** Name of the id on the wire. */
  key: Key;
  backend: Call['backend'];
  /** Roles that may read the list, and roles that may change it. */
  readers: readonly RoleId[];
  editors: readonly RoleId[];
  /** The right that opens the list and its edits to others. */
  right?: Right;
  /** Nobody edits while acting as somebody. */
  isOnlyOwn?: boolean;
  fields: F;
  /** The field that names a record. */
  title: NoInfer<keyof F & string>;
  /** Fields that are searched. */
  search: readonly NoInfer<keyof F & string>[];
  /** Boolean fields that filter the list. */
  filters: readonly NoInfer<keyof F & string>[];
  /** Usage counts shown before a removal. */
  counts: readonly Count[];
  /** A record in use is not removed. */
  isKept?: boolean;
}

/** Name of a resource's call among all calls: `subjectList`. */
export const resourceCall = (name: string, act: string): string => `${name}${act[0]?.toUpperCase()}${act.slice(1)}`;

/**
 * A kind of record that administrators list and edit: its description and the calls derived from it. They are ordinary calls, so that
 * client, OpenAPI, fuzzing, authorization matrix and tenancy tests cover them.
 */
export function resource<const Name extends string, const Key extends string, const F extends Fields, const Count extends string>(
  description: Description<Name, Key, F, Count>,
) {
  const { name, plural, key, backend, readers, editors, right, isOnlyOwn = false, fields, filters, counts, isKept } = description;
  const entries = Object.entries<Field>(fields);
  if (entries.filter(([, { rule }]) => 'isUnique' in rule && rule.isUnique).length > 1)
    throw new Error(`At most one field of ${plural} can be one of a kind.`);
  const written = Object.fromEntries(entries.flatMap(([field, one]) => (one.written ? [[field, one.written]] : []))) as WrittenOf<F>;
  const keyed = <S extends v.GenericSchema>(schema: S) => ({ [key]: schema }) as Record<Key, S>;
  const Row = v.object({
    ...keyed(v.number()),
    version: v.number(),
    /** 1 for the first record in the district's own order. */
    place: v.number(),
    ...(Object.fromEntries(entries.map(([field, one]) => [field, one.read])) as ReadOf<F>),
  });
  const of = { backend, onFailure: 'state' as const, origin: 'ours' as const, ...(right ? { right } : {}) };
  const edit = { ...of, access: editors, refusedWhileActing: isOnlyOwn };
  const narrowed = filters.map((field) => [field, v.optional(flag)]);
  const calls = {
    list: call({
      ...of,
      method: 'GET',
      path: `/${name}/get_${plural}`,
      summary: `List the district’s ${plural} page by page, searched, filtered and sorted, at first in the district’s own order`,
      access: readers,
      query: v.object({
        ...pageQuery(['place', ...entries.map(([field]) => field)]),
        ...(Object.fromEntries(narrowed) as Record<string, never>),
      }),
      data: pageOf(Row),
    }),
    get: call({
      ...of,
      method: 'GET',
      path: `/${name}/get_${name}`,
      summary: `Get one of the ${plural}`,
      access: readers,
      query: v.object(keyed(id)),
      data: Row,
    }),
    add: call({
      ...edit,
      method: 'POST',
      path: `/${name}/add_${name}`,
      summary: `Create one of the ${plural}`,
      body: v.object(written),
      data: Row,
    }),
    update: call({
      ...edit,
      method: 'POST',
      path: `/${name}/update_${name}`,
      summary: `Update one of the ${plural}; refused if someone else has changed it in the meantime`,
      body: v.object({ ...keyed(id), version: smallId, ...written }),
      data: Row,
    }),
    order: call({
      ...edit,
      method: 'POST',
      path: `/${name}/order_${plural}`,
      summary: `Put one of the ${plural} at another place of the district’s own order`,
      body: v.object({ ...keyed(id), place: smallId }),
      data: Row,
    }),
    uses: call({
      ...of,
      method: 'GET',
      path: `/${name}/get_${name}_uses`,
      summary: `Count what uses one of the ${plural}`,
      access: editors,
      query: v.object(keyed(id)),
      data: v.object(Object.fromEntries(counts.map((count) => [count, v.number()])) as Record<Count, v.NumberSchema<undefined>>),
    }),
    remove: call({
      ...edit,
      method: 'POST',
      path: `/${name}/remove_${name}`,
      summary: `Delete one of the ${plural}${isKept ? ' that nothing uses' : ''}; it can be restored`,
      body: v.object(keyed(id)),
      data: nothing,
    }),
    restore: call({
      ...edit,
      method: 'POST',
      path: `/${name}/restore_${name}`,
      summary: `Restore one of the deleted ${plural}`,
      body: v.object(keyed(id)),
      data: Row,
    }),
  };
  const named = Object.fromEntries(Object.entries(calls).map(([act, one]) => [resourceCall(name, act), one])) as {
    [Act in keyof typeof calls as `${Name}${Capitalize<Act>}`]: (typeof calls)[Act];
  };
  return { ...description, calls, named, Row };
}

/** Any kind of record, for generic code. */
export type Resource = Pick<
  Description<string, string, Fields, string>,
  'name' | 'plural' | 'thing' | 'key' | 'fields' | 'title' | 'search' | 'filters' | 'counts' | 'isKept'
> & {
  calls: Record<'list' | 'get' | 'add' | 'update' | 'order' | 'uses' | 'remove' | 'restore', Call>;
};
/** A record as returned by the calls. */
export interface RecordRow {
  version: number;
  [field: string]: string | number | boolean;
}
