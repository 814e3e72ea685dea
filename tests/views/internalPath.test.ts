import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { internalPath, rememberedTarget } from '../../src/views/public/internalPath.ts';

/** Targets that lead to another site, or run code, in some browser or router. */
const hostile = [
  'https://evil.example',
  'http://evil.example/',
  'HTTPS://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example//',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/\u00a0/evil.example',
  '/\u200b/evil.example',
  '/\ufeff/evil.example',
  '/\u2028/evil.example',
  '/%2fevil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%5c%5cevil.example',
  '/%252f%252fevil.example',
  '/%25252fevil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%00/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/../..//evil.example',
  '/%2e%2e//evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '/\u0000javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  'evil.example',
  'evil.example/authenticated',
  '@evil.example',
  'https://product.invalid@evil.example',
  '/@evil.example/..//evil.example',
  '/%',
  '/%c0%af',
  '?next=//evil.example',
  '#//evil.example',
  '',
  '.',
  '..',
  `/${'a'.repeat(2_000)}`,
];

const friendly = [
  '/',
  '/authenticated/content/contentHome',
  '/authenticated/assignments?tab=shared&q=a%20b#top',
  '/authenticated/studentDashboard/studentLessonPlayer/MTIvMzQ',
  '/authenticated/glossary/subject?term=caf%C3%A9',
  '/authenticated/content/contentHome?url=https%3A%2F%2Fother.example%2F',
];

describe('a place to go to after sign-in', () => {
  it('has at least 40 hostile examples', () => expect(new Set(hostile).size).toBeGreaterThanOrEqual(40));
  it.each(hostile)('is never %j', (text) => {
    expect(internalPath(text)).toBeNull();
    expect(rememberedTarget(`?${new URLSearchParams({ server: 'proc', redirect: text })}`)).toBeNull();
  });
  it.each(hostile.filter((text) => text !== '' && text !== '.' && !text.startsWith('?') && !text.startsWith('#')))(
    'is inside the product, if at all, with %j as the path below a good place',
    (path) => {
      const target = rememberedTarget(`?${new URLSearchParams({ server: 'proc', redirect: '/authenticated', path })}`);
      if (target !== null) expect(new URL(target, 'https://here.example').origin).toBe('https://here.example');
    },
  );
  it.each(friendly)('may be %s', (text) => expect(internalPath(text)).toBe(text));

  it('stays in the product, whatever is asked for, decoded or not (property)', { timeout: 30_000 }, () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '//', '\\', '%2f', '%5c', '%252f', '%', ':', '@', '.', '..', '?', '#', '\t', '\n', '\u00a0', '\u200b'),
      fc.constantFrom('https:', 'javascript:', 'data:', 'evil.example', 'authenticated', 'a', 'é'),
      fc.string({ maxLength: 4, unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = internalPath(pieces.join(''));
        if (target === null) return;
        for (const base of ['https://here.example', 'http://127.0.0.1:4100/account/code'])
          expect(new URL(target, base).origin).toBe(new URL(base).origin);
        let plain = new URL(target, 'https://here.example').pathname;
        for (let round = 0; round < 3; round++) {
          expect(plain).not.toMatch(/^\/[/\\]/);
          plain = decodeURIComponent(plain);
        }
        expect(internalPath(target)).toBe(target);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('what ?server=proc remembers', () => {
  it.each([
    ['?server=proc&redirect=/authenticated/assignments', '/authenticated/assignments'],
    ['?server=proc&redirect=/authenticated&path=assignments', '/authenticated/assignments'],
    ['?server=proc&redirect=/authenticated/&path=/content/contentHome', '/authenticated/content/contentHome'],
    ['?server=proc&redirect=/authenticated&path=', '/authenticated'],
    ['?server=proc', null],
    ['?server=other&redirect=/authenticated', null],
    ['?redirect=/authenticated', null],
    ['?server=proc&redirect=//evil.example&path=a', null],
    ['?server=proc&path=/authenticated', null],
  ])('%s: %s', (search, expected) => expect(rememberedTarget(search)).toBe(expected));
});
