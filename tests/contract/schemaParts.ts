export type Part = Record<string, unknown> & { kind: string; type: string };

/** A field of any name, and an entry of any list. */
export const any = '*';

interface Inner {
  /** A field's name, an entry's number or `*`; `null` where the inner schema stands in the place of the whole. */
  at: string | number | null;
  schema: unknown;
  /** It is of a name, not of a value. */
  isKey?: boolean;
}

/** What a schema of the contract is made of; empty for one that holds no other. */
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
