import fc from 'fast-check';
import { UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTokenClock } from '../../src/services/login/tokenClock.ts';

const second = 1_000;
const minute = 60 * second;
/** The server's time when the token is issued. */
const issued = Date.UTC(2030, 0, 15, 15, 0);

const tokenOf = (lifeInSeconds: number | undefined, claims: Record<string, unknown> = {}) =>
  new UnsecuredJWT({
    iat: issued / 1000,
    ...(lifeInSeconds === undefined ? {} : { exp: issued / 1000 + lifeInSeconds }),
    ...claims,
  }).encode();

/** A device whose clock is wrong by `skew` ms. */
function device(skew = 0) {
  const time = { now: issued + skew, elapsed: 5_000 };
  return {
    clock: createTokenClock({ now: () => time.now, elapsed: () => time.elapsed }),
    /** Lets time pass. While asleep, only the wall clock advances. */
    pass: (ms: number, isAsleep = false) => {
      time.now += ms;
      if (!isAsleep) time.elapsed += ms;
    },
    set: (now: number) => {
      time.now = now;
    },
  };
}

describe('the clock of the access token', () => {
  it('refreshes 80 s before the expiry', () => {
    expect(device().clock.start(tokenOf(15 * 60), 0)).toBe(15 * minute - 80 * second);
  });

  it('goes by the server, whatever the device says: hours ahead or behind', () => {
    fc.assert(
      fc.property(fc.integer({ min: -48 * 60, max: 48 * 60 }), (skewInMinutes) => {
        const skew = skewInMinutes * minute;
        expect(device(skew).clock.start(tokenOf(15 * 60), -skew)).toBe(15 * minute - 80 * second);
      }),
    );
    for (const skew of [-1800, -850, -80, 0, 80, 850, 1800]) {
      expect(device(skew * second).clock.start(tokenOf(15 * 60), -skew * second)).toBe(15 * minute - 80 * second);
    }
  });

  it('takes a new token’s own time of issue where no answer has told the server’s time', () => {
    expect(device(3 * 3600 * second).clock.start(tokenOf(15 * 60), undefined)).toBe(15 * minute - 80 * second);
  });

  it.each([
    ['lives for a minute only', 60],
    ['lives for 80 s', 80],
    ['lives for 84 s', 84],
    ['has expired already', -10],
  ])('waits 5 s at least for a token that %s', (_, life) => {
    expect(device().clock.start(tokenOf(life), 0)).toBe(5 * second);
  });

  it('never refreshes a token without an expiry', () => {
    const { clock, pass } = device();
    const token = tokenOf(undefined);
    expect(clock.start(token, 0)).toBe(Number.MAX_SAFE_INTEGER);
    pass(365 * 24 * 3600 * second);
    expect(clock.remaining(token)).toBeGreaterThan(0);
  });

  it('bears an expiry that no timer can wait for', () => {
    const life = 40 * 24 * 3600;
    expect(device().clock.start(tokenOf(life), 0)).toBe(life * second - 80 * second);
  });

  it('throws for a token that is no JWT', () => {
    expect(() => device().clock.start('opaque', 0)).toThrow();
  });

  it('knows after a sleep that time has passed, though the other clock stood still', () => {
    const { clock, pass } = device();
    const token = tokenOf(15 * 60);
    clock.start(token, 0);
    pass(20 * minute, true);
    expect(clock.remaining(token)).toBeLessThan(0);
  });

  it('is not held up by a device clock that is set back', () => {
    const { clock, pass, set } = device();
    const token = tokenOf(15 * 60);
    clock.start(token, 0);
    pass(10 * minute);
    set(issued - 5 * 3600 * second);
    expect(clock.remaining(token)).toBe(5 * minute - 80 * second);
  });

  it('costs at most one refresh when the device clock is set ahead', () => {
    const { clock, set } = device();
    const token = tokenOf(15 * 60);
    clock.start(token, 0);
    set(issued + 5 * 3600 * second);
    expect(clock.remaining(token)).toBeLessThan(0);
    const next = tokenOf(15 * 60, { jti: 'next' });
    clock.start(next, -5 * 3600 * second);
    expect(clock.remaining(next)).toBe(15 * minute - 80 * second);
  });

  it('follows the tab that refreshed, by the device clock that both have', () => {
    const [one, other] = [device(70 * minute), device(70 * minute)];
    const token = tokenOf(15 * 60);
    one.clock.start(token, -70 * minute);
    other.pass(300);
    expect(other.clock.follow(token, one.clock.dueAt(token))).toBe(15 * minute - 80 * second - 300);
  });

  it('keeps the time of the own token while acting with another one', () => {
    const { clock } = device();
    const [own, acting] = [tokenOf(15 * 60), tokenOf(30 * 60)];
    clock.start(acting, 0);
    clock.start(own, 0);
    expect(clock.remaining(acting)).toBe(30 * minute - 80 * second);
  });

  it('knows nothing of a token that it never saw', () => {
    expect(device().clock.remaining('unknown')).toBe(Number.POSITIVE_INFINITY);
  });
});
