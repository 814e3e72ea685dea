import { exportTables } from '../../contract/exportJob.ts';
import { calls } from '../../contract/index.ts';
import { rowsOf } from './databases.ts';
import { archiveOf } from './downloads.ts';
import type { TestClient, TestServer } from './testServer.ts';

/**
 * All that is kept or could be read by people, as texts: every row of every table, files too; the log; the reports of errors; an archive of
 * the district and an export of all its tables, ordered by the administrator.
 */
export async function everythingTold(server: TestServer, administrator: TestClient): Promise<string[]> {
  const archive = await archiveOf(
    server,
    administrator,
    await administrator.ok(calls.archiveDistrict, { user_puid: administrator.user.userPuid }),
  );
  const exported = await archiveOf(
    server,
    administrator,
    await administrator.ok(calls.startExport, { tables: [...exportTables], with_names: true }),
  );
  const audit = await administrator.call(calls.auditEntries, { user_puid: administrator.user.userPuid });
  const kept = (await rowsOf(server.db)).flatMap(({ rows }) => rows.flatMap((row) => Object.values(row).map(String)));
  const files = kept.filter((value) => /^[\w+/-]{40,}=*$/.test(value)).map((value) => Buffer.from(value, 'base64').toString());
  return [
    ...archive.values(),
    ...exported.values(),
    audit.text,
    ...[kept, files].map((values) => values.join('\n')),
    JSON.stringify(server.log),
    server.reports.map(({ error, where }) => `${where} ${(error as Error).stack}`).join('\n'),
  ];
}
