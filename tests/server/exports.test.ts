import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { type ExportJob, exportTables } from '../../contract/exportJob.ts';
import { mostExports } from '../../contract/exports.ts';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { resumeExports, runExport } from '../../server/exports/exportJobs.ts';
import { mostSheetRows } from '../../server/exports/formats.ts';
import { exportSources } from '../../server/exports/tables.ts';
import { purge } from '../../server/kit/purge.ts';
import { makeAnsweredQuiz } from './answeredQuiz.ts';
import { download as bytesOf, filesOf, textOf } from './downloads.ts';
import { ids, item_id, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd } from './oddClass.ts';
import { auditOf, days, expectFailure, minutes, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let sue: TestClient;
let dan: TestClient;
let max: TestClient;
let dora: TestClient;

beforeEach(async () => {
  [server, sue, dan, max, dora] = await schoolServer('sue', 'dan', 'max', 'dora');
});

type Order = InputOf<typeof calls.startExport>;
const look = async (who: TestClient, { job_id }: Pick<ExportJob, 'job_id'>) => {
  const [job] = await who.ok(calls.getExports, { job_id });
  return job as ExportJob;
};
const exported = async (who: TestClient, order: Order) => {
  const job = await who.ok(calls.startExport, order);
  expect(job).toMatchObject({ state: 'queued', rows_done: 0, expires_at: null });
  await server.settle();
  return look(who, job);
};
const fetched = async (path: string) => server.app.request(`http://orrery.test${path}`);
const download = (who: TestClient, job: Pick<ExportJob, 'job_id'>) => bytesOf(server, who, job);
/** The rows of a CSV file without quoted line ends, by its header. */
const rowsOf = (csv: string): Record<string, string>[] => {
  const [header = '', ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
  return lines.map((line) => Object.fromEntries(cells(header).map((name, at) => [name, cells(line)[at] ?? ''])));
};
const rowsFor = async (who: TestClient, order: Order) => rowsOf(textOf(await download(who, await exported(who, order))));

describe('the file', () => {
  it('of one table is CSV, with names only if they are asked for', async () => {
    await server.db
      .updateTable('app_user')
      .set({ first_name: '=HYPERLINK("x")', student_number: '007' })
      .where('user_puid', '=', ids.ana)
      .execute();
    const job = await exported(dan, { tables: ['people'] });
    expect(job).toMatchObject({ state: 'ready', tables_done: 1, rows_done: 10, problem: null, school_name: null });
    const csv = textOf(await download(dan, job));
    expect(csv.startsWith('\uFEFFuser_id,role,school_id,school,grade,active,created_at\r\n')).toBe(true);
    expect(csv).not.toMatch(/HYPERLINK|007/);
    const people = await rowsFor(dan, { tables: ['people'], with_names: true });
    expect(people.map(({ user_name }) => user_name)).toEqual(['ana', 'ben', 'cal', 'tess', 'tom', 'sue', 'sid', 'dan', 'pam', 'max']);
    expect(people[0]).toMatchObject({ first_name: `'=HYPERLINK("x")`, student_number: '007', role: 'student', active: '1' });
  });

  it.each(exportTables)('has the same columns for every row: %s', async (table) => {
    await makeOddClass(server);
    for (const with_names of [false, true]) {
      const rows = await rowsFor(dan, { tables: [table], with_names });
      expect(exportSources[table].columns(with_names).length).toBeGreaterThan(4);
      for (const row of rows) expect(Object.keys(row)).toEqual(exportSources[table].columns(with_names));
      if (table !== 'activity' && table !== 'games') expect(rows.length).toBeGreaterThan(1);
    }
  });

  it('of several tables is a zip archive, and a workbook has a sheet for each', async () => {
    await makeOddClass(server);
    await server.db.updateTable('class_group').set({ name: '=1+1 & <b>' }).where('group_puid', '=', ids.class).execute();
    const tables = ['results', 'classes'] as const;
    const zip = await filesOf(await download(dan, await exported(dan, { tables: [...tables] })));
    expect([...zip.keys()]).toEqual(['classes.csv', 'results.csv']);
    expect(rowsOf(zip.get('classes.csv') ?? '').map((row) => row.class)).toContain(`'=1+1 & <b>`);
    const book = await filesOf(await download(dan, await exported(dan, { tables: [...tables], format: 'xlsx' })));
    expect(book.get('xl/workbook.xml')).toMatch(/<sheet name="classes".*<sheet name="results"/);
    const sheet = book.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain("'=1+1 &amp; &lt;b&gt;");
    expect(sheet.match(/<row>/g)).toHaveLength(rowsOf(zip.get('classes.csv') ?? '').length + 1);
    expect(book.get('xl/worksheets/sheet2.xml')?.match(/<row>/g)).toHaveLength(rowsOf(zip.get('results.csv') ?? '').length + 1);
  });

  it('has what is written in answers only with names', async () => {
    await makeAnsweredQuiz(server);
    const plain = await rowsFor(dan, { tables: ['answers'] });
    expect(plain[0]).toMatchObject({ question: 'A single_choice question', option: 'ice' });
    expect(plain[0]).not.toHaveProperty('answer_text');
    expect((await rowsFor(dan, { tables: ['answers'], with_names: true }))[0]).toHaveProperty('answer_text');
  });
});

describe('the rows', () => {
  it('are those of the days asked for, in the school’s time zone', async () => {
    await makeAnsweredQuiz(server);
    const on = async (day: string) => (await rowsFor(dan, { tables: ['results'], from_date: day, to_date: day })).length;
    // Submitted on January 13 at 9:00 in Chicago.
    const all = (await rowsFor(dan, { tables: ['results'] })).filter(({ submitted_at }) => submitted_at?.startsWith('2030-01-13'));
    expect(await on('2030-01-13')).toBe(all.length);
    expect(all.length).toBeGreaterThan(11);
    expect(await on('2030-01-11')).toBe(0);
    expectFailure(await dan.call(calls.startExport, { tables: ['results'], from_date: '2030-01-13', to_date: '2030-01-12' }), 400);
  });

  it('hold all work, and say what reports count', async () => {
    await makeOddClass(server);
    const results = (await rowsFor(dan, { tables: ['results'] })).filter((row) => row.class_id === String(ids.class));
    expect(results.filter(({ in_reports }) => in_reports === '0').map(({ user_id }) => Number(user_id))).toEqual([
      odd.left,
      odd.deactivated,
    ]);
    const counted = results.filter((row) => row.in_reports === '1' && row.state !== 'started' && row.quiz_id === String(quiz_id));
    const quiz = { level: 'group', id: ids.class, quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz } as const;
    expect((await dan.ok(calls.itemAnalysis, quiz)).quiz?.submissions).toBe(counted.length);
    // The student who changed class has the earlier work in the earlier class, where it is not counted any more.
    const moved = (await rowsFor(dan, { tables: ['results'] })).filter((row) => row.user_id === String(odd.moved));
    expect(moved.map((row) => [Number(row.class_id), row.in_reports])).toEqual([[ids.otherClass, '0']]);
    // An answer that waits for its points has none.
    const answers = await rowsFor(dan, { tables: ['answers'] });
    expect(answers.filter(({ points }) => points === '').map(({ user_id }) => Number(user_id))).toEqual([ids.ana]);
    const given = await rowsFor(dan, { tables: ['assignments'] });
    expect(given.filter((row) => row.lesson_id === String(ids.orderedLesson) && row.class_id === String(ids.class))).toHaveLength(2);
    expect((await rowsFor(dan, { tables: ['classes'] })).map((row) => Number(row.class_id))).toContain(odd.emptyClass);
    expect((await rowsFor(dan, { tables: ['people'] })).find((row) => row.user_id === String(odd.deactivated))?.active).toBe('0');
  });

  it('are those of the own school or district', async () => {
    await makeOddClass(server);
    const schools = async (who: TestClient, order: Partial<Order> = {}) => {
      const rows = await rowsFor(who, { tables: ['classes'], ...order });
      return [...new Set(rows.map(({ school_id }) => Number(school_id)))].sort();
    };
    expect(await schools(sue)).toEqual([ids.school]);
    expect(await schools(dan)).toEqual([ids.school, ids.otherSchool]);
    expect(await schools(max)).toEqual([ids.school, ids.otherSchool]);
    expect(await schools(dan, { school_id: ids.otherSchool })).toEqual([ids.otherSchool]);
    expect(await schools(dora)).toEqual([21]);
    for (const who of [sue, dora])
      expectFailure(await who.call(calls.startExport, { tables: ['classes'], school_id: ids.otherSchool }), 404);
    const people = await rowsFor(sue, { tables: ['people'], with_names: true });
    // Gus came from the other school's class; cal is still there.
    expect(people.map(({ user_name }) => user_name)).toEqual(['ana', 'ben', 'eva', 'gus', 'hal', 'ivy', 'tess', 'sue']);
    for (const table of ['enrollments', 'assignments', 'progress', 'results', 'answers'] as const)
      expect((await rowsFor(sue, { tables: [table] })).map(({ class_id }) => class_id ?? String(ids.class))).not.toContain(
        String(ids.otherClass),
      );
  });

  it('of somebody without a school are none', async () => {
    await server.db.updateTable('app_user').set({ school_id: null }).where('user_puid', '=', ids.sue).execute();
    expectFailure(await sue.call(calls.startExport, { tables: ['people'] }), 404);
  });
});

describe('the job', () => {
  it('belongs to its owner alone', async () => {
    const job = await exported(dan, { tables: ['people'] });
    for (const who of [sue, max, dora]) {
      expect(await who.ok(calls.getExports, {})).toEqual([]);
      for (const call of [calls.cancelExport, calls.getExportLink, calls.deleteExport])
        expectFailure(await who.call(call, { job_id: job.job_id }), 404);
      expectFailure(await who.call(calls.getExports, { job_id: job.job_id }), 404);
    }
    // Found again on another device.
    const elsewhere = await server.signIn('dan');
    expect(await elsewhere.ok(calls.getExports, {})).toEqual([job]);
  });

  it('two at once are limited together, with a refusal that says what to do', async () => {
    for (let at = 1; at < mostExports; at++) await dan.ok(calls.startExport, { tables: ['classes'] });
    const order = { tables: ['people'] } satisfies Order;
    const answers = await Promise.all([
      dan.call(calls.startExport, order),
      dan.call(calls.startExport, order),
      sue.call(calls.startExport, order),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 409]);
    await server.settle();
    const all = await dan.ok(calls.getExports, {});
    expect(all.map(({ state }) => state)).toEqual(all.map(() => 'ready'));
    expect(all).toHaveLength(mostExports);
    expectFailure(await dan.call(calls.startExport, order), 409, /10 exports. Delete one/);
    await dan.ok(calls.deleteExport, { job_id: all[0]?.job_id ?? 0 });
    await dan.ok(calls.startExport, order);
  });

  it('can be cancelled while it waits or runs, and then has no file', async () => {
    const job = await dan.ok(calls.startExport, { tables: ['people', 'classes'] });
    expectFailure(await dan.call(calls.deleteExport, { job_id: job.job_id }), 409);
    expectFailure(await dan.call(calls.getExportLink, { job_id: job.job_id }), 409);
    // The worker has begun: its second change, by which the job runs, is made, and it waits to hear so.
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let changes = 0;
    const second = new WeakSet<object>();
    const waiting: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        if (node.kind === 'UpdateQueryNode' && ++changes === 2) second.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (second.has(queryId)) {
          begun.resolve();
          await goOn.promise;
        }
        return result;
      },
    };
    const running = runExport({ ...server.ports, db: server.db.withPlugin(waiting) }, { district_id: ids.district, job_id: job.job_id });
    await begun.promise;
    expect((await look(dan, job)).state).toBe('running');
    expect((await dan.ok(calls.cancelExport, { job_id: job.job_id })).state).toBe('cancelled');
    goOn.resolve();
    await running;
    await server.settle();
    expect((await look(dan, job)).state).toBe('cancelled');
    expect(await server.db.selectFrom('export_part').selectAll().execute()).toEqual([]);
    expectFailure(await dan.call(calls.cancelExport, { job_id: job.job_id }), 409);
    await dan.ok(calls.deleteExport, { job_id: job.job_id });
    expect(await dan.ok(calls.getExports, {})).toEqual([]);
    expect(server.reports).toEqual([]);
  });

  it('is resumed after a kill at any point, without a row twice', async () => {
    const tracks = Array.from({ length: 4_500 }, (_, at) => ({
      ...{ district_id: ids.district, content_track_id: at + 1, user_puid: at % 2 === 0 ? ids.ana : ids.cal, item_id, item_type_id: 1 },
      ...{ lesson_id: null, started_at: server.clock.now - minutes(at), ended_at: null, time_spent: at, is_timed_out: 0 },
    }));
    await insertAll(server.db, 'content_track', tracks);
    const order = { tables: ['classes', 'activity'], school_id: ids.school } satisfies Order;
    const whole = await filesOf(await download(dan, await exported(dan, order)));
    expect(rowsOf(whole.get('activity.csv') ?? '')).toHaveLength(2_250);
    let resumed = 0;
    for (let fatal = 1; fatal < 20; fatal++) {
      const { job_id } = await dan.ok(calls.startExport, order);
      let ticks = 0;
      // What a killed worker does next, it does not do: neither finish its step nor say that it failed.
      const now = () => {
        ticks += 1;
        if (ticks >= fatal) throw new Error('killed');
        return server.clock.now;
      };
      await runExport({ ...server.ports, now, report: () => {} }, { district_id: ids.district, job_id }).catch(() => {});
      const left = await server.db.selectFrom('export_job').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
      if (left.runner !== null) {
        if (left.rows_done > 0) resumed += 1;
        // Its lease holds: another server leaves it alone, until its time is over.
        await resumeExports(server.ports);
        expect(await look(dan, { job_id })).toMatchObject({ state: left.state, rows_done: left.rows_done });
        server.clock.now += minutes(2);
      }
      await resumeExports(server.ports);
      const job = await look(dan, { job_id });
      expect(job).toMatchObject({ state: 'ready', tables_done: 2 });
      expect(await filesOf(await download(dan, job))).toEqual(whole);
      await dan.ok(calls.deleteExport, { job_id });
      if (ticks < fatal) break;
    }
    expect(resumed, 'how often something was written before the kill').toBeGreaterThan(2);
  });

  it('fails with a reason, and without a file', async () => {
    const start = (order: Order) => sue.ok(calls.startExport, order);
    const full = await start({ tables: ['classes'], format: 'xlsx' });
    await server.db.updateTable('export_job').set({ table_rows: mostSheetRows }).where('job_id', '=', full.job_id).execute();
    const broken = await start({ tables: ['classes'] });
    await server.db.updateTable('export_job').set({ tables: '["nonsense"]' }).where('job_id', '=', broken.job_id).execute();
    await server.settle();
    expect(await look(sue, full)).toMatchObject({ state: 'failed', problem: 'sheetFull', expires_at: null });
    expect(server.reports).toMatchObject([{ where: `export ${broken.job_id}` }]);
    await server.db.updateTable('export_job').set({ tables: '["classes"]' }).where('job_id', '=', broken.job_id).execute();
    expect(await look(sue, broken)).toMatchObject({ state: 'failed', problem: 'stopped' });
    // The owner has come to another school in the meantime.
    const moved = await start({ tables: ['people'] });
    const ready = await exported(sue, { tables: ['classes'] });
    const { path } = await sue.ok(calls.getExportLink, { job_id: ready.job_id });
    const later = await start({ tables: ['people'] });
    await server.db.updateTable('app_user').set({ school_id: ids.otherSchool }).where('user_puid', '=', ids.sue).execute();
    await server.settle();
    expect((await look(sue, moved)).state).toBe('ready');
    expect(await look(sue, later)).toMatchObject({ state: 'failed', problem: 'notAllowed' });
    expectFailure(await sue.call(calls.getExportLink, { job_id: ready.job_id }), 409);
    expect((await fetched(path)).status).toBe(404);
  });

  it('can be downloaded for a minute by each link, and for seven days in all', async () => {
    const job = await exported(dan, { tables: ['people'] });
    expect(Date.parse(job.expires_at ?? '') - Date.parse(job.finished_at ?? '')).toBe(days(7));
    const { path } = await dan.ok(calls.getExportLink, { job_id: job.job_id });
    const response = await fetched(path);
    expect(response.headers.get('content-disposition')).toContain('filename="people 2030-01-15.csv"');
    server.clock.now += minutes(2);
    expect((await fetched(path)).status).toBe(404);
    server.clock.now += days(7);
    expect((await look(dan, job)).state).toBe('expired');
    expectFailure(await dan.call(calls.getExportLink, { job_id: job.job_id }), 409);
    expect(await purge(server.ports)).toMatchObject({ exportParts: 1, exports: 0 });
    expect((await look(dan, job)).state).toBe('expired');
    server.clock.now += days(30);
    expect(await purge(server.ports)).toMatchObject({ exportParts: 0, exports: 1 });
    expect(await dan.ok(calls.getExports, {})).toEqual([]);
  });

  it('is in the audit, with what was asked for', async () => {
    const job = await exported(dan, { tables: ['people'], with_names: true, school_id: ids.school });
    await dan.ok(calls.getExportLink, { job_id: job.job_id });
    await dan.ok(calls.deleteExport, { job_id: job.job_id });
    const rows = await auditOf(server.db).where('subject', '=', `export ${job.job_id}`).selectAll().execute();
    expect(rows.map(({ action, actor_puid }) => [action, actor_puid])).toEqual(
      ['export.start', 'export.done', 'export.download', 'export.delete'].map((action) => [action, ids.dan]),
    );
    expect(JSON.parse(rows[0]?.detail ?? '')).toMatchObject({ tables: ['people'], with_names: true, school_id: ids.school });
  });
});
