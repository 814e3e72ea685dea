import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  type DialectAdapter,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type Kysely,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  type RawNode,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  type WithNode,
} from 'kysely';
import type { Database } from '../db/schema.ts';

/** A table whose rows belong to a district. */
export type TenantTable = { [T in keyof Database]: 'district_id' extends keyof Database[T] ? T : never }[keyof Database];

/** All tenant tables. The schema's type keeps the list complete, and a test checks it against the database. */
const tenantTables: Readonly<Record<TenantTable, true>> = {
  district: true,
  school: true,
  school_closing: true,
  app_user: true,
  class_group: true,
  classroom_link: true,
  classroom_course: true,
  classroom_work: true,
  ended_access: true,
  enrollment: true,
  subject: true,
  grade: true,
  permission: true,
  permission_assignment: true,
  erasure: true,
  district_erasure: true,
  retention: true,
  announcement: true,
  announcement_reader: true,
  folder: true,
  lesson: true,
  lesson_resource: true,
  prebuilt_source: true,
  catalog_drafter: true,
  lesson_share: true,
  share_link: true,
  lesson_start: true,
  assignment: true,
  group_assignment: true,
  assignee: true,
  term_help: true,
  lesson_tracking: true,
  resource_tracking: true,
  attempt: true,
  response: true,
  response_comment: true,
  question_scoring: true,
  regrade: true,
  regrade_change: true,
  report_release: true,
  earlier_attempt: true,
  provider_session: true,
  content_track: true,
  printable_response: true,
  daily_use: true,
  school_use: true,
  integration_use: true,
  library_filter: true,
  library_resource: true,
  library_attachment: true,
  item_opening: true,
  glossary_favorite: true,
  glossary_practice: true,
  own_term: true,
  term_set: true,
  term_set_term: true,
  term_set_answer: true,
  authored_quiz: true,
  authored_picture: true,
  item_share: true,
  game: true,
  game_event: true,
  game_result: true,
  export_job: true,
  export_part: true,
  course_import: true,
  course_import_part: true,
  roster_job: true,
  roster_file: true,
  roster_batch: true,
  roster_report: true,
  roster_org: true,
  roster_session: true,
  roster_role: true,
  roster_connection: true,
  refresh_session: true,
  assignment_code: true,
  folder_deletion: true,
  login_code: true,
  lesson_link: true,
  acting_session: true,
  account_link: true,
  registration_request: true,
  user_photo: true,
  user_overlay: true,
  user_feedback: true,
  schedule_request: true,
  message_answer: true,
  notification: true,
  federated_identity: true,
  sign_on_subject: true,
  identity_unlinked: true,
  sign_on_provider: true,
  saml_key: true,
  saml_spare_key: true,
  saml_provider: true,
  saml_subject: true,
  saml_sign_in: true,
  saml_message: true,
  lti_platform: true,
  lti_deployment: true,
  lti_registration: true,
  lti_refusal: true,
  lti_choice: true,
  lti_link: true,
  lti_course: true,
  lti_placement: true,
  lti_result: true,
  lti_member: true,
  second_factor: true,
  recovery_code: true,
  factor_challenge: true,
  audit: true,
};
/** Whether rows of a table belong to a district. */
export const isTenantTable = (name: string): name is TenantTable => Object.hasOwn(tenantTables, name);

/** Thrown instead of running a statement that reaches, or could reach, rows of another district. */
export class OutsideDistrict extends Error {}

const statements = new Set(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);
/** Nodes that cannot contain a statement. A value may be any object. */
const leaves = new Set([
  'ValueNode',
  'PrimitiveValueListNode',
  'IdentifierNode',
  'ColumnNode',
  'ReferenceNode',
  'TableNode',
  'OperatorNode',
]);
const startsStatement = /\b(select|insert|update|delete|replace|table)\b/i;

const isNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';

/** Name by which a statement refers to a tenant table; undefined for other tables. */
function tenantName(node: OperationNode): string | undefined {
  const table = AliasNode.is(node) ? node.node : node;
  if (!TableNode.is(table) || !isTenantTable(table.table.identifier.name)) return undefined;
  if (!AliasNode.is(node)) return table.table.identifier.name;
  if (IdentifierNode.is(node.alias)) return node.alias.name;
  throw new OutsideDistrict('The alias of a tenant table is a name.');
}

const columnName = (node: OperationNode): string | undefined =>
  ColumnNode.is(node) ? node.column.name : ReferenceNode.is(node) ? columnName(node.column) : undefined;
const isDistrict = (node: OperationNode) => columnName(node) === 'district_id';

/** Both conditions. The caller's is parenthesized, since it may be raw text with an `or`. */
const and = (bound: OperationNode, own: OperationNode | undefined) => (own ? AndNode.create(bound, ParensNode.create(own)) : bound);

/**
 * Binds the tenant tables of a statement to one district, including subqueries, joins and common table expressions. Works on Kysely's
 * statement tree, which every way of writing a statement produces.
 */
