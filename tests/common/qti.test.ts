import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { fileAt, readQtiFile, readQtiPackage } from '../../common/authoring/formats/qti.ts';
import { writeQti } from '../../common/authoring/formats/qtiWriter.ts';
import type { ReadQuestions } from '../../common/authoring/formats/reading.ts';
import { quizProblems } from '../../common/authoring/quizProblems.ts';
import { fileOfBytes } from '../../common/roster/source.ts';
import type { AuthoredQuestion } from '../../contract/authoring.ts';
import { cleanQuestionText } from '../../server/content/richText.ts';
import { authored, everyAuthoredType, ownQuiz } from '../server/ownQuiz.ts';
import { inShort, keys } from './questionsInShort.ts';

/** An item of QTI 2.2: what it declares, its body, and what follows. */
const item = (declarations: string, body: string, rest = '', title = 'Q') =>
  `<?xml version="1.0"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i" title="${title}">${declarations}<itemBody>${body}</itemBody>${rest}</assessmentItem>`;
const response = (cardinality: string, baseType: string, right: readonly string[], more = '') =>
  `<responseDeclaration identifier="R" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${right
    .map((one) => `<value>${one}</value>`)
    .join('')}</correctResponse>${more}</responseDeclaration>`;
const choices = (...texts: string[]) => texts.map((text, at) => `<simpleChoice identifier="A${at + 1}">${text}</simpleChoice>`).join('');
const choice = (inner: string, most = 1) => `<choiceInteraction responseIdentifier="R" maxChoices="${most}">${inner}</choiceInteraction>`;
const associable = (names: Record<string, string>) =>
  Object.entries(names)
    .map(([id, text]) => `<simpleAssociableChoice identifier="${id}" matchMax="1">${text}</simpleAssociableChoice>`)
    .join('');
const equal = (mode: string, tolerance: string) =>
  `<responseProcessing><responseCondition><responseIf><equal toleranceMode="${mode}" tolerance="${tolerance}"><variable identifier="R"/><correct identifier="R"/></equal></responseIf></responseCondition></responseProcessing>`;
const steam = response('single', 'identifier', ['A1']);
/** The same in QTI 3.0: elements and attributes in kebab case, after a prefix. */
const inThree = (xml: string) =>
  xml
    .replace(
      /(<\/?)([a-z]+(?:[A-Z][a-z]+)+|prompt|value|gap|equal|variable|correct)\b/g,
      (_, open: string, name: string) => `${open}qti-${kebab(name)}`,
    )
    .replace(/ ([a-z]+(?:[A-Z][a-z]+)+)=/g, (_, name: string) => ` ${kebab(name)}=`)
    .replace('imsqti_v2p2', 'imsqtiasi_v3p0');
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const result = ({ questions, findings }: ReadQuestions) => [...questions.map(inShort), ...findings.map(({ code }) => code)];
const words = (xml: string) => result(readQtiFile(xml, 'q.xml', keys()));

