import { expect, it } from 'vitest';
import { textOf, textsOf } from '../../server/content/plainText.ts';

it('text is what a reader sees', () => {
  expect(textOf('<p>Rain&nbsp;&amp; <b>snow</b></p>\n<svg><title>Cloud</title><text>1</text></svg><p>a &lt; b > c</p>')).toBe(
    'Rain & snow a < b > c',
  );
  expect(textOf('<p title="a > b">One</p><script>two()</script>')).toBe('One');
  expect(textOf('<p>So <math alttext="a^2"><mi>a</mi><mn>2</mn></math> <img src="x" alt="A cell"></p>')).toBe('So a^2 A cell');
  expect(textOf('')).toBe('');
});

it('texts are those of the elements asked for, the outer of two', () => {
  const html = '<h2>The <strong>water</strong> cycle</h2><p>It <strong>rains</strong>.</p><h3 id="x">Snow</h3><h2>Open';
  expect(textsOf(html, 'h2', 'h3')).toEqual(['The water cycle', 'Snow', 'Open']);
  expect(textsOf(html, 'h2', 'strong')).toEqual(['The water cycle', 'rains', 'Open']);
  expect(textsOf(html, 'h4')).toEqual([]);
});
