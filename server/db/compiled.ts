import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import { bind, databaseOf, districtOf, type Tenant } from '../kit/tenant.ts';
import type { Database } from './schema.ts';

type Scalar = number | string | null;
/** Values of a statement by name; of a list, the length is part of the statement. */
type Parameters = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** Stands in a statement for a value that is not known yet. */
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

/** Statements of one kind that are kept; each length of a list makes one. */
const mostKept = 200;

/**
 * A statement that is built and compiled once and then run with other values: for the few calls that make up most of the load, where
 * building costs as much as running. `build` must not look at a value, only at which are there and how long a list is; a value that
 * decides how the statement reads, null among them, is no parameter.
 *
 * @returns runs the statement with the handle of a district, which is a value like the others
 */
export function compiled<P extends Parameters, Result>(
  build: (db: Tenant, parameters: P) => Compilable<Result>,
): (db: Tenant, parameters: P) => Promise<Result[]> {
  /** By dialect: of one database there is one adapter, shared by its transactions. */
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
