import { beforeEach, describe, expect, it } from 'vitest';
import { type CourseChange, coursePartSize } from '../../contract/courseImport.ts';
import { calls } from '../../contract/index.ts';
import { resumeCourses, runCourse } from '../../server/content/courseJobs.ts';
import { idOf } from '../../server/content/ids.ts';
import { readPacked } from '../../server/content/packedCourse.ts';
import { sampleFiles } from '../../server/sample/files.ts';
import { checked, courseOf, drawing, imported, lookAt, quizOf, reading, stems, uploadCourse, zipOf } from './courseZip.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, minutes, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let max: TestClient;
let tess: TestClient;
let dan: TestClient;

beforeEach(async () => {
  [server, max, tess, dan] = await schoolServer('max', 'tess', 'dan');
});

const item_id = idOf('warm/unit/sub/heat');
const ask_id = idOf('warm/unit/sub/ask');
const quiz_id = idOf('warm/unit/sub/ask#quiz');
const heat = 'courses/warm/unit/sub/heat.reading.md';
const ask = 'courses/warm/unit/sub/ask.quiz.json';
const opened = async (who: TestClient, id: number) =>
  (
    await who.call(calls.getContent, {
      ...{ id, userPuid: who.user.userPuid, roleId: who.user.role, districtId: who.user.districtID, stateId: null },
    })
  ).data;
const codes = (findings: readonly { code: string; severity: string }[]) =>
  findings.map(({ code, severity }) => `${severity === 'error' ? '' : '~'}${code}`);
const named = (changes: readonly CourseChange[]) => changes.map(({ thing, change, name }) => `${change} ${thing} ${name}`);
const catalogOf = async () => {
  const rows: Record<string, unknown[]> = {};
  const tables = ['product', 'unit', 'sub_unit', 'content_item', 'quiz', 'question', 'question_option', 'item_collection', 'item_terms'];
  for (const table of [...tables, 'lesson_block', 'standard', 'glossary_term', 'term_item', 'course_file', 'catalog_quiz', 'catalog_item'])
    rows[table] = (
      await server.db
        .selectFrom(table as 'product')
        .selectAll()
        .execute()
    )
      .map(({ version: _, ...row }) => JSON.stringify(row))
      .sort();
  return rows;
};

