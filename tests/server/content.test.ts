import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '../../contract/index.ts';
import { courseFiles } from '../../server/content/courseFiles.ts';
import { figureProblems, inlineFigure, numberTargets } from '../../server/content/figure.ts';
import { ContentUnusable } from '../../server/content/findings.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent, importPrebuiltLessons } from '../../server/content/importContent.ts';
import { toHtml } from '../../server/content/markdown.ts';
import { readCourses, readUsableCourses } from '../../server/content/readCourse.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { createSite } from '../../server/static.ts';
import { catalogue, ids, item_id, makeFixtureSchool } from './fixtureSchool.ts';
import { expectFailure, type TestServer, testServer } from './testServer.ts';

const svg =
  '<svg viewBox="0 0 9 9" role="img">\n<title>Parts</title>\n<desc>Two parts.</desc>\n<g id="heart" class="d-target"><circle cx="2" cy="3" r="1"/></g><g id="lung" class="d-target"><circle cx="5" cy="6.5" r="1"/></g><g id="skin" class="d-target"><circle cx="8" cy="8" r="1"/></g><path fill="url(#arrow)"/><marker id="arrow"/></svg>';
const item = (further: object) =>
  JSON.stringify({ title: 'T', summary: 'S', level3: 'deep', minutes: 5, grades: ['6'], standards: ['MS-1'], sources: [], ...further });
const single = {
  type: 'single_choice',
  stem: 'Which *one*?',
  difficulty: 0,
  explanation: 'Because.',
  options: [
    { text: 'a', correct: true },
    { text: 'b', misconception: 'm' },
    { text: 'c', misconception: 'm' },
  ],
};
const label = {
  type: 'label_diagram',
  stem: 'Label it',
  difficulty: 0,
  explanation: 'So.',
  diagram: 'parts.svg',
  labels: [
    { target: 'heart', text: 'the heart' },
    { target: 'lung', text: 'a lung' },
    { target: 'skin', text: 'the skin' },
  ],
};
const unit = {
  code: 'unit',
  name: 'Unit',
  sort_order: 1,
  summary: 'S',
  sub_units: [{ code: 'sub', name: 'Sub', level3: [{ code: 'deep', name: 'Deep' }] }],
  prebuilt_lessons: [{ name: 'L', objective: 'O', instructions: 'I', minutes: 20, enforce_order: true, items: ['sub/text', 'sub/ask'] }],
  lesson_blocks: [
    { type: 'warm_up', title: 'Start', minutes: 5, sub_unit: 'sub', body: 'Say **one** thing', standards: ['MS-1'] },
    { type: 'exit_ticket', title: 'End', minutes: 4, body: '- one' },
  ],
};
/** A course of one reading and one quiz. */
const course = (changes: Record<string, string | undefined> = {}) => {
  const files: Record<string, string | undefined> = {
    'standards.json': JSON.stringify({ 'MS-1': { framework: 'NGSS', grades: '6-8', summary: 'S' } }),
    'courses/c/course.json': JSON.stringify({ code: 'c', name: 'C', sort_order: 1, language: 'en', grades: ['6'], description: 'D' }),
    'courses/c/unit/unit.json': JSON.stringify(unit),
    'courses/c/unit/sub/text.reading.md': `---json\n${item({ flesch_kincaid_grade: 5 })}\n---\n\n## Head\n\nText\n\n![A picture](parts.svg "Caption")\n`,
    'courses/c/unit/sub/ask.quiz.json': item({
      intro: 'Go',
      questions: Array(8).fill(single),
      collections: ['star', 'reading_comprehension'],
    }),
    'courses/c/unit/sub/parts.svg': svg,
    ...changes,
  };
  return new Map(Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined));
};
const findings = (changes: Record<string, string | undefined>) => {
  try {
    readCourses(course(changes));
  } catch (error) {
    if (error instanceof ContentUnusable)
      return error.findings.map(({ file, field, reason }) => `${file.replace('courses/c/unit/', '')} ${field}: ${reason}`);
    throw error;
  }
  return [];
};

