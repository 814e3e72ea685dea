import { claimMachine } from '../../machines/quiz/claimMachine.ts';
import { contactMachine } from '../../machines/quiz/contactMachine.ts';
import { quizActors } from '../../services/quiz/quiz.ts';

/** The actors of the `quiz` chart: its calls, and the charts that it runs with theirs. */
export function quizCharts(ports: Parameters<typeof quizActors>[0]) {
  const actors = quizActors(ports);
  return { ...actors, claim: claimMachine.provide({ actors }), contact: contactMachine.provide({ actors }) };
}
