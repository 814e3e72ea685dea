import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { AuthoredQuestion } from '../../../contract/authoring.ts';
import { escapeHtml } from '../../escapeHtml.ts';
import { readDecimal } from '../../readDecimal.ts';
import { readTolerance } from '../drawing.ts';
import { picturesOf } from '../quizProblems.ts';
import { replacePictures } from '../richQuestion.ts';

const namespace = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
const template = (name: string) =>
  `<qti-response-processing template="https://www.imsglobal.org/question/qti_v3p0/rptemplates/${name}.xml"/>`;

/** Paths of pictures in the package, by the names that documents give them. */
type Paths = ReadonlyMap<string, string>;

/** HTML of the document as XHTML. */
const xhtml = (html: string, paths: Paths) => {
  const text = replacePictures(html, (name, alt) => `<img src="../${paths.get(name)}" alt="${alt}"/>`)
    .replaceAll('<br>', '<br/>')
    .replaceAll('&nbsp;', '&#160;');
  return /^\s*</.test(text) ? text : `<p>${text}</p>`;
};

interface Declared {
  cardinality: string;
  baseType: string;
  right: readonly string[];
  /** All accepted answers, if there are several ways to write the right one. */
  accepted?: readonly string[];
  /** The interaction and what follows the text. */
  interaction: string;
  processing?: string;
}

const choice = (id: string, text: string, misconception = '') =>
  `<qti-simple-choice identifier="${id}">${escapeHtml(text)}${
    misconception === ''
      ? ''
      : `<qti-feedback-inline outcome-identifier="FEEDBACK" identifier="${id}" show-hide="show">${escapeHtml(misconception)}</qti-feedback-inline>`
  }</qti-simple-choice>`;

const typedEntry = '<p><qti-text-entry-interaction response-identifier="RESPONSE"/></p>';

/** A numeric answer within its tolerance. */
function equalProcessing(tolerance: string): string {
  const { amount = 0, isPercent = false } = readTolerance(tolerance) ?? {};
  const mode = amount === 0 ? 'exact' : isPercent ? 'relative' : 'absolute';
  const given = amount === 0 ? '' : ` tolerance="${amount} ${amount}"`;
  return (
    `<qti-response-processing><qti-response-condition><qti-response-if><qti-equal tolerance-mode="${mode}"${given}>` +
    '<qti-variable identifier="RESPONSE"/><qti-correct identifier="RESPONSE"/></qti-equal>' +
    '<qti-set-outcome-value identifier="SCORE"><qti-variable identifier="MAXSCORE"/></qti-set-outcome-value>' +
    '</qti-response-if></qti-response-condition></qti-response-processing>'
  );
}

/** What a question's type declares; null if the format has no way to write it. */
function declared(question: AuthoredQuestion): Declared | null {
  const { options } = question;
  const id = (index: number) => `A${index + 1}`;
  switch (question.question_type) {
    case 'single_choice':
    case 'multiple_choice': {
      const isOne = question.question_type === 'single_choice';
      const choices = options.map(({ text, misconception }, index) => choice(id(index), text, misconception)).join('');
      return {
        ...{ cardinality: isOne ? 'single' : 'multiple', baseType: 'identifier' },
        right: options.flatMap(({ is_right }, index) => (is_right ? [id(index)] : [])),
        interaction: `<qti-choice-interaction response-identifier="RESPONSE" max-choices="${isOne ? 1 : 0}">${choices}</qti-choice-interaction>`,
      };
    }
    case 'true_false': {
      const { is_true, misconception } = question;
      const choices =
        choice('true', 'True', is_true === false ? misconception : '') + choice('false', 'False', is_true ? misconception : '');
      return {
        ...{ cardinality: 'single', baseType: 'identifier', right: is_true === null ? [] : [String(is_true)] },
        interaction: `<qti-choice-interaction response-identifier="RESPONSE" max-choices="1">${choices}</qti-choice-interaction>`,
      };
    }
    case 'short_text': {
      if (question.is_scored_by_person)
        return {
          ...{ cardinality: 'single', baseType: 'string', right: question.example === '' ? [] : [question.example] },
          ...{ interaction: '<qti-extended-text-interaction response-identifier="RESPONSE"/>', processing: '' },
        };
      const accepted = question.accepted.filter((text) => text.trim() !== '');
      return {
        ...{ cardinality: 'single', baseType: 'string', right: accepted.slice(0, 1), accepted, interaction: typedEntry },
        processing: template('map_response'),
      };
    }
    case 'numeric': {
      const value = readDecimal(question.value);
      if (question.variables.length > 0) return null;
      return {
        ...{ cardinality: 'single', baseType: 'float', right: value === undefined ? [] : [String(value)] },
        ...{ interaction: typedEntry, processing: equalProcessing(question.tolerance) },
      };
    }
    case 'ordering': {
      // In the order of their words, since the right order would give the answer away.
      const choices = options
        .map(({ text }, index) => ({ text, id: id(index) }))
        .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
      return {
        ...{ cardinality: 'ordered', baseType: 'identifier', right: options.map((_, index) => id(index)) },
        interaction: `<qti-order-interaction response-identifier="RESPONSE">${choices.map((one) => choice(one.id, one.text)).join('')}</qti-order-interaction>`,
      };
    }
    case 'matching': {
      const words = [...new Set([...question.pairs.map(({ right }) => right), ...question.extras])];
      const one = (name: string, text: string, most: number) =>
        `<qti-simple-associable-choice identifier="${name}" match-max="${most}">${escapeHtml(text)}</qti-simple-associable-choice>`;
      const set = (all: string[]) => `<qti-simple-match-set>${all.join('')}</qti-simple-match-set>`;
      const left = question.pairs.map((pair, index) => one(`L${index + 1}`, pair.left, 1));
      const right = words.map((text, index) => one(`R${index + 1}`, text, 0));
      return {
        ...{ cardinality: 'multiple', baseType: 'directedPair' },
        right: question.pairs.map((pair, index) => `L${index + 1} R${words.indexOf(pair.right) + 1}`),
        interaction: `<qti-match-interaction response-identifier="RESPONSE" max-associations="0">${set(left)}${set(right)}</qti-match-interaction>`,
      };
    }
    default:
      return null;
  }
}