describe('Markdown', () => {
  const html = (text: string) => toHtml(text, (name, alt) => `[${name}|${alt}]`);
  it('becomes clean HTML', () => {
    expect(html('## Head\n\nSome **bold** text')).toBe('<h2>Head</h2>\n<p>Some <strong>bold</strong> text</p>');
    expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain('<th scope="col">a</th>');
    expect(html('[NASA](https://nasa.gov "t")')).toBe('<p><a href="https://nasa.gov" title="t">NASA</a></p>');
  });
  it('puts a figure in place of a picture, with its caption, and in no paragraph', () =>
    expect(html('![A "b"](x.svg "Cap <1>")')).toBe('<figure class="figure">[x.svg|A "b"]<figcaption>Cap &lt;1&gt;</figcaption></figure>'));
  it('leaves lines to write on', () =>
    expect(html('a\n\n---blank:2---\n\nb')).toBe('<p>a</p>\n<div class="write-lines"><div></div><div></div></div>\n<p>b</p>'));
  it.each([
    '<script>alert(1)</script>',
    'a <b>c</b>',
    '[x](javascript:alert(1))',
    '[x](http://plain.example)',
    '<img src=x onerror=alert(1)>',
  ])('refuses %s', (text) => expect(() => html(text)).toThrow(/must/));
});

