import { isDeepStrictEqual } from 'node:util';
import { animationNames } from '../../common/simulationNames.ts';
import { type Caption, readVtt, writeVtt } from '../../common/webVtt.ts';
import type { AuthoredBody, AuthoredItem } from '../../contract/authoredItem.ts';
import { type ItemBody, Language } from '../../contract/content.ts';
import { plainLine } from '../../contract/plainLine.ts';
import type { Row } from '../db/schema.ts';
import { type Drawings, fromForm, toForm } from './authoredText.ts';
import { cleanQuestionText } from './richText.ts';

/** What the form of an item has of its row. */
export type StoredItem = Pick<
  Row<'content_item'>,
  'title' | 'summary' | 'body' | 'minutes' | 'grades' | 'standards' | 'sources' | 'language_id' | 'lexile' | 'spanish_remark'
>;

type Spoken = Extract<ItemBody, { kind: 'film' | 'video' }>;
const captionLanguages = { en: Language.english, es: Language.spanish } as const;

/** The captions of a body in a language. */
const captionsIn = ({ captions, translations = [] }: Spoken, own: number, language_id: number): readonly Caption[] =>
  language_id === own ? captions : (translations.find((one) => one.language_id === language_id)?.captions ?? []);

function captionsToForm(body: Spoken, language_id: number) {
  const text = (code: keyof typeof captionLanguages) => writeVtt(captionsIn(body, language_id, captionLanguages[code]), body.duration);
  return { en: text('en'), es: text('es') };
}

/** The captions of a body as the form says them. Those that stay are not written anew. */
function captionsFromForm(written: Readonly<Record<'en' | 'es', string>> | undefined, stored: Spoken, language_id: number) {
  const before = captionsToForm(stored, language_id);
  if (written === undefined || isDeepStrictEqual(written, before)) return {};
  const read = (code: keyof typeof captionLanguages): Caption[] => {
    if (written[code] === before[code]) return [...captionsIn(stored, language_id, captionLanguages[code])];
    const found = readVtt(written[code]);
    return 'captions' in found ? found.captions : [];
  };
  const all = (['en', 'es'] as const).map((code) => ({ language_id: captionLanguages[code] as number, captions: read(code) }));
  return {
    captions: all.find((one) => one.language_id === language_id)?.captions ?? [],
    translations: all.filter((one) => one.language_id !== language_id && one.captions.length > 0),
  };
}

/** A document with the fields that its form has got since it was saved, as the item has them. */
export function withEveryField(document: AuthoredItem, now: AuthoredItem): AuthoredItem {
  const { body } = document;
  if ((body.kind !== 'film' && body.kind !== 'video') || body.kind !== now.body.kind) return document;
  return { ...document, body: { ...now.body, ...body } as AuthoredBody };
}

/** An item's row with its body read. @throws for the bodies of quizzes and sets of terms, which this form does not have */
function bodyToForm(body: ItemBody, language_id: number, text: (html: string) => string): AuthoredBody {
  switch (body.kind) {
    case 'html':
      return { kind: 'html', html: text(body.html) };
    case 'pages':
      return { kind: 'pages', pages: body.pages.map(text), lexile: body.lexile, spanish_remark: body.spanish_remark ?? '' };
    case 'film':
      return { kind: 'film', text_alternative: text(body.text_alternative_html ?? ''), captions: captionsToForm(body, language_id) };
    case 'file':
      return { kind: 'file', why: text(body.why_html) };
    case 'video':
      return { kind: 'video', animation: body.animation, captions: captionsToForm(body, language_id) };
    case 'interactive': {
      const { simulation, parameters } = body;
      return {
        ...{ kind: 'interactive', simulation, parameters },
        ...{ instructions: text(body.instructions_html), text_alternative: text(body.text_alternative_html) },
      };
    }
    case 'data':
      return { kind: 'data', csv: body.csv, columns: body.columns, plot: body.plot, task: text(body.task_html) };
    case 'link':
      return { kind: 'link', url: body.url, why: text(body.why_html) };
    case 'quiz':
      throw new Error('A quiz is edited by its questions.');
    case 'terms':
      throw new Error('A set of terms is not of the catalog.');
  }
}

