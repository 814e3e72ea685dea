import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeIds, decodeRouteValue, encodeRouteValue } from '../../src/views/routeValue.ts';

const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
/** A segment that is not a number and has no slash. */
const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => !/^(0|[1-9]\d*)$/.test(text) && !text.includes('/'));
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

describe('a route value', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(id, word), { minLength: 1, maxLength: 8 }), (parts) => {
        expect(decodeRouteValue(encodeRouteValue(...parts))).toEqual(parts);
      }),
      { numRuns: 2_000 },
    );
  });
  it('is safe in an address', () => {
    fc.assert(fc.property(fc.array(word, { maxLength: 8 }), (parts) => /^[\w-]*$/.test(encodeRouteValue(...parts))));
  });
  it('may be plain base64, with and without padding', () => {
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 4 }), (parts) => {
        const value = base64(parts.join('/'));
        expect(decodeRouteValue(value)).toEqual(parts);
        expect(decodeRouteValue(value.replaceAll('=', ''))).toEqual(parts);
      }),
    );
  });

  it('is refused or decoded, never thrown at, whatever it is; what is decoded has one spelling', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: fc.constantFrom(...'AZaz09+/=-_%.\u0000 <\'"'), maxLength: 40 }),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
      fc.string({ unit: fc.constantFrom(...'0123456789/.-e+ x'), maxLength: 40 }).map(base64),
    );
    let decoded = 0;
    fc.assert(
      fc.property(hostile, (value) => {
        const parts = decodeRouteValue(value);
        if (parts === null) return;
        decoded += 1;
        for (const part of parts) if (typeof part === 'number') expect(Number.isSafeInteger(part) && part >= 0).toBe(true);
        const canonical = value.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
        expect(encodeRouteValue(...parts)).toBe(canonical);
      }),
      { numRuns: 20_000 },
    );
    expect(decoded, 'some of the values are good ones').toBeGreaterThan(100);
  });

  it.each([
    ['nothing', ''],
    ['not base64', '***'],
    ['cut in the middle', encodeRouteValue(123_456, 789).slice(0, -1)],
    ['bits that say nothing', 'MR'],
    ['not UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
    ['too long', encodeRouteValue('a'.repeat(400))],
    ['an id beyond 2^53', encodeRouteValue('9007199254740993')],
  ])('is null for %s', (_what, value) => expect(decodeRouteValue(value)).toBeNull());

  it.each([
    ['a leading zero', '007'],
    ['a sign', '-1'],
    ['a fraction', '1.5'],
    ['an exponent', '1e3'],
  ])('is no id with %s', (_what, text) => expect(decodeIds(encodeRouteValue(text), 1)).toBeNull());

  it('has exactly as many ids as were asked for', () => {
    expect(decodeIds(encodeRouteValue(1, 2), 2)).toEqual([1, 2]);
    expect(decodeIds(encodeRouteValue(1, 2), 1)).toBeNull();
    expect(decodeIds(encodeRouteValue(1), 2)).toBeNull();
    expect(decodeIds(undefined, 1)).toBeNull();
  });
});