class OfDistrict implements KyselyPlugin {
  readonly district: unknown;
  /** Statements already bound. A subquery built with the handle comes here again as part of its parent. */
  readonly #bound = new WeakSet<object>();

  constructor(district: unknown) {
    this.district = district;
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    if (!statements.has(node.kind)) throw new OutsideDistrict(`A district's handle runs no ${node.kind}.`);
    return this.#walk(node) as RootOperationNode;
  };
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;

  #walkAll(list: readonly unknown[]): readonly unknown[] {
    let changed: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const now = this.#walk(list[index]);
      if (now === list[index]) continue;
      changed ??= [...list];
      changed[index] = now;
    }
    return changed ?? list;
  }

  #walk(value: unknown): unknown {
    if (Array.isArray(value)) return this.#walkAll(value);
    if (!isNode(value) || leaves.has(value.kind) || this.#bound.has(value)) return value;
    let changed: Record<string, unknown> | undefined;
    for (const key in value) {
      const part = value[key as keyof OperationNode] as unknown;
      if (typeof part !== 'object' || part === null) continue;
      const now = this.#walk(part);
      if (now === part) continue;
      changed ??= { ...value };
      changed[key] = now;
    }
    const bound = this.#bind((changed ?? value) as OperationNode);
    if (statements.has(bound.kind)) this.#bound.add(bound);
    return bound;
  }

  #bind(node: OperationNode): OperationNode {
    switch (node.kind) {
      case 'SelectQueryNode': {
        const select = node as SelectQueryNode;
        return this.#bindWhere(select, select.from?.froms ?? []);
      }
      case 'UpdateQueryNode':
        return this.#bindUpdate(node as UpdateQueryNode);
      case 'DeleteQueryNode': {
        const deletion = node as DeleteQueryNode;
        return this.#bindWhere(deletion, [...deletion.from.froms, ...(deletion.using?.tables ?? [])]);
      }
      case 'InsertQueryNode':
        return this.#bindInsert(node as InsertQueryNode);
      case 'JoinNode':
        return this.#bindJoin(node as JoinNode);
      case 'WithNode':
        for (const { name } of (node as WithNode).expressions)
          if (isTenantTable(name.table.table.identifier.name))
            throw new OutsideDistrict('A common table expression has the name of a tenant table.');
        return node;
      case 'RawNode':
        this.#assertHarmless(node as RawNode);
        return node;
      case 'MergeQueryNode':
        throw new OutsideDistrict(`A district's handle runs no ${node.kind}.`);
      default:
        return node;
    }
  }

  #is(table: string): OperationNode {
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create('district_id'), TableNode.create(table)),
      OperatorNode.create('='),
      ValueNode.create(this.district),
    );
  }

  #bindWhere<N extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(node: N, tables: readonly OperationNode[]): N {
    let where = node.where?.where;
    for (const table of tables) {
      const name = tenantName(table);
      if (name !== undefined) where = and(this.#is(name), where);
    }
    return where === node.where?.where ? node : { ...node, where: WhereNode.create(where as OperationNode) };
  }

  #bindJoin(join: JoinNode): JoinNode {
    if (join.joinType === 'RightJoin' || join.joinType === 'FullJoin')
      throw new OutsideDistrict(`A district's handle runs no ${join.joinType}.`);
    const name = tenantName(join.table);
    if (name === undefined) return join;
    if (!join.on) throw new OutsideDistrict('A join with a tenant table has a condition.');
    return { ...join, on: OnNode.create(and(this.#is(name), join.on.on)) };
  }

  #bindUpdate(node: UpdateQueryNode): UpdateQueryNode {
    const { table, updates = [] } = node;
    if (!table || table.kind === 'ListNode') throw new OutsideDistrict('An update is of one table.');
    if (tenantName(table) !== undefined && updates.some(({ column }) => isDistrict(column)))
      throw new OutsideDistrict('A row stays in its district.');
    return this.#bindWhere(node, [table, ...(node.from?.froms ?? [])]);
  }

  #bindInsert(node: InsertQueryNode): InsertQueryNode {
    const table = node.into && tenantName(node.into);
    if (table === undefined) return node;
    const { columns, values, onConflict } = node;
    if (node.replace || node.orAction || !columns || !values)
      throw new OutsideDistrict('Rows of a tenant table are inserted by their values.');
    if (SelectQueryNode.is(values)) return { ...node, ...this.#bindSelected(columns, values) };
    if (!ValuesNode.is(values)) throw new OutsideDistrict('Rows of a tenant table are inserted by their values.');
    const at = columns.findIndex(isDistrict);
    if (at >= 0) {
      for (const { values: row } of values.values) {
        const given = row[at];
        if ((isNode(given) && ValueNode.is(given) ? given.value : given) !== this.district)
          throw new OutsideDistrict('The row is of another district.');
      }
    }
    return {
      ...node,
      ...(at < 0 && {
        columns: [ColumnNode.create('district_id'), ...columns],
        values: ValuesNode.create(
          values.values.map((row) =>
            PrimitiveValueListNode.is(row)
              ? PrimitiveValueListNode.create([this.district, ...row.values])
              : ValueListNode.create([ValueNode.create(this.district), ...row.values]),
          ),
        ),
      }),
      ...(onConflict?.updates && { onConflict: this.#bindConflict(table, onConflict) }),
    };
  }

  /** Selected rows have the district of the first table that they are read from, which is bound already. */
  #bindSelected(columns: readonly ColumnNode[], select: SelectQueryNode): Pick<InsertQueryNode, 'columns' | 'values'> {
    const [from] = select.from?.froms ?? [];
    const name = from && tenantName(from);
    if (name === undefined || select.setOperations || columns.some(isDistrict))
      throw new OutsideDistrict('Rows that are selected for a tenant table come from one, without their district.');
    const district = SelectionNode.create(ReferenceNode.create(ColumnNode.create('district_id'), TableNode.create(name)));
    return {
      columns: [ColumnNode.create('district_id'), ...columns],
      values: { ...select, selections: [district, ...(select.selections ?? [])] } as SelectQueryNode,
    };
  }

  /** A conflict key without the district may match a row of another district, which must stay unchanged. */
  #bindConflict(table: string, conflict: NonNullable<InsertQueryNode['onConflict']>): NonNullable<InsertQueryNode['onConflict']> {
    if (conflict.updates?.some(({ column }) => isDistrict(column))) throw new OutsideDistrict('A row stays in its district.');
    if (conflict.columns?.some(isDistrict)) return conflict;
    return { ...conflict, updateWhere: WhereNode.create(and(this.#is(table), conflict.updateWhere?.where)) };
  }

  /** Raw SQL is not parsed, so it must not contain a statement or a table. */
  #assertHarmless({ sqlFragments, parameters }: RawNode): void {
    if (sqlFragments.some((text) => startsStatement.test(text)) || parameters.some((part) => TableNode.is(part)))
      throw new OutsideDistrict('Raw SQL in a statement of a district holds no statement of its own.');
  }
}

/** A database or open transaction that does not run statements until it is bound: `tenant`, `shared`, `allDistricts`. */
export type Districts = Pick<Kysely<Database>, 'isTransaction'>;

type Statements<Tables> = Pick<
  Kysely<Tables>,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with' | 'fn' | 'isTransaction'
>;

declare const bound: unique symbol;
/** Rows of one district, in a database or an open transaction. Tables without a district are unrestricted. */
export interface Tenant extends Statements<Database> {
  readonly [bound]: true;
}

/** Tables without a district: the catalog, e-mails, failure counts, sign-ons in progress. */
export type Shared = Statements<Omit<Database, TenantTable>>;

const bindingOf = (db: Districts): OfDistrict | undefined =>
  (db as Kysely<Database>).getExecutor().plugins.find((plugin) => plugin instanceof OfDistrict);

/** The handle's unrestricted database. Use `allDistricts` to get it. */
export function unbound(db: Districts): Kysely<Database> {
  const kysely = db as Kysely<Database>;
  const others = kysely.getExecutor().plugins.filter((plugin) => !(plugin instanceof OfDistrict));
  return others.reduce((one, plugin) => one.withPlugin(plugin), kysely.withoutPlugins());
}

/** Binds a database, or rebinds a handle. The district may be a placeholder (`compiled`). */
export const bind = (db: Districts, district: unknown): Tenant => unbound(db).withPlugin(new OfDistrict(district)) as unknown as Tenant;

/**
 * The handle of one district. Every statement on a tenant table reads, changes and deletes only rows of that district, in joins and
 * subqueries too. Inserted rows get its id; another id throws. No condition needs to name `district_id`.
 *
 * @throws `OutsideDistrict` if `db` is the handle of another district: only `allDistricts` leaves a district
 */
export function tenant(db: Districts, district_id: number): Tenant {
  const binding = bindingOf(db);
  if (!binding) return bind(db, district_id);
  if (binding.district !== district_id) throw new OutsideDistrict('The handle is of another district.');
  return db as Tenant;
}

/** The district of a handle. */
export function districtOf(db: Tenant): number {
  const district = bindingOf(db)?.district;
  if (typeof district !== 'number') throw new OutsideDistrict('The handle is of no district.');
  return district;
}

/** The same ports, bound to one district. */
export const inDistrict = <P extends { db: Districts }>(ports: P, district_id: number): Omit<P, 'db'> & { db: Tenant } => ({
  ...ports,
  db: tenant(ports.db, district_id),
});

/** A key shared by all handles of a database, for per-database caches. */
export const databaseOf = (db: Districts): object => (db as Kysely<Database>).getExecutor().adapter;

/** Whether others can write while a transaction is open. SQLite has one connection, and one server. */
export const hasConnections = (db: Districts): boolean => (databaseOf(db) as DialectAdapter).supportsMultipleConnections !== false;

/** Tables without a district, for callers that know none. */
export const shared = (db: Districts): Shared => db as unknown as Shared;