const fixtures: [name: string, xml: string, read: string[]][] = [
  ['a choice', item(steam, `<p>Hot?</p>${choice(choices('steam', 'ice'))}`), ['single_choice / <p>Hot?</p> / *steam|ice']],
  [
    'the question as a prompt',
    item(steam, choice(`<prompt>Hot?</prompt>${choices('steam', 'ice')}`)),
    ['single_choice / <p>Hot?</p> / *steam|ice'],
  ],
  [
    'several right answers',
    item(response('multiple', 'identifier', ['A1', 'A3']), `<p>Metals?</p>${choice(choices('gold', 'air', 'iron'), 0)}`),
    ['multiple_choice / <p>Metals?</p> / *gold|air|*iron'],
  ],
  [
    'true or false',
    item(response('single', 'identifier', ['A2']), `<p>Ice is hot.</p>${choice(choices('True', 'False'))}`),
    ['true_false / <p>Ice is hot.</p> / false'],
  ],
  ['verdadero o falso', item(steam, `<p>Sí.</p>${choice(choices('Verdadero', 'Falso'))}`), ['true_false / <p>Sí.</p> / true']],
  [
    'feedback on answers, and on the whole',
    item(
      steam,
      `<p>Hot?</p>${choice('<simpleChoice identifier="A1">steam</simpleChoice><simpleChoice identifier="A2">ice<feedbackInline identifier="A2" outcomeIdentifier="F" showHide="show">Not ice</feedbackInline></simpleChoice>')}`,
      '<modalFeedback identifier="x" outcomeIdentifier="F" showHide="hide"><p>It <b>boils</b>.</p></modalFeedback>',
    ),
    ['single_choice / <p>Hot?</p> / *steam|ice (Not ice) / <p>It <strong>boils</strong>.</p>'],
  ],
  [
    'points by mapping',
    item(
      '<responseDeclaration identifier="R" cardinality="multiple" baseType="identifier"><mapping><mapEntry mapKey="A1" mappedValue="1"/><mapEntry mapKey="A2" mappedValue="0.5"/><mapEntry mapKey="A3" mappedValue="-1"/></mapping></responseDeclaration>',
      `<p>Q</p>${choice(choices('a', 'b', 'c'), 0)}`,
    ),
    ['multiple_choice / <p>Q</p> / *a|b|c', 'weights'],
  ],
  [
    'a short text with other spellings',
    item(
      response(
        'single',
        'string',
        ['evaporation'],
        '<mapping defaultValue="0"><mapEntry mapKey="evaporation" mappedValue="1"/><mapEntry mapKey="vaporization" mappedValue="1"/></mapping>',
      ),
      '<p>Water becomes gas by <textEntryInteraction responseIdentifier="R"/>.</p>',
    ),
    ['short_text / <p>Water becomes gas by ____.</p> / evaporation|vaporization'],
  ],
  [
    'a long text',
    item(response('single', 'string', ['Because.']), '<p>Why?</p><extendedTextInteraction responseIdentifier="R"/>'),
    ['short_text / <p>Why?</p> / by a person'],
  ],
  [
    'a number with a tolerance',
    item(response('single', 'float', ['9.81']), '<p>g = <textEntryInteraction responseIdentifier="R"/></p>', equal('absolute', '0.1 0.05')),
    ['numeric / <p>g = ____</p> / 9.81 ± 0.1'],
  ],
  [
    'a number with a share as tolerance',
    item(response('single', 'integer', ['300']), '<p>c?<textEntryInteraction responseIdentifier="R"/></p>', equal('relative', '2')),
    ['numeric / <p>c?____</p> / 300 ± 2%'],
  ],
  [
    'an order',
    item(
      response('ordered', 'identifier', ['A2', 'A3', 'A1']),
      `<p>Grow</p><orderInteraction responseIdentifier="R">${choices('frog', 'egg', 'tadpole')}</orderInteraction>`,
    ),
    ['ordering / <p>Grow</p> / egg|tadpole|frog'],
  ],
  [
    'a match',
    item(
      response('multiple', 'directedPair', ['L1 R2', 'L2 R1']),
      `<p>Match</p><matchInteraction responseIdentifier="R"><simpleMatchSet>${associable({ L1: 'solid', L2: 'gas' })}</simpleMatchSet><simpleMatchSet>${associable({ R1: 'apart', R2: 'rows', R3: 'none' })}</simpleMatchSet></matchInteraction>`,
    ),
    ['matching / <p>Match</p> / solid=rows|gas=apart|=none'],
  ],
  [
    'a match with two answers for one',
    item(
      response('multiple', 'directedPair', ['L1 R1', 'L1 R2']),
      `<p>M</p><matchInteraction responseIdentifier="R"><simpleMatchSet>${associable({ L1: 'a' })}</simpleMatchSet><simpleMatchSet>${associable({ R1: 'x', R2: 'y' })}</simpleMatchSet></matchInteraction>`,
    ),
    ['matching / <p>M</p> / a=x|=y', 'severalRight'],
  ],
  [
    'pairs',
    item(
      response('multiple', 'pair', ['A B', 'C D']),
      `<p>P</p><associateInteraction responseIdentifier="R">${associable({ A: 'sun', B: 'day', C: 'moon', D: 'night' })}</associateInteraction>`,
    ),
    ['matching / <p>P</p> / sun=day|moon=night'],
  ],
  [
    'gaps to fill',
    item(
      response('multiple', 'directedPair', ['W G1', 'S G2']),
      '<gapMatchInteraction responseIdentifier="R"><prompt>Fill in.</prompt><gapText identifier="W" matchMax="1">water</gapText><gapText identifier="S" matchMax="1">steam</gapText><gapText identifier="I" matchMax="1">ice</gapText><p>Heat turns <gap identifier="G1"/> into <gap identifier="G2"/>.</p></gapMatchInteraction>',
    ),
    ['matching / <p>Fill in.</p><p>Heat turns <strong>[1]</strong> into <strong>[2]</strong>.</p> / [1]=water|[2]=steam|=ice'],
  ],
  [
    'a choice within a sentence',
    item(
      steam,
      '<p>It is <inlineChoiceInteraction responseIdentifier="R"><inlineChoice identifier="A1">hot</inlineChoice><inlineChoice identifier="A2">cold</inlineChoice></inlineChoiceInteraction>.</p>',
    ),
    ['single_choice / <p>It is ____.</p> / *hot|cold'],
  ],
  [
    'several places in a text',
    item(
      `${response('single', 'string', ['two'])}<responseDeclaration identifier="S" cardinality="single" baseType="float"><correctResponse><value>3</value></correctResponse></responseDeclaration><outcomeDeclaration identifier="MAXSCORE"><defaultValue><value>4</value></defaultValue></outcomeDeclaration>`,
      '<p>1 + 1 = <textEntryInteraction responseIdentifier="R"/>, 1 + 2 = <textEntryInteraction responseIdentifier="S"/></p>',
    ),
    [
      'short_text / <p>1 + 1 = <strong>[1]</strong>, 1 + 2 = …</p> / two',
      'numeric / <p>1 + 1 = …, 1 + 2 = <strong>[2]</strong></p> / 3 ± 0',
      'split',
    ],
  ],
  [
    'formulas, tables and pictures',
    item(
      steam,
      `<div><p>So <math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math></p><table><tr><td>1</td></tr></table><p><img src="a.png" alt="A cell"/></p></div>${choice(choices('a', 'b'))}`,
    ),
    ['single_choice / <p>So <math alttext="a/(b^2)"></math></p><table><tr><td>1</td></tr></table><p>[A cell]</p> / *a|b', 'pictureLeft'],
  ],
  [
    'pictures as answers',
    item(
      steam,
      `<p>Q</p>${choice('<simpleChoice identifier="A1"><img src="a.png" alt="frog"/></simpleChoice><simpleChoice identifier="A2">b</simpleChoice>')}`,
    ),
    ['single_choice / <p>Q</p> / *frog|b', 'pictureLeft'],
  ],
  [
    'words without a paragraph',
    item(steam, `Hot <em>or</em> not?${choice(choices('a', 'b'))}`),
    ['single_choice / <p>Hot <em>or</em> not?</p> / *a|b'],
  ],
  [
    'notes for who scores',
    item(steam, `<rubricBlock view="scorer"><p>secret</p></rubricBlock><p>Q</p>${choice(choices('a', 'b'))}`),
    ['single_choice / <p>Q</p> / *a|b'],
  ],
  [
    'no right answer',
    item(response('single', 'identifier', []), `<p>Q</p>${choice(choices('a', 'b'))}`),
    ['single_choice / <p>Q</p> / a|b', 'noRight'],
  ],
  ['no declaration', item('', `<p>Q</p>${choice(choices('a', 'b'))}`), ['single_choice / <p>Q</p> / a|b', 'noRight']],
  [
    'a number that is none',
    item(response('single', 'float', ['many']), '<p>Q<textEntryInteraction responseIdentifier="R"/></p>'),
    ['numeric / <p>Q____</p> / many ± 0', 'noRight'],
  ],
  [
    'an order without an answer',
    item(
      response('ordered', 'identifier', ['A1']),
      `<p>Q</p><orderInteraction responseIdentifier="R">${choices('a', 'b')}</orderInteraction>`,
    ),
    ['ordering / <p>Q</p> / a|b', 'noRight'],
  ],
  [
    'eleven answers',
    item(steam, `<p>Q</p>${choice(choices(...'abcdefghijk'))}`),
    ['single_choice / <p>Q</p> / *a|b|c|d|e|f|g|h|i|j', 'moreOptions'],
  ],
  ['a spot on a picture', item(steam, '<p>Q</p><hotspotInteraction responseIdentifier="R"/>'), ['interaction']],
  ['nothing to answer', item('', '<p>Just words</p>'), ['noInteraction']],
  [
    'numbers that another program draws',
    item(`<templateDeclaration identifier="t"/>${steam}`, `<p>Q</p>${choice(choices('a', 'b'))}`),
    ['template'],
  ],
  ['no question', item(steam, choice(choices('a', 'b'))), ['single_choice /  / *a|b', 'noText']],
];