/** A question as an item of QTI 3.0; null if the format has no way to write it. */
function qtiItem(question: AuthoredQuestion, identifier: string, title: string, paths: Paths): string | null {
  const kind = declared(question);
  if (!kind) return null;
  const { cardinality, baseType, right, accepted = [], interaction, processing = template('match_correct') } = kind;
  const values = right.map((one) => `<qti-value>${escapeHtml(one)}</qti-value>`).join('');
  const entries = accepted.map(
    (one) => `<qti-map-entry map-key="${escapeHtml(one)}" mapped-value="${question.points}" case-sensitive="false"/>`,
  );
  const mapping = entries.length === 0 ? '' : `<qti-mapping default-value="0">${entries.join('')}</qti-mapping>`;
  const outcome = (name: string, value: number) =>
    `<qti-outcome-declaration identifier="${name}" cardinality="single" base-type="float"><qti-default-value><qti-value>${value}</qti-value></qti-default-value></qti-outcome-declaration>`;
  const feedback =
    question.explanation === ''
      ? ''
      : `<qti-modal-feedback outcome-identifier="FEEDBACK" identifier="explanation" show-hide="hide"><qti-content-body>${xhtml(question.explanation, paths)}</qti-content-body></qti-modal-feedback>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<qti-assessment-item xmlns="${namespace}" identifier="${identifier}" title="${escapeHtml(title)}" adaptive="false" time-dependent="false">
<qti-response-declaration identifier="RESPONSE" cardinality="${cardinality}" base-type="${baseType}">${
    values === '' ? '' : `<qti-correct-response>${values}</qti-correct-response>`
  }${mapping}</qti-response-declaration>
${outcome('SCORE', 0)}${outcome('MAXSCORE', question.points)}
<qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/>
<qti-item-body>${xhtml(question.text, paths)}${interaction}</qti-item-body>
${processing}${feedback}
</qti-assessment-item>
`;
}

/**
 * Questions as a QTI 3.0 package, and the keys of those that it cannot hold: questions with numbers of each student's own, and diagrams.
 * @param load an uploaded picture by its name
 */
export async function writeQti(
  title: string,
  questions: readonly AuthoredQuestion[],
  load: (picture_id: string) => Promise<{ media_type: string; bytes: Uint8Array<ArrayBuffer> }>,
): Promise<{ bytes: Uint8Array; left: string[] }> {
  const named = picturesOf(questions.filter(({ question_type }) => question_type !== 'label_diagram'));
  const pictures = await Promise.all([...named].map(async (name) => ({ name, ...(await load(name)) })));
  const paths: Paths = new Map(pictures.map(({ name, media_type }) => [name, `media/${name}.${media_type.replace('image/', '')}`]));
  const items = questions.map((question, index) => ({
    key: question.key,
    name: `items/q${index + 1}.xml`,
    xml: qtiItem(question, `q${index + 1}`, `${title} ${index + 1}`.trim(), paths),
    files: [...picturesOf([question])].flatMap((name) => paths.get(name) ?? []),
  }));
  const written = items.filter((item): item is typeof item & { xml: string } => item.xml !== null);
  const resources = written.map(
    ({ name, files }, index) =>
      `<resource identifier="r${index + 1}" type="imsqti_item_xmlv3p0" href="${name}">${[name, ...files].map((href) => `<file href="${href}"/>`).join('')}</resource>`,
  );
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="quiz">
<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>
<organizations/>
<resources>${resources.join('')}</resources>
</manifest>
`;
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const encoder = new TextEncoder();
  await zip.add('imsmanifest.xml', new Uint8ArrayReader(encoder.encode(manifest)));
  for (const { name, xml } of written) await zip.add(name, new Uint8ArrayReader(encoder.encode(xml)));
  for (const { name, bytes } of pictures) await zip.add(paths.get(name) as string, new Uint8ArrayReader(bytes));
  return { bytes: await zip.close(), left: items.filter(({ xml }) => xml === null).map(({ key }) => key) };
}
