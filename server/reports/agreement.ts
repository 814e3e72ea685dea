/** How far two raters agree, such as suggestions and people. */
export interface Agreement {
  /** Answers that both have scored. */
  answers: number;
  /** Share with the same score, 0 to 1; null: no answers. */
  exact: number | null;
  /** Cohen's kappa with quadratic weights, −1 to 1; null: no answers, or all scores are the same. */
  kappa: number | null;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[], center: number) => mean(values.map((value) => (value - center) ** 2));

/**
 * Agreement of pairs of scores. The weights of kappa are the squares of the differences (Cohen 1968), so the disagreement by chance is the
 * mean square difference of two scores that have nothing to do with each other.
 */
export function agreementOf(pairs: readonly (readonly [number, number])[]): Agreement {
  const answers = pairs.length;
  if (answers === 0) return { answers, exact: null, kappa: null };
  const [a, b] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  const [meanA, meanB] = [mean(a), mean(b)];
  const observed = mean(pairs.map(([one, other]) => (one - other) ** 2));
  const byChance = variance(a, meanA) + variance(b, meanB) + (meanA - meanB) ** 2;
  return {
    answers,
    exact: pairs.filter(([one, other]) => one === other).length / answers,
    kappa: byChance === 0 ? null : 1 - observed / byChance,
  };
}

/** Fewer scored answers say nothing about the suggestions. */
export const fewestChecked = 20;
/** Suggestions that agree less with people are not offered. */
export const leastKappa = 0.6;

/** Whether suggestions may be shown, and whether enough answers say that they are good. */
export function offerOf({ answers, exact, kappa }: Agreement): { is_offered: boolean; is_checked: boolean } {
  const is_checked = answers >= fewestChecked;
  // If all have the same points, kappa says nothing, but exact agreement does.
  return { is_offered: !is_checked || (kappa === null ? exact === 1 : kappa >= leastKappa), is_checked };
}
