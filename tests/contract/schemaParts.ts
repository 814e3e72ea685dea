export type Part = Record<string, unknown> & { kind: string; type: string };

/** Matches a field of any name, or any entry of a list. */
export const any = '*';

interface Inner {
  /** A field name, an index or `*`; `null` if the inner schema replaces the outer one. */
  at: string | number | null;
  schema: unknown;
  /** The schema is for the key, not the value. */
  isKey?: boolean;
}

/** Inner schemas of a contract schema; empty if there are none. */
export function partsOf(schema: Part): readonly Inner[] {
  switch (schema.type) {
    case 'object':
    case 'strict_object':
      return Object.entries(schema.entries as Record<string, unknown>).map(([at, inner]) => ({ at, schema: inner }));
    case 'array':
      return [{ at: any, schema: schema.item }];
    case 'record':
      return [
        { at: any, schema: schema.key, isKey: true },
        { at: any, schema: schema.value },
      ];
    case 'tuple':
      return (schema.items as unknown[]).map((inner, at) => ({ at, schema: inner }));
    case 'union':
    case 'variant':
      return (schema.options as unknown[]).map((inner) => ({ at: null, schema: inner }));
    case 'optional':
    case 'nullable':
    case 'nullish':
      return [{ at: null, schema: schema.wrapped }];
    default:
      return [];
  }
}