describe.each([
  ['2.2', (xml: string) => xml],
  ['3.0', inThree],
])('an item of QTI %s', (_, version) => {
  it.each(fixtures)('%s', (_name, xml, read) => expect(words(version(xml))).toEqual(read));
});

describe('a file', () => {
  it.each<[string, string, string[]]>([
    ['that is cut off', item(steam, '<p>Q</p>').slice(0, -30), ['xml']],
    ['with tags that cross', '<assessmentItem><a><b></a></b></assessmentItem>', ['xml']],
    ['that is empty', '', ['xml']],
    ['of words', 'hello', ['xml']],
    [
      'with entities that would grow',
      '<!DOCTYPE a [<!ENTITY x "aaaaaaaaaa"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;">]><assessmentItem><itemBody><p>&y;</p></itemBody></assessmentItem>',
      ['xml'],
    ],
    [
      'with an entity from elsewhere',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><assessmentItem><itemBody>&x;</itemBody></assessmentItem>',
      ['xml'],
    ],
    ['that is deep', `<assessmentItem>${'<p>'.repeat(5_000)}`, ['xml']],
    ['with too many parts', `<assessmentItem>${'<p/>'.repeat(60_000)}</assessmentItem>`, ['xml']],
    ['of QTI 1.2', '<questestinterop><item ident="a"/></questestinterop>', ['oldVersion']],
    ['of another kind', '<html><body/></html>', ['noItems']],
  ])('%s', (_, xml, read) => expect(words(xml)).toEqual(read));
  it('names the line', () =>
    expect(readQtiFile('<a>\n<b>\n</a>', 'q.xml', keys()).findings).toEqual([{ line: 3, code: 'xml', item: 'q.xml' }]));
  it('brings no markup that runs', () => {
    const evil = item(steam, `<p onclick="x()">Hot<script>x()</script><a href="javascript:x()">l</a></p>${choice(choices('a', 'b'))}`);
    const [question] = readQtiFile(evil, 'q.xml', keys()).questions;
    expect(cleanQuestionText(question?.text ?? '', () => false)).toBe('<p>Hotx()l</p>');
  });
});

