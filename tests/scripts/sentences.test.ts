import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { filesUnder, root } from '../../scripts/kit.ts';
import { withoutSentences } from '../../scripts/sentencesPlugin.ts';

const charts = filesUnder('src/machines').filter((file) => file.endsWith('Machine.ts'));
const calls = filesUnder('contract').filter((file) => file.endsWith('.ts'));

/** Code as it runs, by its tree: without places, and without sentences under the key. */
const treeOf = (code: string, key: string): unknown =>
  JSON.parse(
    JSON.stringify(parseAst(code, { lang: 'ts' }), (name, value) => {
      if (name === 'start' || name === 'end') return undefined;
      if (!Array.isArray(value)) return value;
      return value.filter((one) => !(one?.type === 'Property' && one.key.name === key && / /.test(String(one.value.value ?? ''))));
    }),
  );

describe('sentences that built pages do without', () => {
  it.each([...charts.map((file) => [file, 'description'] as const), ...calls.map((file) => [file, 'summary'] as const)])(
    'of %s leave the rest as it is',
    (file, key) => {
      const code = readFileSync(join(root, file), 'utf8');
      const lean = withoutSentences(code, key);
      expect(treeOf(lean, key)).toEqual(treeOf(code, key));
      if (charts.includes(file)) expect(lean.length).toBeLessThan(code.length);
      expect(withoutSentences(lean, key)).toBe(lean);
    },
  );

  it('go whatever they are made of, and nothing goes with them', () => {
    const code = `const a = { description: 'It\\'s "here", is it: \u00e9 \u{1F600}?', b: 1 }; const c = { d: 2, description: "Two words" };`;
    expect(withoutSentences(code, 'description')).toBe('const a = {  b: 1 }; const c = { d: 2,  };');
  });

  it('stay where they are data, a single word, text within a text, or made while it runs', () => {
    const code = [
      "const chart = { context: { description: 'Two words' }, input: () => ({ description: 'Two words' }) };",
      "const one = { description: 'Word', say: \"description: 'Two words'\" };",
      'const made = { description: `Two words`, [description]: 1 };',
    ].join('\n');
    expect(withoutSentences(code, 'description')).toBe(code);
  });
});