describe('figures', () => {
  it('stand beside each other: ids are their own, the words are tied to the picture', () => {
    const inline = inlineFigure(svg, 'f1', 'Say "hi"');
    expect(inline).toContain('aria-label="Say &quot;hi&quot;" aria-describedby="f1-desc"');
    expect(inline).toContain('<title id="f1-title">Parts</title>');
    expect(inline).toContain('id="f1-arrow"');
    expect(inline).toContain('url(#f1-arrow)');
    expect(inline).not.toMatch(/id="(?!f1-)/);
    expect(inlineFigure(svg, 'f2')).toContain('aria-labelledby="f2-title"');
  });
  it('with places to label do not give the labels away, and number the places', () => {
    const { svg: numbered, ids } = numberTargets(svg, 'f3', ['lung', 'heart']);
    expect(Object.fromEntries(ids)).toEqual({ lung: 'f3-1', heart: 'f3-2' });
    expect(numbered).not.toMatch(/heart|lung/);
    expect(numbered).toContain('<g id="f3-1" class="d-target"><circle cx="5" cy="6.5" r="1"/><text class="d-text" x="5" y="12.5"');
  });
  it('do not give a label away where another part refers to its place', () => {
    const twice = svg.replace('<path', '<use href="#heart"/><use xlink:href = \'#lung\'/><path');
    const { svg: numbered } = numberTargets(twice, 'f4', ['lung', 'heart']);
    expect(numbered).toContain('<use href="#f4-2"/><use xlink:href="#f4-1"/>');
    expect(numbered).not.toMatch(/heart|lung/);
  });
  it.each([
    ['<p>', /must be an SVG/],
    [svg.replace('viewBox="0 0 9 9"', ''), /viewBox/],
    [svg.replace('<svg', '<svg width="9"'), /no width/],
    [svg.replace('<desc>Two parts.</desc>', ''), /<desc>/],
    [svg.replace('<path', '<script>1</script><path'), /<script/],
    [svg.replace('<path', '<path onclick="x"'), /onclick/],
    [svg.replace('<path', '<path style="x"'), /style/],
    [svg.replace('<path', '<use href="https://x.example/y.svg"/><path'), /href/],
    [svg.replace('url(#arrow)', 'url(https://x.example)'), /url/],
    [svg.replace('<path', '<foreignObject/><path'), /foreignObject/],
    [svg.replace('<path', "<use href = 'https://x.example/y.svg'/><path"), /href/],
    [svg.replace('<path', "<path\nstyle = 'x'"), /style/],
    [svg.replace('<path', '<path fill="URL(https://x.example)"/><path'), /URL/],
    [svg.replace('viewBox="0 0 9 9"', 'data-viewBox="0 0 9 9"'), /viewBox/],
    [svg.replace('<title>Parts</title>', '<title><b>Parts</b></title>'), /<title>/],
    [`${svg}<script>1</script>`, /must be an SVG/],
  ])('are refused: case %#', (text, reason) => expect(figureProblems(text).join()).toMatch(reason));
  it('of ours are fine', () => expect(figureProblems(svg)).toEqual([]));
});

describe('reading a course', () => {
  it('answers what the content API takes', () => {
    const { products } = readCourses(
      course({ 'courses/c/unit/sub/ask.quiz.json': item({ intro: 'Go', questions: [...Array(7).fill(single), label] }) }),
    );
    const [text, ask] = products[0]!.units[0]!.items;
    expect(text).toMatchObject({ code: 'c/unit/sub/text', level3: 'c/unit/sub/deep', item_type_id: 1, quiz: null });
    expect((text!.body as { html: string }).html).toMatch(/<figure class="figure"><svg aria-label="A picture"[\s\S]*<figcaption>Caption/);
    expect(ask?.quiz?.questions[0]).toMatchObject({ question_html: 'Which <em>one</em>?', key: { kind: 'one' } });
    const { targets, key, diagram } = ask!.quiz!.questions[7]!;
    expect(targets.map((target) => target.text)).toEqual(['1', '2', '3']);
    expect(key).toEqual({
      kind: 'places',
      places: { [targets[0]!.id]: 'the heart', [targets[1]!.id]: 'a lung', [targets[2]!.id]: 'the skin' },
    });
    for (const { id } of targets) expect(diagram).toContain(`id="${id}"`);
  });
  it('answers collections and lesson blocks', () => {
    const { items, lesson_blocks } = readCourses(course()).products[0]!.units[0]!;
    expect(items.map((one) => one.collections)).toEqual([[], ['star', 'reading_comprehension']]);
    expect(lesson_blocks).toEqual([
      {
        type: 'warm_up',
        title: 'Start',
        minutes: 5,
        sub_unit: 'c/unit/sub',
        html: '<p>Say <strong>one</strong> thing</p>',
        standards: ['MS-1'],
      },
      { type: 'exit_ticket', title: 'End', minutes: 4, sub_unit: null, html: '<ul>\n<li>one</li>\n</ul>', standards: [] },
    ]);
  });
  it('has its own words for true and false in Spanish', () => {
    const truth = { type: 'true_false', stem: 'S', difficulty: 0, explanation: 'E', answer: false, misconception: 'm' };
    const { products } = readCourses(
      course({
        'courses/c/course.json': JSON.stringify({ code: 'c', name: 'C', sort_order: 1, language: 'es', grades: ['6'], description: 'D' }),
        'courses/c/unit/sub/ask.quiz.json': item({ intro: 'Go', questions: Array(8).fill(truth) }),
      }),
    );
    expect(products[0]?.language_id).toBe(102);
    expect(products[0]?.units[0]?.items[1]?.quiz?.questions[0]?.options).toEqual([
      { text: 'Verdadero', is_answer: false, misconception: 'm' },
      { text: 'Falso', is_answer: true, misconception: null },
    ]);
  });
  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['a file that is no JSON', { 'courses/c/unit/unit.json': '{' }, /unit\.json : is not valid JSON/],
    ['no course file', { 'courses/c/course.json': undefined }, /course\.json : is missing/],
    [
      'a folder that is another name',
      { 'courses/c/unit/unit.json': JSON.stringify({ ...unit, code: 'other' }) },
      /code: "other" is not the name of its folder/,
    ],
    ['a missing field', { 'courses/c/unit/sub/ask.quiz.json': '{}' }, /ask\.quiz\.json title:/],
    ['no front matter', { 'courses/c/unit/sub/text.reading.md': '# Hello' }, /must begin with its fields between ---json and ---/],
    ['an unknown kind', { 'courses/c/unit/sub/x.poem.md': 'x' }, /"poem" is no kind of item/],
    [
      'a level that the unit does not have',
      { 'courses/c/unit/sub/ask.quiz.json': item({ level3: 'nowhere', intro: 'Go', questions: Array(8).fill(single) }) },
      /level3: "nowhere" is not in unit\.json/,
    ],
    ['an unknown standard', { 'standards.json': '{}' }, /"MS-1" is not in standards\.json/],
    [
      'a picture that is not there',
      { 'courses/c/unit/sub/parts.svg': undefined },
      /text\.reading\.md text: there is no parts\.svg beside it/,
    ],
    ['a bad picture', { 'courses/c/unit/sub/parts.svg': '<svg/>' }, /parts\.svg : must have a viewBox/],
    [
      'HTML in the text',
      { 'courses/c/unit/sub/text.reading.md': `---json\n${item({ flesch_kincaid_grade: 5 })}\n---\n\n<b>x</b>` },
      /must be Markdown without HTML/,
    ],
    [
      'two right options',
      {
        'courses/c/unit/sub/ask.quiz.json': item({
          intro: 'G',
          questions: Array(8).fill({ ...single, options: single.options.map((o) => ({ ...o, correct: true })) }),
        }),
      },
      /questions\.0\.options: exactly one option is correct/,
    ],
    [
      'an option twice',
      {
        'courses/c/unit/sub/ask.quiz.json': item({
          intro: 'G',
          questions: Array(8).fill({ ...single, options: [single.options[0], single.options[1], single.options[1]] }),
        }),
      },
      /questions\.0: "b" is there twice/,
    ],
    [
      'a label without its place',
      {
        'courses/c/unit/sub/ask.quiz.json': item({
          intro: 'G',
          questions: Array(8).fill({ ...label, labels: [...label.labels, { target: 'liver', text: 'x' }] }),
        }),
      },
      /has no element "liver"/,
    ],
    [
      'a lesson with an item that is not there',
      {
        'courses/c/unit/unit.json': JSON.stringify({
          ...unit,
          prebuilt_lessons: [{ ...unit.prebuilt_lessons[0], items: ['sub/text', 'sub/gone'] }],
        }),
      },
      /prebuilt_lessons\.0\.items: there is no item "c\/unit\/sub\/gone"/,
    ],
    [
      'a collection that is not known',
      { 'courses/c/unit/sub/ask.quiz.json': item({ intro: 'G', questions: Array(8).fill(single), collections: ['stars'] }) },
      /collections\.0: /,
    ],
    [
      'a lesson block of a sub-unit that is not there',
      { 'courses/c/unit/unit.json': JSON.stringify({ ...unit, lesson_blocks: [{ ...unit.lesson_blocks[0], sub_unit: 'gone' }] }) },
      /lesson_blocks\.0\.sub_unit: "gone" is no sub-unit/,
    ],
    [
      'a lesson block twice',
      { 'courses/c/unit/unit.json': JSON.stringify({ ...unit, lesson_blocks: Array(2).fill(unit.lesson_blocks[0]) }) },
      /lesson_blocks\.1\.title: "Start" is there twice/,
    ],
    [
      'a lesson block with HTML or a picture',
      {
        'courses/c/unit/unit.json': JSON.stringify({
          ...unit,
          lesson_blocks: [
            { ...unit.lesson_blocks[0], body: '<b>x</b>' },
            { ...unit.lesson_blocks[1], body: '![a](parts.svg)' },
          ],
        }),
      },
      /lesson_blocks\.0\.body: must be Markdown without HTML[\s\S]*lesson_blocks\.1\.body: a lesson block has no pictures/,
    ],
    [
      'a translation of nothing',
      { 'courses/c/unit/unit.json': JSON.stringify({ ...unit, translates: 'd/unit' }) },
      /translates: there is no "d\/unit"/,
    ],
    [
      'data without their file',
      {
        'courses/c/unit/sub/lab.data_lab.json': item({
          csv: 'x.csv',
          columns: [
            { name: 'a', label: 'A', unit: '' },
            { name: 'b', label: 'B', unit: '' },
          ],
          plot: { x: 'a', y: 'z', type: 'line' },
          task: 'T',
          questions: [single],
        }),
      },
      /lab\.data_lab\.json csv: there is no x\.csv beside it/,
    ],
    [
      'two items of one name',
      { 'courses/c/unit/sub/ask.link.json': item({ url: 'https://nasa.gov', why: 'W' }) },
      /two items have this name/,
    ],
  ])('names the file, the field and the reason: %s', (_, changes, words) => expect(findings(changes).join('\n')).toMatch(words));
  it('finds everything at once', () =>
    expect(findings({ 'courses/c/unit/sub/parts.svg': undefined, 'courses/c/unit/sub/ask.quiz.json': '{' }).length).toBeGreaterThanOrEqual(
      2,
    ));
  it('goes without a unit that is not finished, and says why', () => {
    const problems: ContentUnusable[] = [];
    const files = course({ 'courses/c/second/unit.json': JSON.stringify({ ...unit, code: 'second' }) });
    const set = readUsableCourses(files, (problem) => void problems.push(problem));
    expect(set.products[0]?.units.map((one) => one.code)).toEqual(['c/unit']);
    expect(problems).toHaveLength(1);
    expect(() => readUsableCourses(course({ 'standards.json': '{' }), () => {})).toThrow(ContentUnusable);
  });
});