async function zipOf(files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, content] of Object.entries(files))
    await zip.add(name, new Uint8ArrayReader(typeof content === 'string' ? new TextEncoder().encode(content) : content));
  return zip.close();
}
const manifest = (...resources: [type: string, href: string][]) =>
  `<manifest><resources>${resources.map(([type, href]) => `<resource type="${type}" href="${href}"/>`).join('')}</resources></manifest>`;
const ofItems = (...hrefs: string[]) => manifest(...hrefs.map((href): [string, string] => ['imsqti_item_xmlv2p2', href]));
const hot = (title: string) => item(steam, `<p>${title}</p>${choice(choices('a', 'b'))}`, '', title);
const read = async (bytes: Uint8Array) => {
  const { questions, findings } = await readQtiPackage(fileOfBytes('pack.zip', bytes), keys());
  return [...questions.map(({ text }) => text), ...findings.map(({ code, item: at }) => `${at}: ${code}`)];
};

describe('a package', () => {
  it.each<[string, Record<string, string | Uint8Array<ArrayBuffer>>, string[]]>([
    [
      'in the order of its manifest',
      { 'imsmanifest.xml': ofItems('b.xml', 'a.xml'), 'a.xml': hot('A'), 'b.xml': hot('B') },
      ['<p>B</p>', '<p>A</p>'],
    ],
    [
      'in the order of its test',
      {
        'imsmanifest.xml': manifest(
          ['imsqti_test_xmlv2p2', 'test/t.xml'],
          ['imsqti_item_xmlv2p2', 'a.xml'],
          ['imsqti_item_xmlv2p2', 'b%20c.xml'],
        ),
        ...{ 'a.xml': hot('A'), 'b c.xml': hot('B') },
        'test/t.xml': '<assessmentTest><assessmentItemRef href="../b%20c.xml"/><assessmentItemRef href="../a.xml"/></assessmentTest>',
      },
      ['<p>B</p>', '<p>A</p>'],
    ],
    ['without a manifest', { 'x/a.xml': hot('A'), 'readme.txt': 'x' }, ['<p>A</p>']],
    ['of QTI 3.0', { 'imsmanifest.xml': manifest(['imsqti_item_xmlv3p0', 'a.xml']), 'a.xml': inThree(hot('A')) }, ['<p>A</p>']],
    [
      'with one broken item',
      { 'imsmanifest.xml': ofItems('a.xml', 'b.xml'), 'a.xml': '<x', 'b.xml': hot('B') },
      ['<p>B</p>', 'a.xml: xml'],
    ],
    ['that lacks a file', { 'imsmanifest.xml': ofItems('a.xml') }, ['a.xml: missingFile']],
    [
      'that points outside',
      { 'imsmanifest.xml': ofItems('../../etc/passwd', '/etc/passwd', 'https://x.example/a.xml', 'a\\..\\b.xml') },
      ['../../etc/passwd: outside', '/etc/passwd: outside', 'https://x.example/a.xml: outside', 'a\\..\\b.xml: outside'],
    ],
    ['with a broken manifest', { 'imsmanifest.xml': '<manifest>' }, ['pack.zip: xml']],
    ['of QTI 1.2', { 'imsmanifest.xml': manifest(['imsqti_xmlv1p2', 'a.xml']) }, ['pack.zip: oldVersion']],
    ['without items', { 'a.txt': 'x' }, ['pack.zip: noItems']],
    [
      'with a file that is no text',
      { 'imsmanifest.xml': ofItems('a.xml'), 'a.xml': new Uint8Array([0xff, 0xfe, 0x00]) },
      ['a.xml: damaged'],
    ],
    [
      'with an item that would grow without measure',
      { 'imsmanifest.xml': ofItems('a.xml'), 'a.xml': new Uint8Array(3_000_000) },
      ['a.xml: tooLarge'],
    ],
  ])('%s', async (_, files, found) => expect(await read(await zipOf(files))).toEqual(found));
  it('with pictures, where they can be used', async () => {
    const image = (src: string, alt = 'Cell') => `<p>Q</p><p><img src="${src}" alt="${alt}"/></p>${choice(choices('a', 'b'))}`;
    const names = ['a', 'again', 'gone', 'drawn', 'outside', 'elsewhere', 'large', 'damaged', 'none'];
    const href = (name: string) => `items/${name}.xml`;
    const whole = await zipOf({
      'imsmanifest.xml': ofItems(...names.map(href)),
      ...{ [href('a')]: item(steam, image('../media/a%20cell.PNG', 'A &lt;&quot;cell&quot;&gt;'), '', 'a') },
      ...{ [href('again')]: item(steam, image('../media/a%20cell.PNG'), '', 'again') },
      ...{ [href('gone')]: item(steam, image('gone.png'), '', 'gone'), [href('drawn')]: item(steam, image('x.svg'), '', 'drawn') },
      ...{ [href('outside')]: item(steam, image('../../x.png'), '', 'outside') },
      ...{ [href('elsewhere')]: item(steam, image('https://x.example/x.png'), '', 'elsewhere') },
      ...{ [href('large')]: item(steam, image('large.png'), '', 'large'), [href('none')]: item(steam, image('', ''), '', 'none') },
      ...{ [href('damaged')]: item(steam, image('../media/damaged.jpeg'), '', 'damaged'), 'media/damaged.jpeg': 'damage me' },
      ...{ 'media/a cell.PNG': new Uint8Array([1, 2, 3]), 'items/x.svg': '<svg/>', 'items/large.png': new Uint8Array(11 * 1024 * 1024) },
    });
    const file = Buffer.from(whole);
    // The last byte of its content: what follows begins with the format's mark.
    whole[file.indexOf('PK', file.indexOf('media/damaged.jpeg')) - 1]! ^= 255;
    const { questions, findings, pictures } = await readQtiPackage(fileOfBytes('pack.zip', whole), keys());
    const left = '<p>Q</p><p>[Cell]</p>';
    const name = '0'.repeat(32);
    expect(questions.map(({ text }) => text)).toEqual([
      `<p>Q</p><p><img src="picture/${name}" alt="A cell"></p>`,
      `<p>Q</p><p><img src="picture/${name}" alt="Cell"></p>`,
      ...[left, left, left, left, left, left, '<p>Q</p>'],
    ]);
    expect(pictures).toEqual(new Map([[name, { name: 'a cell.PNG', media_type: 'image/png', bytes: new Uint8Array([1, 2, 3]) }]]));
    expect(findings.map(({ code, item: from }) => `${from}: ${code}`).toSorted()).toEqual(
      names
        .slice(2)
        .map((from) => `${from}: pictureLeft`)
        .toSorted(),
    );
    // The server takes the text as it is.
    expect(cleanQuestionText(questions[0]?.text ?? '', () => true)).toBe(questions[0]?.text);
  });
  it('that is damaged, or no package', async () => {
    const whole = await zipOf({ 'a.xml': hot('A') });
    expect(await read(whole.slice(0, 60))).toEqual(['pack.zip: damaged']);
    expect(await read(new TextEncoder().encode('PK is no zip'))).toEqual(['pack.zip: damaged']);
    const changed = whole.slice();
    changed[60]! ^= 255;
    expect(await read(changed)).toEqual(['a.xml: damaged']);
  });
  it('of more than 200 questions is cut', async () => {
    const names = Array.from({ length: 203 }, (_, at) => `q${at}.xml`);
    const files = Object.fromEntries(names.map((name) => [name, hot(name)]));
    const { questions, findings } = await readQtiPackage(
      fileOfBytes('p.zip', await zipOf({ 'imsmanifest.xml': ofItems(...names), ...files })),
      keys(),
    );
    expect([questions.length, findings.map(({ code, item: at }) => `${at} ${code}`)]).toEqual([
      200,
      ['q200.xml tooMany', 'q201.xml tooMany', 'q202.xml tooMany'],
    ]);
  });
  it.each([
    ['a.xml', '', 'a.xml'],
    ['../a.xml', 'x/y.xml', 'a.xml'],
    ['./a%20b.xml?x#y', 'x/y.xml', 'x/a b.xml'],
    ['100%.xml', '', '100%.xml'],
    ['../../a.xml', 'x/y.xml', null],
    ['%2e%2e/a.xml', '', null],
    ['C:/a.xml', '', null],
  ])('finds %s from %j', (href, from, path) => expect(fileAt(href, from)).toBe(path));
});

