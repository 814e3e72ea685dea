import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { filesUnder, root } from '../../scripts/kit.ts';
import { ofCalls, ofCharts, withoutSentences } from '../../scripts/sentencesPlugin.ts';

const parts = ['emailedLink', 'form', 'occupied', 'passwordPair', 'secondFactor/factorParts'].map((name) => `src/machines/${name}.ts`);
const charts = [...filesUnder('src/machines').filter((file) => file.endsWith('Machine.ts')), ...parts];
const calls = filesUnder('contract').filter((file) => file.endsWith('.ts'));

/** Code as a syntax tree, without positions and without sentences under the key. */
const treeOf = (code: string, key: string): unknown =>
  JSON.parse(
    JSON.stringify(parseAst(code, { lang: 'ts' }), (name, value) => {
      if (name === 'start' || name === 'end') return undefined;
      if (!Array.isArray(value)) return value;
      return value.filter((one) => !(one?.type === 'Property' && one.key.name === key && one.value.type === 'Literal'));
    }),
  );

describe('sentences that built pages do without', () => {
  it.each([...charts.map((file) => [file, ofCharts] as const), ...calls.map((file) => [file, ofCalls] as const)])(
    'of %s leave the rest as it is',
    (file, prose) => {
      const code = readFileSync(join(root, file), 'utf8');
      const lean = withoutSentences(code, prose);
      expect(treeOf(lean, prose.key)).toEqual(treeOf(code, prose.key));
      if (charts.includes(file)) expect(lean.length).toBeLessThan(code.length);
      expect(withoutSentences(lean, prose)).toBe(lean);
    },
  );

  it('go whatever they are made of, and nothing goes with them', () => {
    const code = `setup({}).createMachine({ states: { a: { description: 'It\\'s "here": \u00e9 \u{1F600}?', b: 1 }, c: { d: 2, description: "Two words" } } });`;
    expect(withoutSentences(code, ofCharts)).toBe('setup({}).createMachine({ states: { a: {  b: 1 }, c: { d: 2,  } } });');
  });

  it('stay where the same key is data', () => {
    const code = [
      "const one = { description: 'Two words', say: \"description: 'Two words'\" };",
      "const actions = { setDraft: assign({ draft: () => ({ description: 'Add a short introduction' }) }) };",
      'const chart = setup({ actions }).createMachine({',
      "  context: { description: 'Two words' },",
      "  meta: { reasons: { description: 'Two words' } },",
      "  entry: assign({ draft: { description: 'Two words' } }),",
      "  on: { opened: { actions: { type: 'set', params: { description: 'Two words' } } } },",
      "  output: () => ({ description: 'Two words' }),",
      '});',
    ].join('\n');
    expect(withoutSentences(code, ofCharts)).toBe(code);
    const summary = "const Lesson = v.object({ summary: 'Two words' });";
    expect(withoutSentences(summary, ofCalls)).toBe(summary);
  });
});
