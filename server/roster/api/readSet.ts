import { print53, TightTable } from '../../../common/roster/tightTable.ts';
import { rosterPartSize } from '../../../contract/rostering/job.ts';
import type { RosterSyncKind } from '../../../contract/rosterSync.ts';
import type { Row } from '../../db/schema.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { sealing } from '../../kit/seal.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import { CleverService } from './cleverService.ts';
import { RosterService } from './oneRosterService.ts';
import type { ApiRecord, Collection, ReadingOptions, RosterReader } from './reader.ts';
import { headerOf, isFamily, type Line, lineOf, orgsOf, rolesOf, type SetTable } from './records.ts';
import { ApiProblem, type ApiSource } from './source.ts';

type Connection = Row<'roster_connection'>;
export const secrets = sealing('oneroster client secret');

/** Bytes of a whole set, as CSV. */
const mostOfSet = 256 * 1024 * 1024;
/** How often a collection is read again because it changed meanwhile. */
const readings = 3;
/** Changes are asked for from this much earlier on, because clocks differ and some changes are stored late. */
const overlap = 3_600_000;

/** The service of a connection. Throws `ApiProblem` if the key of its secret has changed. */
export function readerOf(ports: TenantPorts, connection: Connection, ...rest: ReadingOptions): RosterReader {
  let secret: string;
  try {
    secret = secrets.unseal(ports, connection.sealed_secret);
  } catch {
    throw new ApiProblem('apiSecret', 'The secret cannot be decrypted.');
  }
  const { service, base_url, kinds } = connection;
  return service === 'clever'
    ? new CleverService({ base_url, token: secret, kinds: JSON.parse(kinds) as RosterSyncKind[] }, ...rest)
    : new RosterService({ ...connection, client_secret: secret }, ...rest);
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** A row of a CSV file (RFC 4180). Values stay as they are: the set is read, not opened in a spreadsheet. */
const csvLine = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`;

/** `renew`: writes to the job, in the given transaction, that its worker is alive. */
interface Target {
  ports: TenantPorts;
  job: Pick<Row<'roster_job'>, 'district_id' | 'job_id'>;
  renew: (db: Tenant, rows: number) => Promise<void>;
}

/** Writes one table of the set as a file of the import, part by part. */
class TableFile {
  readonly #target: Target;
  readonly #name: string;
  readonly #header: readonly string[];
  #waiting: Buffer[] = [];
  #bytes = 0;
  #parts = 0;
  size = 0;
  rows = 0;

  constructor(target: Target, table: SetTable | 'manifest', header: readonly string[]) {
    this.#target = target;
    this.#name = `${table}.csv`;
    this.#header = header;
    this.#push(csvLine(header));
  }

  #push(text: string): void {
    const piece = Buffer.from(text);
    this.#waiting.push(piece);
    this.#bytes += piece.length;
  }

  async add(line: Line, rowsOfAll: number): Promise<void> {
    this.rows += 1;
    this.#push(csvLine(this.#header.map((column) => line[column] ?? '')));
    if (this.#bytes >= rosterPartSize) await this.#write(rowsOfAll, false);
  }

  async #write(rowsOfAll: number, isLast: boolean): Promise<void> {
    const { ports, job, renew } = this.#target;
    const { district_id, job_id } = job;
    let bytes: Buffer = Buffer.concat(this.#waiting);
    const parts: { part_no: number; content: string }[] = [];
    while (bytes.length >= rosterPartSize || (isLast && bytes.length > 0)) {
      const part = bytes.subarray(0, rosterPartSize);
      bytes = bytes.subarray(part.length);
      this.#parts += 1;
      this.size += part.length;
      parts.push({ part_no: this.#parts, content: part.toString('base64') });
    }
    this.#waiting = [bytes];
    this.#bytes = bytes.length;
    await transact(ports.db, async (trx) => {
      await renew(trx, rowsOfAll);
      for (const part of parts)
        await trx
          .insertInto('roster_file')
          .values({ district_id, job_id, name: this.#name, size: 0, ...part })
          .execute();
    });
  }

  /** Writes the rest, and with each part how large the file has become. */
  async end(rowsOfAll: number): Promise<void> {
    await this.#write(rowsOfAll, true);
    await this.#target.ports.db
      .updateTable('roster_file')
      .set({ size: this.size })
      .where('job_id', '=', this.#target.job.job_id)
      .where('name', '=', this.#name)
      .execute();
  }

  async forget(): Promise<void> {
    await this.#target.ports.db
      .deleteFrom('roster_file')
      .where('job_id', '=', this.#target.job.job_id)
      .where('name', '=', this.#name)
      .execute();
  }
}

/** Which records are kept: all, or those of chosen schools, of organizations above them, and of people there. */
class Choice {
  readonly #schools: ReadonlySet<string>;
  readonly #kept = new Set<string>();
  readonly #left = new TightTable();
  /** A table, since a list may be read again. */
  readonly #family = new TightTable();

  constructor(school_ids: readonly string[]) {
    this.#schools = new Set(school_ids);
  }

  /** How many family members were left away. */
  get family(): number {
    return this.#family.size;
  }

  keeps(collection: Collection, record: ApiRecord): boolean {
    if (collection === 'users' && isFamily(record)) {
      if (this.#schools.size === 0 || this.#isOfKept(collection, record)) this.#family.set(print53(record.sourcedId), 1);
      return this.#leave(record);
    }
    if (this.#schools.size === 0 || collection === 'academicSessions') return true;
    if (collection === 'orgs') {
      if (record.type === 'school' && !this.#schools.has(record.sourcedId)) return false;
      this.#kept.add(record.sourcedId);
      return true;
    }
    if (collection === 'enrollments' && this.#left.get(print53(String(Object(record.user).sourcedId))) !== undefined) return false;
    if (this.#isOfKept(collection, record)) return true;
    return collection === 'users' ? this.#leave(record) : false;
  }

  #isOfKept(collection: Collection, record: ApiRecord): boolean {
    return orgsOf(collection, record).some((org) => this.#kept.has(org));
  }

  /** Organizations of somebody who is kept, without the schools that are not. */
  trimmed(collection: Collection, record: ApiRecord): ApiRecord {
    if (this.#schools.size === 0 || collection !== 'users') return record;
    const isKept = (org: unknown) => this.#kept.has(String(Object(org).sourcedId));
    return {
      ...record,
      ...(Array.isArray(record.orgs) ? { orgs: record.orgs.filter(isKept) } : {}),
      ...(Array.isArray(record.roles) ? { roles: record.roles.filter((role) => isKept(Object(role).org)) } : {}),
      ...(isKept(record.primaryOrg) ? {} : { primaryOrg: undefined }),
    };
  }

  #leave(record: ApiRecord): false {
    this.#left.set(print53(record.sourcedId), 1);
    return false;
  }
}

/** Roles that people had and the service does not name anymore, marked as deleted. A changed user comes with all current roles. */
async function endedRoles({ ports }: Target, users: readonly ApiRecord[], current: ReadonlySet<string>): Promise<Line[]> {
  if (users.length === 0) return [];
  const changed = new Map(users.map((user) => [user.sourcedId, String(user.dateLastModified)]));
  const stored = await ports.db
    .selectFrom('roster_role')
    .selectAll()
    .where('user_sourced_id', 'in', [...changed.keys()])
    .where('active', '=', 1)
    .orderBy('sourced_id')
    .execute();
  return stored
    .filter(({ sourced_id }) => !current.has(sourced_id))
    .map((role) => ({
      sourcedId: role.sourced_id,
      status: 'tobedeleted',
      dateLastModified: changed.get(role.user_sourced_id) ?? '',
      userSourcedId: role.user_sourced_id,
      roleType: role.is_primary === 1 ? 'primary' : 'secondary',
      role: role.role,
      orgSourcedId: role.org_sourced_id,
      beginDate: role.begin_date ?? '',
      endDate: role.end_date ?? '',
    }));
}

/** What came of reading a service. */
export interface SetRead {
  /** As of when, in ms since 1970, by the service's clock. */
  as_of: number;
  rows: number;
  /** Family members that were left away. */
  family: number;
}

/**
 * Reads a service into the files of an import, in the form of a CSV set, so that everything after is as with an upload. A collection that
 * changes while it is read, or of which the service gives fewer records than it says, is read again. Throws `ApiProblem`.
 */
export async function readSet(target: Target, connection: Connection, { mode, since }: ApiSource): Promise<SetRead> {
  const { ports } = target;
  const { roster_version: version } = connection;
  let all = 0;
  let bytes = 0;
  const service = readerOf(ports, connection, ports.outside, ports.now, () => target.renew(ports.db, all));
  const choice = new Choice(JSON.parse(connection.school_ids) as string[]);
  const filter = mode === 'delta' && since !== null ? `dateLastModified>='${new Date(since - overlap).toISOString()}'` : null;
  const manifest: [SetTable, number][] = [];

  /** One reading of a collection. Returns whether it was whole, unless it is the last, which must do. */
  async function readOnce(collection: Collection, isLast: boolean): Promise<boolean> {
    const before = all;
    const file = new TableFile(target, collection, headerOf(collection, version));
    const roles = collection === 'users' && version === '1.2' ? new TableFile(target, 'roles', headerOf('roles', version)) : null;
    const seen = new TightTable();
    let [count, twins] = [0, 0];
    let most: number | undefined;
    let isSame = true;
    for await (const { records, total } of service.pages(collection, filter)) {
      if (total !== undefined) {
        isSame &&= most === undefined || most === total;
        most = total;
      }
      const kept: ApiRecord[] = [];
      for (const record of records) {
        count += 1;
        const print = print53(record.sourcedId);
        if (seen.get(print) === undefined) seen.set(print, 1);
        else twins += 1;
        // In a complete set, what the service has deleted is simply missing.
        const isGone = record.status !== undefined && record.status !== null && record.status !== 'active';
        if ((isGone && mode === 'bulk') || !choice.keeps(collection, record)) continue;
        kept.push(choice.trimmed(collection, record));
      }
      const current = new Set<string>();
      for (const record of kept) {
        all += 1;
        await file.add(lineOf(collection, version, record), all);
        for (const role of roles ? rolesOf(record) : []) {
          current.add(role.sourcedId as string);
          await roles?.add(role, all);
        }
      }
      if (roles && mode === 'delta') for (const role of await endedRoles(target, kept, current)) await roles.add(role, all);
      await target.renew(ports.db, all);
      if (bytes + file.size + (roles?.size ?? 0) > mostOfSet) throw new ApiProblem('apiTooLarge', 'The roster is too large.');
    }
    const isWhole = isSame && twins === 0 && count >= (most ?? 0);
    if (!isWhole && !isLast) {
      all = before;
      for (const one of [file, roles]) await one?.forget();
      return false;
    }
    if (!isSame) throw new ApiProblem('apiUnstable', `The ${collection} changed each time they were read.`);
    if (count < (most ?? 0)) throw new ApiProblem('apiTotals', `The service has ${most} ${collection}, it says, and gave ${count}.`);
    // What stands twice in a list that does not change is an error of the source. The check names it.
    for (const [table, one] of [
      [collection, file],
      ['roles', roles],
    ] as const) {
      if (!one) continue;
      await one.end(all);
      bytes += one.size;
      const isNothing = one.rows === 0 && (mode === 'delta' || table === 'academicSessions' || table === 'courses');
      if (isNothing) await one.forget();
      else manifest.push([table, one.rows]);
    }
    return true;
  }

  for (const collection of service.collections) for (let reading = 1; !(await readOnce(collection, reading === readings)); ) reading += 1;
  const lines = ['manifest.version,1.0', `oneroster.version,${version}`, ...manifest.map(([table]) => `file.${table},${mode}`)];
  const file = new TableFile(target, 'manifest', ['propertyName', 'value']);
  for (const line of lines) {
    const [propertyName = '', value = ''] = line.split(',');
    await file.add({ propertyName, value }, all);
  }
  await file.end(all);
  return { as_of: service.startedAt ?? ports.now(), rows: all, family: choice.family };
}
