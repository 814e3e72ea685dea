import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import { bind, databaseOf, districtOf, type Tenant } from '../kit/tenant.ts';
import type { Database } from './schema.ts';

type Scalar = number | string | null;
/** Parameters of a statement by name. The length of a list is part of the statement. */
type Parameters = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** Placeholder in a statement for a value that is not known yet. */
class Place {
  readonly name: string;
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }

  valueIn(parameters: Parameters): unknown {
    const value = parameters[this.name];
    return this.index === undefined ? value : (value as readonly Scalar[])[this.index];
  }
}

/** Statements cached per kind. Each list length makes another one. */
const mostKept = 200;

/**
 * A statement that is built and compiled once and then run with changing values. For the few calls that make up most of the load, where
 * building costs as much as running. `build` must not inspect values, only which are present and how long a list is. A value that changes
 * the statement's text, including null, must not be a parameter.
 *
 * @returns runs the statement on a district's handle; the district is a parameter like the others
 */
export function compiled<P extends Parameters, Result>(
  build: (db: Tenant, parameters: P) => Compilable<Result>,
): (db: Tenant, parameters: P) => Promise<Result[]> {
  /** Per dialect: a database has one adapter, shared by its transactions. */
  const kept = new WeakMap<object, Map<string, CompiledQuery<Result>>>();

  return async (db, given) => {
    const parameters = { ...given, district_id: districtOf(db) };
    const kysely = db as unknown as Kysely<Database>;
    const adapter = databaseOf(db);
    const statements = kept.get(adapter) ?? new Map<string, CompiledQuery<Result>>();
    kept.set(adapter, statements);
    let shape = '';
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) shape += Array.isArray(value) ? `${name}*${value.length} ` : `${name} `;
    let statement = statements.get(shape);
    if (!statement) {
      const places: Record<string, Place | Place[]> = Object.fromEntries(
        Object.entries(parameters)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, Array.isArray(value) ? value.map((_, index) => new Place(name, index)) : new Place(name)]),
      );
      statement = build(bind(db, places.district_id), places as unknown as P).compile();
      if (statements.size === mostKept) statements.clear();
      statements.set(shape, statement);
    }
    const values = statement.parameters.map((value) => (value instanceof Place ? value.valueIn(parameters) : value));
    const { rows }: QueryResult<Result> = await kysely.executeQuery({ ...statement, parameters: values });
    return rows;
  };
}