/** An item as its form has it. The same item is always the same document. Adds the drawings of its texts to `drawings`. */
export function itemToForm(item: StoredItem, drawings: Drawings): AuthoredItem {
  const { summary, minutes, language_id } = item;
  const sources = JSON.parse(item.sources) as { name: string; note?: string }[];
  return {
    ...{ title: plainLine(item.title), summary: plainLine(summary), minutes },
    ...{ grades: JSON.parse(item.grades) as string[], standards: JSON.parse(item.standards) as string[] },
    sources: sources.map(({ name, note = '' }) => ({ name: plainLine(name), note: plainLine(note) })),
    body: bodyToForm(JSON.parse(item.body) as ItemBody, language_id, (html) => toForm(html, language_id, drawings)),
  };
}

/** The texts of a body as its form has them. */
function mapTexts(body: AuthoredBody, text: (html: string) => string): AuthoredBody {
  switch (body.kind) {
    case 'html':
      return { ...body, html: text(body.html) };
    case 'pages':
      return { ...body, pages: body.pages.map(text) };
    case 'film':
      return { ...body, text_alternative: text(body.text_alternative) };
    case 'interactive':
      return { ...body, instructions: text(body.instructions), text_alternative: text(body.text_alternative) };
    case 'data':
      return { ...body, task: text(body.task) };
    case 'file':
    case 'link':
      return { ...body, why: text(body.why) };
    case 'video':
      return body;
  }
}

/** Texts of an item's form with sanitized HTML. `isKnown`: names of drawings and pictures that they may have. */
export const cleanedItem = (item: AuthoredItem, isKnown: (picture_id: string) => boolean): AuthoredItem => ({
  ...item,
  grades: item.grades.filter(Boolean),
  standards: item.standards.filter(Boolean),
  body: mapTexts(item.body, (html) => cleanQuestionText(html, isKnown)),
});

/** The body that the player gets. What the form has no field for stays as it is stored. */
export function bodyFromForm(item: AuthoredItem, { body, language_id }: StoredItem, drawings: Readonly<Drawings>): ItemBody {
  const stored = JSON.parse(body) as ItemBody;
  const written = item.body;
  const text = (html: string, before: string) => fromForm(html, before, language_id, drawings);
  if (written.kind === 'html' && stored.kind === 'html') return { ...stored, html: text(written.html, stored.html) };
  if (written.kind === 'pages' && stored.kind === 'pages') {
    // A page that moved is not written anew either.
    const same = new Map(stored.pages.map((page) => [toForm(page, language_id, {}), page]));
    return {
      ...stored,
      ...{ lexile: written.lexile, spanish_remark: written.spanish_remark || null },
      pages: written.pages.map((page) => same.get(page) ?? text(page, '')),
    };
  }
  if (written.kind === 'film' && stored.kind === 'film')
    return {
      ...{ ...stored, ...captionsFromForm(written.captions, stored, language_id) },
      text_alternative_html: text(written.text_alternative, stored.text_alternative_html ?? ''),
    };
  if (written.kind === 'video' && stored.kind === 'video')
    return {
      ...{ ...stored, ...captionsFromForm(written.captions, stored, language_id) },
      animation: animationNames.find((name) => name === written.animation) ?? stored.animation,
    };
  if (written.kind === 'file' && stored.kind === 'file') return { ...stored, why_html: text(written.why, stored.why_html) };
  if (written.kind === 'interactive' && stored.kind === 'interactive')
    return {
      ...{ kind: 'interactive', simulation: written.simulation, parameters: written.parameters },
      instructions_html: text(written.instructions, stored.instructions_html),
      text_alternative_html: text(written.text_alternative, stored.text_alternative_html),
    };
  if (written.kind === 'data' && stored.kind === 'data') {
    const { csv, columns, plot } = written;
    return { kind: 'data', csv, columns, plot, task_html: text(written.task, stored.task_html) };
  }
  if (written.kind === 'link' && stored.kind === 'link')
    return { kind: 'link', url: written.url, why_html: text(written.why, stored.why_html) };
  return stored;
}

/** The columns of the item's row that its form says. */
export function rowFromForm(item: AuthoredItem, stored: StoredItem, drawings: Readonly<Drawings>) {
  const body = bodyFromForm(item, stored, drawings);
  return {
    ...{ title: item.title, summary: item.summary, minutes: item.minutes, body: JSON.stringify(body) },
    ...{ grades: JSON.stringify(item.grades), standards: JSON.stringify(item.standards), sources: JSON.stringify(item.sources) },
    ...(body.kind === 'pages' ? { lexile: body.lexile, spanish_remark: body.spanish_remark } : {}),
  };
}