describe('what is written', () => {
  const noPicture = () => Promise.reject(new Error('There is no picture.'));
  it('has its pictures, each once', async () => {
    const image = (sign: string) => `<img src="picture/${sign.repeat(32)}" alt="Part ${sign}">`;
    const one = authored('one', 'true_false', { is_true: true, text: `<p>${image('a')}</p>`, explanation: `<p>${image('b')}</p>` });
    const two = authored('two', 'true_false', { is_true: true, text: `<p>See ${image('a')}</p>` });
    const { bytes, left } = await writeQti('T', [one, two], async (picture_id) => ({
      ...{ media_type: 'image/webp', bytes: new TextEncoder().encode(picture_id) },
    }));
    const again = await readQtiPackage(fileOfBytes('t.zip', bytes), keys());
    expect([left, again.findings]).toEqual([[], []]);
    const words = new Map([...(again.pictures ?? [])].map(([name, picture]) => [name, new TextDecoder().decode(picture.bytes)]));
    const named = (html: string) => html.replace(/[0-9a-f]{32}/g, (name) => words.get(name) ?? 'lost');
    expect(again.questions.map(({ text, explanation }) => named(text + explanation))).toEqual([one.text + one.explanation, two.text]);
    expect(words.size).toBe(2);
  });
  const inAll = ({ points, explanation, ...one }: AuthoredQuestion) =>
    `${points} ${inShort({ points, explanation, ...one } as AuthoredQuestion)}`;
  it('is read again as it was', async () => {
    const questions = [
      ...everyAuthoredType,
      authored('odd', 'single_choice', { ...everyAuthoredType[0], key: 'odd', text: '<p>Is 1 &lt; 2 &amp; <em>"x"</em>?</p>' }),
      authored('share', 'numeric', { value: '2', tolerance: '5%' }),
      authored('math', 'true_false', { is_true: true, text: '<p>So <math alttext="a^2"><msup><mi>a</mi><mn>2</mn></msup></math></p>' }),
    ];
    const { bytes, left } = await writeQti('Heat & <matter>', questions, noPicture);
    const again = await readQtiPackage(fileOfBytes('heat.zip', bytes), keys());
    expect([left, again.findings]).toEqual([[], []]);
    const plain = (one: AuthoredQuestion) =>
      inAll({
        ...one,
        ...{ value: one.value.replace(',', '.'), accepted: one.accepted.filter(Boolean), text: cleanQuestionText(one.text, () => false) },
        // Steps of an order have none.
        options: one.options.map((option) => (one.question_type === 'ordering' ? { ...option, misconception: '' } : option)),
      });
    expect(again.questions.map(plain)).toEqual(questions.map(plain));
    expect(quizProblems(ownQuiz({ questions: again.questions }))).toEqual([]);
  });
  it('leaves out numbers of each student’s own, and says so', async () => {
    const drawn = authored('drawn', 'numeric', {
      variables: [{ key: 'v', name: 'm', is_list: false, min: '1', max: '2', step: '1', list: '' }],
    });
    expect((await writeQti('T', [drawn], noPicture)).left).toEqual(['drawn']);
  });
});
