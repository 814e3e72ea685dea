import type { Get } from '../values.ts';

/** Bounds of what is kept of a record's metadata: fields, letters of a name, letters of a value as JSON, and of all together. */
export const mostMetadata = { fields: 50, name: 100, value: 1_000, all: 8_000 } as const;
/** Tables whose metadata are kept. */
export const withMetadata: ReadonlySet<string> = new Set(['orgs', 'classes', 'users']);
/** How the names of extension columns begin (OneRoster CSV 1.1, section 3.4, and 1.2, section 4.2). */
const prefix = 'metadata.';
/** The column that carries all metadata of a record of the REST binding, as a JSON object. */
export const metadataColumn = 'metadata';

/** Whether a column holds metadata that are kept. */
export const isMetadata = (table: string, column: string): boolean =>
  withMetadata.has(table) && (column === metadataColumn || (column.startsWith(prefix) && column.length > prefix.length));

const columnsOf = new WeakMap<object, string[]>();
/** The metadata columns of a file, by the getters of its columns. */
function metadataColumnsOf(get: Readonly<Record<string, Get>>): string[] {
  const known = columnsOf.get(get);
  if (known) return known;
  const columns = Object.keys(get).filter((name) => name === metadataColumn || name.startsWith(prefix));
  columnsOf.set(get, columns);
  return columns;
}

function fieldsOf(get: Readonly<Record<string, Get>>, columns: readonly string[], values: readonly string[]): [string, unknown][] | null {
  const fields: [string, unknown][] = [];
  for (const column of columns) {
    const text = (get[column] as Get)(values);
    if (text === '') continue;
    if (column !== metadataColumn) fields.push([column.slice(prefix.length), text]);
    else {
      try {
        const object: unknown = JSON.parse(text);
        if (typeof object !== 'object' || object === null || Array.isArray(object)) return null;
        fields.push(...Object.entries(object).filter(([, value]) => value !== null && value !== ''));
      } catch {
        return null;
      }
    }
  }
  return fields;
}

/**
 * The metadata of a row as a JSON object of what fits; null if there are none. `left`: names of fields that do not fit. Undefined: the file
 * says nothing of metadata.
 */
export function metadataOf(
  get: Readonly<Record<string, Get>>,
  values: readonly string[],
): { json: string | null; left: readonly string[] } | undefined {
  const columns = metadataColumnsOf(get);
  if (columns.length === 0) return undefined;
  const fields = fieldsOf(get, columns, values);
  if (fields === null) return { json: null, left: [metadataColumn] };
  const kept: string[] = [];
  const left: string[] = [];
  let size = 2;
  for (const [name, value] of fields) {
    const json = JSON.stringify(value);
    const field = `${JSON.stringify(name)}:${json}`;
    if (
      kept.length >= mostMetadata.fields ||
      name.length > mostMetadata.name ||
      json.length > mostMetadata.value ||
      size + field.length + 1 > mostMetadata.all
    )
      left.push(name);
    else {
      kept.push(field);
      size += field.length + 1;
    }
  }
  return { json: kept.length === 0 ? null : `{${kept.join(',')}}`, left };
}

/** Stored metadata as names and texts, in their order. Values that are not texts are written as JSON. */
export const metadataFields = (json: string | null): { name: string; value: string }[] =>
  json === null
    ? []
    : Object.entries(JSON.parse(json) as object).map(([name, value]) => ({
        name,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      }));
