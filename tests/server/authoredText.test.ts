import { describe, expect, it } from 'vitest';
import { picturesIn } from '../../common/authoring/richQuestion.ts';
import { isHandedIn, Language } from '../../contract/content.ts';
import { itemToForm } from '../../server/content/authoredItem.ts';
import { type Drawings, fromForm, toForm } from '../../server/content/authoredText.ts';
import { textOf } from '../../server/content/plainText.ts';
import { readCourses } from '../../server/content/readCourse.ts';
import { cleanQuestionText } from '../../server/content/richText.ts';
import { sampleFiles } from '../../server/sample/files.ts';
import { htmlOf } from '../../server/search/terms.ts';

const en = Language.english;
const figure = (inside: string) =>
  `<figure class="figure"><svg aria-label="A cell">${inside}</svg><figcaption>A cell</figcaption></figure>`;

describe('the form of a stored text', () => {
  it('shows headings one level lower, and stores them where they were', () => {
    const stored = '<h2>Heat</h2>\n<p>Warm.</p>\n<h3>Cold</h3>';
    const form = toForm(stored, en, {});
    expect(form).toBe('<h3>Heat</h3><p>Warm.</p><h4>Cold</h4>');
    expect(fromForm(`${form}<p>More.</p>`, stored, en, {})).toBe('<h2>Heat</h2><p>Warm.</p><h3>Cold</h3><p>More.</p>');
  });

  it('keeps a text that was not changed as it is stored', () => {
    const stored = '<table>\n<thead>\n<tr>\n<th align="left">A</th></tr></thead></table>\n<hr>';
    expect(fromForm(toForm(stored, en, {}), stored, en, {})).toBe(stored);
  });

  it('has the words of a drawing, and puts the drawing back where it stands', () => {
    const drawings: Drawings = {};
    const stored = `<p>One.</p>\n${figure('<title>Cell</title><g><circle /></g>')}\n<p>Two.</p>`;
    const form = toForm(stored, en, drawings);
    const [name = ''] = picturesIn(form);
    expect(form).toBe(`<p>One.</p><p><img src="picture/${name}" alt="A cell"></p><p>Two.</p>`);
    const drawing = drawings[name] ?? '';
    expect(stored).toContain(drawing);
    expect(fromForm(`<p>Here <img src="picture/${name}" alt="A cell"> it is.</p>`, stored, en, drawings)).toBe(
      `<p>Here </p>${drawing}<p> it is.</p>`,
    );
    expect(fromForm(`<p><img src="picture/${name}" alt="An egg cell"></p>`, stored, en, drawings)).toBe(
      drawing.replace('A cell', 'An egg cell'),
    );
  });

  it('keeps lines to write on', () => {
    const drawings: Drawings = {};
    const lines = '<div class="write-lines"><div></div><div></div></div>';
    const form = toForm(`<p>Why?</p>\n${lines}`, Language.spanish, drawings);
    expect(form).toContain('alt="Líneas para escribir: 2"');
    expect(fromForm(`${form}<p>End.</p>`, '', Language.spanish, drawings)).toBe(`<p>Why?</p>${lines}<p>End.</p>`);
  });
});

describe('every text of the sample course', () => {
  const items = readCourses(sampleFiles()).products.flatMap(({ language_id, units }) =>
    units.flatMap((unit) => unit.items.filter((item) => !isHandedIn(item.item_type_id)).map((item) => ({ item, language_id }))),
  );

  it('keeps its words and drawings when it is edited', () => {
    for (const { item, language_id } of items) {
      const html = htmlOf(item.body);
      const drawings: Drawings = {};
      const form = toForm(html, language_id, drawings);
      expect(cleanQuestionText(form, () => true)).toBe(form);
      const stored = fromForm(`${form}<p>End.</p>`, html, language_id, drawings);
      expect(textOf(stored)).toBe(`${textOf(html)} End.`);
      for (const drawing of Object.values(drawings)) expect(stored).toContain(drawing);
    }
  });

  it('makes the same document of the same item', () => {
    for (const { item, language_id } of items) {
      const row = {
        ...{ title: item.title, summary: item.summary, minutes: item.minutes, body: JSON.stringify(item.body), language_id },
        ...{ grades: JSON.stringify(item.grades), standards: JSON.stringify(item.standards), sources: JSON.stringify(item.sources) },
        ...{ lexile: item.lexile, spanish_remark: item.spanish_remark },
      };
      expect(itemToForm(row, {})).toEqual(itemToForm(row, {}));
    }
  });
});
