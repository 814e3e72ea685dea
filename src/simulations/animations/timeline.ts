/** @returns the progress of `time` between two moments, 0 before the first and 1 after the second, with easing. */
export function between(time: number, from: number, to: number): number {
  const share = Math.min(Math.max((time - from) / (to - from), 0), 1);
  return share * share * (3 - 2 * share);
}

/** @returns the value at `time`, linearly interpolated between the points, which are in order of time. */
export function through(time: number, points: readonly (readonly [time: number, value: number])[]): number {
  let [before] = points;
  for (const point of points) {
    if (before && time < point[0]) {
      const share = (time - before[0]) / (point[0] - before[0] || 1);
      return before[1] + (point[1] - before[1]) * Math.max(share, 0);
    }
    before = point;
  }
  return before?.[1] ?? 0;
}