async function dump(server: TestServer) {
  const tables = [
    'product',
    'unit',
    'sub_unit',
    'level3',
    'content_item',
    'quiz',
    'question',
    'question_option',
    'item_collection',
    'lesson_block',
    'standard',
    'glossary_term',
    'term_item',
    'lesson',
    'lesson_resource',
  ];
  const rows: Record<string, string[]> = {};
  for (const table of tables)
    rows[table] = (await sql`select * from ${sql.table(table)}`.execute(server.db)).rows.map((row) => JSON.stringify(row)).sort();
  return rows;
}

describe('importing content', () => {
  it('changes nothing the second time', async () => {
    const server = await testServer();
    const set = readCourses(course());
    await makeFixtureSchool(server.ports);
    const once = async () => {
      await importContent(server.db, set);
      await importPrebuiltLessons(tenant(server.db, 1), set.products, { at: server.clock.now, newId: server.ports.newId });
      return dump(server);
    };
    const first = await once();
    server.clock.now += 1000;
    expect(await once()).toEqual(first);
    expect(first.question).toHaveLength(8 + 8 + 1 + 2);
    expect(first.item_collection).toHaveLength(2);
    expect(first.lesson_block).toHaveLength(2);
  });
  it('takes an item out of its collections and a block out of its unit', async () => {
    const server = await testServer();
    await importContent(server.db, readCourses(course()));
    const without = course({
      'courses/c/unit/sub/ask.quiz.json': item({ intro: 'Go', questions: Array(8).fill(single), collections: ['star'] }),
      'courses/c/unit/unit.json': JSON.stringify({ ...unit, lesson_blocks: [{ ...unit.lesson_blocks[1], minutes: 6 }] }),
    });
    await importContent(server.db, readCourses(without));
    expect(await server.db.selectFrom('item_collection').selectAll().execute()).toEqual([
      { item_id: idOf('c/unit/sub/ask'), collection: 'star' },
    ]);
    const blocks = await server.db.selectFrom('lesson_block').select(['title', 'minutes', 'sub_unit_id', 'unit_id']).execute();
    expect(blocks).toEqual([{ title: 'End', minutes: 6, sub_unit_id: null, unit_id: idOf('c/unit') }]);
  });
  it('takes changes over in place, and removes what a quiz no longer asks', async () => {
    const server = await testServer();
    await importContent(server.db, readCourses(course()));
    const before = await server.db.selectFrom('question').select('question_id').orderBy('sort_order').execute();
    const changed = [
      { ...single, stem: 'Changed' },
      ...Array(8).fill({ ...single, options: [single.options[0], single.options[1], { text: 'd', misconception: 'm' }] }),
    ];
    await importContent(server.db, readCourses(course({ 'courses/c/unit/sub/ask.quiz.json': item({ intro: 'G', questions: changed }) })));
    const after = await server.db.selectFrom('question').select(['question_id', 'question_html']).orderBy('sort_order').execute();
    expect(after.map((one) => one.question_id).slice(0, 8)).toEqual(before.map((one) => one.question_id));
    expect(after).toHaveLength(9);
    expect(after[0]?.question_html).toBe('Changed');
    const options = await server.db
      .selectFrom('question_option')
      .select('answer_text')
      .where('question_id', '=', after[1]!.question_id)
      .execute();
    expect(options.map((option) => option.answer_text).sort()).toEqual(['a', 'b', 'd']);
    await importContent(server.db, readCourses(course()));
    expect(await server.db.selectFrom('question').selectAll().execute()).toHaveLength(8);
  });
  it('takes a course from any folder, and serves its items and their files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-course-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const table = 'day,height\n1,2\n';
    const files = course({
      'courses/c/unit/sub/plants.file.json': item({ file: 'plants.csv', why: 'Save **it**.' }),
      'courses/c/unit/sub/plants.csv': table,
    });
    for (const [name, text] of files) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const server = await testServer();
    await makeFixtureSchool(server.ports);
    await importContent(server.db, readCourses(courseFiles(folder)));
    const ana = await server.signIn('ana');
    const open = async (code: string) => {
      const who = { userPuid: ana.user.userPuid, roleId: ana.user.role, districtId: ana.user.districtID, stateId: null };
      return (await ana.ok(calls.getContent, { id: idOf(`c/unit/sub/${code}`), ...who })).item_details;
    };
    expect(await open('text')).toMatchObject({ title: 'T', body: { kind: 'html', html: expect.stringContaining('<svg') } });
    const { body } = await open('plants');
    const site = createSite(new Hono(), join(folder, 'dist'), join(folder, 'courses'));
    const saved = await site.request(`http://school.test${body.kind === 'file' ? body.url : ''}`);
    expect([saved.status, saved.headers.get('content-disposition'), await saved.text()]).toEqual([200, 'attachment', table]);
  });

  it('ties a translation to what it translates', async () => {
    const server = await testServer();
    const es = { code: 'es', name: 'E', sort_order: 2, language: 'es', grades: ['6'], description: 'D', translates: 'c' };
    const files = course({
      'courses/es/course.json': JSON.stringify(es),
      'courses/es/unit/unit.json': JSON.stringify({ ...unit, translates: 'c/unit', prebuilt_lessons: [] }),
      'courses/es/unit/sub/texto.link.json': item({ url: 'https://nasa.gov', why: 'W', translates: 'c/unit/sub/text' }),
    });
    await importContent(server.db, readCourses(files));
    const mapped = async (table: 'product' | 'unit' | 'content_item', code: string) =>
      (await server.db.selectFrom(table).select('mapped_id').where('code', '=', code).executeTakeFirst())?.mapped_id;
    expect(await mapped('product', 'es')).toBe(idOf('c'));
    expect(await mapped('unit', 'es/unit')).toBe(idOf('c/unit'));
    expect(await mapped('content_item', 'es/unit/sub/texto')).toBe(idOf('c/unit/sub/text'));
    expect(await mapped('content_item', 'c/unit/sub/text')).toBeNull();
  });
  it('ids are whole numbers below 2^53, spread and repeatable', () => {
    const all = Array.from({ length: 20_000 }, (_, n) => idOf(`code ${n}`));
    expect(new Set(all).size).toBe(20_000);
    expect(all.every((one) => Number.isSafeInteger(one) && one > 0)).toBe(true);
    expect(idOf('course')).toBe(idOf(catalogue.products[0]!.code));
  });
});

