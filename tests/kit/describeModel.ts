import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { writeCoverage } from './coverage.ts';
import { type ExploredModel, exploreModel, type Model, modelProblems } from './modelKit.ts';
import { delayProblems, ruleProblems } from './rules.ts';
import { stepProblems } from './steps.ts';
import { tagProblems } from './tags.ts';
import { walkActors } from './walkActor.ts';

/** Maximum number of problems to print. One mistake in a chart can break hundreds of paths. */
const SHOWN = 12;

/** Fails with the problems themselves as the message. */
export function expectNone(problems: readonly string[]): void {
  const more = problems.length > SHOWN ? [`… and ${problems.length - SHOWN} more`] : [];
  if (problems.length > 0) expect.fail([...problems.slice(0, SHOWN), ...more].join('\n'));
}

/** The model with states apart that differ in whether the context has a `problem`: what forgets it is seen. Walks of screens need not. */
export const problemsApart = (model: Model): Model => ({
  ...model,
  project: (context) => [model.project?.(context as never), (Object(context).problem ?? null) === null],
});

/** The model tests of one chart: the written rules, reachability, and every (state, event) pair on a real actor. */
export function describeModel<M extends AnyStateMachine>(given: Model<M>): void {
  const model = problemsApart(given as unknown as Model);
  let explored: ExploredModel | undefined;
  const explore = () => {
    explored ??= exploreModel(model);
    return explored;
  };
  describe(`the ${model.machine.id} chart`, () => {
    it('keeps the written rules for charts', () => expectNone([...ruleProblems(model.machine), ...delayProblems(model)]));

    it('reaches every state, takes every transition and every event, and hears yes and no from every guard', () => {
      expectNone(modelProblems(explore()));
    });

    it('has tags that mean what they say', () => expectNone(tagProblems(explore())));

    it('takes, runs, and tells what its model says, and fails for a reason', () => expectNone(stepProblems(explore())));

    it('is what a real actor does, on every (state, event) pair, with its invariants kept', async () => {
      const { problems, record } = await walkActors(explore());
      writeCoverage(record);
      expectNone([...problems, ...record.missing.map((name) => `transition that the actor never took: ${name}`)]);
    });
  });
}