describe('a course by file', () => {
  it('is checked, compared, and imported for every district', async () => {
    const { job, changes, findings } = await checked(server, max, await zipOf(courseOf()));
    expect(job).toMatchObject({ state: 'checked', errors: 0, warnings: 0, is_own: true, undo_until: null });
    expect(findings).toEqual([]);
    expect(job.counts.filter(({ added }) => added > 0).map(({ thing, added }) => `${added} ${thing}`)).toEqual([
      ...['1 product', '1 unit', '1 sub_unit', '3 item', '8 question', '1 block', '1 standard', '1 file'],
    ]);
    expect(named(changes)).toContain('added item Heat');
    // Nothing is written before somebody confirms.
    expect(await opened(tess, item_id)).toMatchObject({ reason: 'notFound' });
    const version = await server.db.selectFrom('catalogue').select('version').executeTakeFirst();
    await max.ok(calls.confirmCourse, { job_id: job.job_id });
    await server.settle();
    expect(await lookAt(max, job.job_id)).toMatchObject({ state: 'done', undo_until: expect.any(String), received: 0 });
    for (const who of [tess, await server.signIn('zoe')])
      expect(await opened(who, item_id)).toMatchObject({
        item_details: { title: 'Heat', body: { html: expect.stringContaining('Heat moves') } },
      });
    expect((await server.db.selectFrom('catalogue').select('version').executeTakeFirst())?.version).toBe(Number(version?.version) + 1);
    const audit = await max.ok(calls.auditEntries, { user_puid: ids.max, kind: 'content' });
    expect(audit.rows.map(({ action }) => action).slice(0, 2)).toEqual(['catalog.imported', 'catalog.import']);
    expect(audit.rows[0]).toMatchObject({
      subject: { name: 'course.zip' },
      changes: expect.arrayContaining([{ field: 'added', before: null, after: '17' }]),
    });
  });

  it('says that nothing changes if it is the same again, in its folder as well', async () => {
    await imported(server, max, courseOf());
    const inFolder = [...courseOf()].map(([path, text]) => [`My course/${path}`, text] as const);
    const { job, changes } = await checked(server, max, await zipOf(inFolder));
    expect(job.state).toBe('checked');
    expect(changes).toEqual([]);
    expect(job.counts.find(({ thing }) => thing === 'question')).toMatchObject({ added: 0, changed: 0, unchanged: 8 });
  });

  it('of the product is taken over whole, and the same again changes nothing', async () => {
    const files = new Map([...sampleFiles()].filter(([path]) => !path.startsWith('roster/')));
    const bytes = await zipOf(
      [...files].map(([path, text]) => [path, path.endsWith('.webm') ? Buffer.from(text, 'latin1') : text] as const),
    );
    const first = await checked(server, max, bytes);
    expect(first.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    await max.ok(calls.confirmCourse, { job_id: first.job.job_id });
    await server.settle();
    expect((await lookAt(max, first.job.job_id)).state).toBe('done');
    const again = await checked(server, max, bytes);
    expect(again.changes).toEqual([]);
    expect(again.job.counts.every(({ added, changed, removed }) => added + changed + removed === 0)).toBe(true);
    const film = idOf('middle-school-science/solar-system-and-beyond/sun-earth-moon/day-of-shadows');
    const { item_details } = (await opened(tess, film)) as { item_details: { body: { url: string } } };
    const response = await server.app.request(`http://orrery.test${item_details.body.url}`, { headers: { range: 'bytes=0-3' } });
    expect([response.status, [...new Uint8Array(await response.arrayBuffer())]]).toEqual([206, [0x1a, 0x45, 0xdf, 0xa3]]);
  }, 60_000);

  it('shows what changes, from what to what', async () => {
    await imported(server, max, courseOf());
    const { changes, job } = await checked(
      server,
      max,
      await zipOf(
        courseOf({
          [heat]: reading('## Head\n\nHeat moves slowly.', { title: 'Heat and cold' }),
          [ask]: quizOf([...stems.slice(0, 7), 'Another?', 'A ninth?']),
          'courses/warm/unit/sub/table.csv': 'day,height\n1,3\n',
        }),
      ),
    );
    expect(changes.map(({ details: _, ...one }) => one)).toEqual([
      { thing: 'item', change: 'changed', name: 'Heat and cold', place: 'Warm › Heat and cold' },
      { thing: 'question', change: 'changed', name: 'Another?', place: 'Ask' },
      { thing: 'question', change: 'added', name: 'A ninth?', place: 'Ask' },
      { thing: 'file', change: 'changed', name: 'courses/warm/unit/sub/table.csv', place: '' },
    ]);
    expect(changes[0]?.details).toEqual([
      { field: 'title', before: 'Heat', after: 'Heat and cold' },
      { field: 'body', before: 'Head Heat moves.', after: 'Head Heat moves slowly.' },
    ]);
    expect(changes[1]?.details).toEqual([{ field: 'question_html', before: 'Question 8?', after: 'Another?' }]);
    expect(job.counts.find(({ thing }) => thing === 'item')).toMatchObject({ changed: 1, unchanged: 2 });
  });

  it('with errors is refused with the file, the line and the reason, and writes nothing', async () => {
    const unit =
      '{\n  "code": "other",\n  "name": "U",\n  "sort_order": 1,\n  "summary": "S",\n  "sub_units": [{ "code": "sub", "name": "Sub", "level3": [] }],\n  "prebuilt_lessons": [],\n  "lesson_blocks": []\n}';
    const { job, findings } = await checked(
      server,
      max,
      await zipOf(courseOf({ 'courses/warm/unit/unit.json': unit, [heat]: '---json\n{\n"title": "x",\n}\n---\n', 'notes.txt': 'mine' })),
    );
    expect(job).toMatchObject({ state: 'refused', errors: 2, warnings: 1, counts: [] });
    expect(findings).toEqual([
      { severity: 'error', file: 'courses/warm/unit/unit.json', line: 2, field: 'code', code: 'notItsFolder', params: { value: 'other' } },
      { severity: 'error', file: heat, line: 4, field: '', code: 'notJson', params: {} },
      { severity: 'warning', file: 'notes.txt', line: null, field: '', code: 'fileIgnored', params: {} },
    ]);
    expectFailure(await max.call(calls.confirmCourse, { job_id: job.job_id }), 409);
  });

  it('is checked again if the catalog has changed since', async () => {
    const { job } = await checked(server, max, await zipOf(courseOf()));
    await max.ok(calls.saveProduct, { name: 'Physics', text: '', grades: [], language_id: 101, mapped_id: null });
    expect((await max.call(calls.confirmCourse, { job_id: job.job_id })).data).toMatchObject({ reason: 'courseOutdated' });
    await max.ok(calls.checkCourse, { job_id: job.job_id });
    await server.settle();
    await max.ok(calls.confirmCourse, { job_id: job.job_id });
    await server.settle();
    expect((await lookAt(max, job.job_id)).state).toBe('done');
  });

  it('leaves what was edited here, and counts it', async () => {
    await imported(server, max, courseOf());
    const source = await max.ok(calls.itemSource, { item_id });
    const saved = await max.ok(calls.saveItem, { item_id, version: source.version, item: { ...source.item, title: 'Ours' } });
    await max.ok(calls.publishItem, { item_id, version: saved.version });
    const { job, changes } = await checked(server, max, await zipOf(courseOf({ [heat]: reading('## Head\n\nTheirs.') })));
    expect(named(changes)).toEqual(['kept item Heat']);
    expect(job.counts.find(({ thing }) => thing === 'item')).toMatchObject({ kept: 1, changed: 0, unchanged: 2 });
    await max.ok(calls.confirmCourse, { job_id: job.job_id });
    await server.settle();
    expect(await opened(tess, item_id)).toMatchObject({ item_details: { title: 'Ours' } });
    expect((await max.ok(calls.itemSource, { item_id })).is_course_new).toBe(true);
  });

  it('keeps the questions of who has begun a quiz, and gives others the new ones', async () => {
    await imported(server, max, courseOf());
    await server.db
      .insertInto('earlier_attempt')
      .values({
        ...(await attemptColumns()),
        ...{ district_id: ids.district, result_id: 1, user_puid: ids.ana, group_assignment_id: 1, quiz_id, attempt_no: 1 },
      } as never)
      .execute();
    const before = await server.db.selectFrom('question').selectAll().where('quiz_id', '=', quiz_id).orderBy('sort_order').execute();
    const changed = await imported(server, max, courseOf({ [ask]: quizOf(['Changed?', ...stems.slice(1, 8)]) }));
    const after = await server.db.selectFrom('question').selectAll().where('quiz_id', '=', quiz_id).orderBy('sort_order').execute();
    expect(after).toHaveLength(9);
    expect(after[0]).toEqual({ ...before[0], retired_at: server.clock.now });
    expect(after[8]).toMatchObject({ question_html: 'Changed?', sort_order: 9, place: 1, retired_at: null });
    expect(after.slice(1, 8)).toEqual(before.slice(1));
    // Only what it asks makes another question.
    const { job } = await checked(server, max, await zipOf(courseOf({ [ask]: quizOf(['Changed?', ...stems.slice(1, 8)]) })));
    expect(job.counts.find(({ thing }) => thing === 'question')).toMatchObject({ added: 0, changed: 0, removed: 0 });
    await max.ok(calls.undoCourse, { job_id: changed.job_id });
    await server.settle();
    const undone = await server.db
      .selectFrom('question')
      .selectAll()
      .where('quiz_id', '=', quiz_id)
      .where('retired_at', 'is', null)
      .execute();
    expect(undone).toHaveLength(8);
    expect(undone.map(({ question_html }) => question_html)).not.toContain('Changed?');
  });
});

/** Columns of an attempt that the test does not look at. */
async function attemptColumns() {
  const columns = await server.db.introspection.getTables();
  const table = columns.find(({ name }) => name === 'earlier_attempt');
  return Object.fromEntries(
    (table?.columns ?? [])
      .filter(({ isNullable }) => !isNullable)
      .map(({ name, dataType }) => [name, /text/i.test(dataType) ? '{"questions":[]}' : 0]),
  );
}

describe('undoing', () => {
  it('puts back the catalog as it was', async () => {
    const before = await catalogOf();
    const first = await imported(server, max, courseOf());
    const between = await catalogOf();
    const second = await imported(
      server,
      max,
      courseOf({
        [heat]: reading('## Head\n\nOther.', { collections: ['star'] }),
        [ask]: quizOf([...stems.slice(0, 7), 'Else?', 'More?']),
      }),
    );
    expect(await catalogOf()).not.toEqual(between);
    expect((await max.call(calls.undoCourse, { job_id: first.job_id })).data).toMatchObject({ reason: 'importTooOld' });
    await max.ok(calls.undoCourse, { job_id: second.job_id });
    await server.settle();
    expect(await lookAt(max, second.job_id)).toMatchObject({ state: 'undone', left_alone: 0, undo_until: null });
    expect(await catalogOf()).toEqual(between);
    // The log of the first was given up for the second.
    expectFailure(await max.call(calls.undoCourse, { job_id: first.job_id }), 409);
    expect(before).not.toEqual(between);
  });

  it('of the first import takes away all that nobody uses', async () => {
    const before = await catalogOf();
    const { job_id } = await imported(server, max, courseOf());
    await max.ok(calls.undoCourse, { job_id });
    await server.settle();
    expect(await lookAt(max, job_id)).toMatchObject({ state: 'undone', left_alone: 0 });
    expect(await catalogOf()).toEqual(before);
  });

  it('leaves what was changed or used since, with the places around it', async () => {
    const { job_id } = await imported(server, max, courseOf());
    await tess.ok(calls.getContent, {
      ...{ id: item_id, userPuid: tess.user.userPuid, roleId: tess.user.role, districtId: tess.user.districtID, stateId: null },
    });
    await server.db
      .insertInto('item_opening')
      .values({ district_id: ids.district, user_puid: ids.tess, item_id, times: 1, opened_at: 1 })
      .onConflict((on) => on.doNothing())
      .execute();
    await max.ok(calls.undoCourse, { job_id });
    await server.settle();
    // The item, its sub-unit, unit and product, and the standard that it names.
    expect(await lookAt(max, job_id)).toMatchObject({ state: 'undone', left_alone: 5 });
    expect(await opened(tess, item_id)).toMatchObject({ item_details: { title: 'Heat' } });
    expect(await opened(tess, ask_id)).toMatchObject({ reason: 'notFound' });
    const audit = await max.ok(calls.auditEntries, { user_puid: ids.max, kind: 'content' });
    expect(audit.rows[0]).toMatchObject({
      action: 'catalog.undone',
      changes: expect.arrayContaining([{ field: 'left', before: null, after: '5' }]),
    });
  });

  it('is possible for 30 days', async () => {
    const { job_id } = await imported(server, max, courseOf());
    server.clock.now += days(30);
    max = await server.signIn('max');
    expect((await lookAt(max, job_id)).undo_until).toBeNull();
    expect((await max.call(calls.undoCourse, { job_id })).data).toMatchObject({ reason: 'importTooOld' });
  });
});

describe('an import', () => {
  it.each(['importing', 'undoing'] as const)('that is killed while %s is all or nothing, and goes on after the restart', async (state) => {
    const { job } = await checked(server, max, await zipOf(courseOf()));
    const { job_id } = job;
    if (state === 'undoing') {
      await max.ok(calls.confirmCourse, { job_id });
      await server.settle();
    }
    const before = await catalogOf();
    await server.db.updateTable('course_import').set({ state }).where('job_id', '=', job_id).execute();
    let finished = false;
    for (let fatal = 1; fatal < 30 && !finished; fatal++) {
      let ticks = 0;
      // What a killed worker does next, it does not do: neither finish its step nor say that it failed.
      const now = () => {
        ticks += 1;
        if (ticks >= fatal) throw new Error('killed');
        return server.clock.now;
      };
      await runCourse({ ...server.ports, now, report: () => {} }, { district_id: ids.district, job_id }).catch(() => {});
      const left = await server.db.selectFrom('course_import').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
      finished = left.state !== state;
      if (!finished) expect(await catalogOf()).toEqual(before);
      await server.db.updateTable('course_import').set({ runner: null, lease_until: 0 }).where('job_id', '=', job_id).execute();
      if (fatal === 2 && !finished) {
        server.clock.now += minutes(2);
        await resumeCourses(server.ports);
        finished = true;
      }
    }
    expect((await lookAt(max, job_id)).state).toBe(state === 'importing' ? 'done' : 'undone');
    expect(await catalogOf()).not.toEqual(before);
  });

  it('waits for another one', async () => {
    const { job } = await checked(server, max, await zipOf(courseOf()));
    const [row] = await server.db.selectFrom('course_import').selectAll().execute();
    const job_id = job.job_id + 1;
    await server.db
      .insertInto('course_import')
      .values({ ...row!, job_id, state: 'undoing' })
      .execute();
    const confirm = () => max.call(calls.confirmCourse, { job_id: job.job_id });
    expect((await confirm()).data).toMatchObject({ reason: 'courseImportRunning' });
    await server.db.updateTable('course_import').set({ state: 'undone' }).where('job_id', '=', job_id).execute();
    const both = await Promise.all([confirm(), confirm()]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    await server.settle();
    expect((await lookAt(max, job.job_id)).state).toBe('done');
  });

  it('is for the provider alone, and not while acting as somebody', async () => {
    const { job } = await checked(server, max, await zipOf(courseOf()));
    const { job_id } = job;
    for (const who of [tess, dan]) {
      for (const one of [calls.checkCourse, calls.confirmCourse, calls.undoCourse, calls.courseReport])
        expectFailure(await who.call(one, { job_id }), 403);
      expectFailure(await who.call(calls.courseImports, {}), 403);
      expectFailure(await who.call(calls.importCourse, { file_name: 'x.zip', size: 1, part_no: 1, content: 'AA==' }), 403);
    }
    for (const one of [calls.importCourse, calls.checkCourse, calls.confirmCourse, calls.undoCourse])
      expect(one.refusedWhileActing).toBe(true);
    expectFailure(await max.call(calls.checkCourse, { job_id: 4 }), 404);
  });

  it('needs all of its file', async () => {
    const size = coursePartSize + 1;
    const content = Buffer.alloc(coursePartSize).toString('base64');
    const { job_id } = await max.ok(calls.importCourse, { file_name: 'x.zip', size, part_no: 1, content });
    expect(await lookAt(max, job_id)).toMatchObject({ received: 1, parts: 2 });
    expect((await max.call(calls.checkCourse, { job_id })).data).toMatchObject({ reason: 'importFileIncomplete' });
    expect((await max.call(calls.importCourse, { job_id, file_name: 'x.zip', size, part_no: 2, content })).data).toMatchObject({
      reason: 'rosterPartSize',
    });
    expectFailure(await max.call(calls.importCourse, { file_name: 'x.zip', size: 2 ** 30, part_no: 1, content }), 400);
  });
});

describe('a file that is no course', () => {
  const found = async (bytes: Uint8Array) => {
    const { set, findings } = await readPacked('course.zip', bytes);
    expect(set).toBeNull();
    return findings;
  };
  const withFile = (path: string, content: string | Uint8Array, options = {}) => zipOf([...courseOf(), [path, content]], options);
  const zipped = (name: string) => Buffer.from(name);

  it('is refused: no zip, an empty one, one of something else', async () => {
    expect(codes(await found(zipped('%PDF-1.7 nothing of a zip')))).toEqual(['zipDamaged']);
    expect(codes(await found(await zipOf([['readme.md', 'x']])))).toEqual(['zipNoCourse']);
    const whole = await zipOf(courseOf());
    expect(codes(await found(whole.subarray(0, whole.length - 40)))).toEqual(['zipDamaged']);
  });
  it('is refused: paths that lead out of it', async () => {
    for (const path of ['aa/evil.json', 'aaaaaa/x.json', 'aa/../x.json']) {
      const bytes = Buffer.from(await withFile(path, '{}'));
      for (const [from, to] of [
        ['aa/evil.json', '../evil.json'],
        ['aaaaaa/x.json', '/etc/x/x.json'],
      ] as const) {
        if (from !== path) continue;
        for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
      }
      expect(codes(await found(bytes))).toContain('zipPath');
    }
  });
  it('is refused: links, and files under a password', async () => {
    const linked = await withFile('courses/warm/unit/sub/x.csv', '/etc/passwd', { externalFileAttributes: 0o120777 * 65_536 });
    expect(new Set(codes(await found(linked)))).toEqual(new Set(['zipLink']));
    const locked = await withFile('courses/warm/unit/sub/x.csv', 'a', { password: 'x' });
    expect(new Set(codes(await found(locked)))).toEqual(new Set(['zipEncrypted']));
  });
  it('is refused: bombs, by what they say and by what they are', async () => {
    const zeros = new Uint8Array(17 * 1024 * 1024);
    expect(codes(await found(await withFile('courses/warm/unit/sub/x.csv', zeros)))).toContain('zipRatio');
    const bytes = Buffer.from(await withFile('courses/warm/unit/sub/x.csv', zeros));
    // The directory says that the file is small.
    const size = Buffer.alloc(4);
    size.writeUInt32LE(zeros.length);
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size, at + 1)) bytes.writeUInt32LE(9, at);
    expect((await found(bytes)).length).toBeGreaterThan(0);
  }, 30_000);
  it('is refused: more files than a course has', async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => [`courses/warm/f${at}.csv`, ''] as const);
    expect(codes(await found(await zipOf([...courseOf(), ...many], { level: 0 })))).toEqual(['zipTooMany']);
  }, 60_000);
  it('is refused: programs in drawings and texts, and names with other letters', async () => {
    const text = reading('## Head\n\n![A](parts.svg)');
    const withDrawing = (svg: string) => zipOf(courseOf({ [heat]: text, 'courses/warm/unit/sub/parts.svg': svg }));
    expect(codes(await found(await withDrawing(drawing.replace('<path', '<script>1</script><path'))))).toEqual(['svgForbidden']);
    expect(codes(await found(await withDrawing(drawing.replace('<path', '<path onload="x"'))))).toEqual(['svgForbidden']);
    for (const bad of ['<script>alert(1)</script>', '[x](javascript:alert(1))', 'a <img src=x onerror=alert(1)>'])
      expect((await found(await zipOf(courseOf({ [heat]: reading(bad) })))).map(({ file }) => file)).toEqual([heat]);
    expect(codes(await found(await withFile('courses/warm/unit/sub/ñandú.csv', 'a')))).toEqual(['fileName']);
    expect(codes(await found(await withFile('courses/warm/unit/sub/x.csv', new Uint8Array([0xff, 0xfe, 0x41]))))).toEqual(['notUtf8']);
  });
  it('says what it does not take', async () => {
    const { job, findings } = await checked(
      server,
      max,
      await zipOf([...courseOf(), ['__MACOSX/._x', 'x'], ['courses/warm/unit/sub/a.png', 'x'], ['.git/config', 'x']]),
    );
    expect(job.state).toBe('checked');
    expect(findings.map(({ file, code }) => `${code} ${file}`)).toEqual(['fileIgnored courses/warm/unit/sub/a.png']);
  });
  it('gives way to the next one of the same person', async () => {
    const first = await uploadCourse(max, await zipOf(courseOf()));
    const second = await uploadCourse(max, await zipOf(courseOf()));
    expect((await max.ok(calls.courseImports, {})).map(({ job_id }) => job_id)).toEqual([second.job_id]);
    expectFailure(await max.call(calls.courseReport, { job_id: first.job_id }), 404);
  });
});