describe('content calls', () => {
  it('give an item with its body, to everyone of any district, in their own name', async () => {
    const server = await testServer();
    await makeFixtureSchool(server.ports);
    for (const name of ['ana', 'tess', 'zoe']) {
      const one = await server.signIn(name);
      const input = { id: item_id, userPuid: one.user.userPuid, roleId: one.user.role, districtId: one.user.districtID, stateId: null };
      expect((await one.ok(calls.getContent, input)).item_details).toMatchObject({
        title: 'reading',
        is_assignable: true,
        body: { kind: 'html' },
      });
      expectFailure(await one.call(calls.getContent, { ...input, id: 999 }), 404);
      expectFailure(await one.call(calls.getContent, { ...input, userPuid: ids.ben }), 404);
      expectFailure(await one.call(calls.getContent, { ...input, districtId: 3 - one.user.districtID }), 404);
    }
  });
  it('list the prebuilt lessons of one’s district and language', async () => {
    const server = await testServer();
    await makeFixtureSchool(server.ports);
    const tess = await server.signIn('tess');
    const lessons = await tess.ok(calls.prebuiltLessons, { user_puid: ids.tess });
    expect(lessons.map((lesson) => [lesson.lesson_name, lesson.unit_name, lesson.resources.length])).toEqual([
      ['In order', 'Unit', 3],
      ['In any order', 'Unit', 4],
    ]);
    expect(await tess.ok(calls.prebuiltLessons, { user_puid: ids.tess, language_id: 102 })).toEqual([]);
    const ted = await server.signIn('ted');
    expect((await ted.ok(calls.prebuiltLessons, { user_puid: ids.ted })).map((lesson) => lesson.lesson_id)).toEqual([ids.foreignLesson]);
  });
});
