import { not, or, setup, stateIn } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const responseReasons: Reasons<'isAnswered'> = {
  isAnswered: 'There is no answer to comment on.',
};

/** Events for one student's response to one question. Events on points that a state does not take leave the points as they are. */
export type ResponseEvent =
  | { type: 'answer.submitted' }
  | { type: 'answer.omitted' }
  | { type: 'key.applied' }
  | { type: 'rule.applied' }
  | { type: 'points.withdrawn' }
  | { type: 'full.given' }
  | { type: 'full.kept' }
  | { type: 'suggestion.offered' }
  | { type: 'suggestion.withdrawn' }
  | { type: 'suggestion.accepted' }
  | { type: 'person.scored' }
  | { type: 'comment.written' }
  | { type: 'comments.takenBack' }
  | { type: 'question.dropped' }
  | { type: 'question.counted' }
  | { type: 'report.released' }
  | { type: 'report.recalled' }
  | { type: 'work.reassigned' };

const scoredByPerson = { target: 'byPerson', description: 'A teacher gives the points.' } as const;
const byKey = { target: 'byKey', description: 'The key scores the answer: at submission, or after a change of the scoring.' } as const;
const byRule = { target: 'byRule', description: 'The teacher lets the ideas score, and they score this answer.' } as const;
const withdrawn = { target: 'waiting', description: 'Neither a key nor a rule scores the answer any more.' } as const;
const full = { target: 'full', description: 'The teacher gives everyone full points.' } as const;
const stillFull = { target: 'full', description: 'Everyone has full points, and the scoring is changed in another way.' } as const;
const reassigned = { description: 'The teacher reassigns the quiz. What was answered and said goes to the history.' } as const;

/**
 * What one student's response to one question has, and who gave it its points (specification, sections 1 and 3: autograding). It has no
 * effects: the server asks it who may give the points, what may be suggested, and what can be commented on (decision 057).
 */
export const responseMachine = setup({
  types: { events: {} as ResponseEvent, meta: {} as ChartMeta },
  guards: {
    isAnswered: not(or([stateIn({ points: 'unsubmitted' }), stateIn({ points: 'unanswered' }), stateIn({ points: 'fullUnanswered' })])),
  },
}).createMachine({
  id: 'response',
  description:
    'One student’s response to one question: its points and who gave them, comments, whether it counts, and whether the student sees it. No key and no rule takes the place of a person’s points; only full points for everyone, which a person orders, stand above them while they hold.',
  meta: { reasons: responseReasons },
  type: 'parallel',
  states: {
    points: {
      description: 'Who gave the points.',
      initial: 'unsubmitted',
      on: { 'work.reassigned': { target: '.unsubmitted', ...reassigned } },
      states: {
        unsubmitted: {
          description: 'The student has not submitted the quiz.',
          on: {
            'answer.submitted': { target: 'waiting', description: 'The quiz is submitted with an answer.' },
            'answer.omitted': { target: 'unanswered', description: 'The quiz is submitted without an answer.' },
          },
        },
        unanswered: {
          description: 'There is no answer, so there are no points, and nothing to score.',
          on: {
            'full.given': { ...full, target: 'fullUnanswered' },
            'full.kept': { ...stillFull, target: 'fullUnanswered' },
          },
        },
        waiting: {
          description: 'The answer has no points. A person has to give them.',
          on: {
            'key.applied': byKey,
            'rule.applied': byRule,
            'full.given': full,
            'full.kept': stillFull,
            'suggestion.offered': { target: 'suggested', description: 'The class has ideas for the question, and they agree with people.' },
            'person.scored': scoredByPerson,
          },
        },
        suggested: {
          description: 'The answer has no points. The ideas in it suggest some.',
          on: {
            'suggestion.withdrawn': { target: 'waiting', description: 'The ideas are removed, or they agree with people no longer.' },
            'suggestion.accepted': { ...scoredByPerson, description: 'A teacher accepts the suggestion. The points are the teacher’s.' },
            'key.applied': byKey,
            'rule.applied': byRule,
            'full.given': full,
            'full.kept': stillFull,
            'person.scored': { ...scoredByPerson, description: 'A teacher gives other points than the suggested ones.' },
          },
        },
        byKey: {
          description: 'The key gave the points.',
          on: {
            'rule.applied': byRule,
            'points.withdrawn': withdrawn,
            'full.given': full,
            'full.kept': stillFull,
            'person.scored': scoredByPerson,
          },
        },
        byRule: {
          description: 'The ideas gave the points, because a teacher lets them.',
          on: {
            'key.applied': byKey,
            'points.withdrawn': withdrawn,
            'full.given': full,
            'full.kept': stillFull,
            'person.scored': scoredByPerson,
          },
        },
        byPerson: {
          description: 'A teacher gave the points. Keys and rules leave them.',
          on: {
            'person.scored': { ...scoredByPerson, reenter: true, description: 'The same or another teacher gives other points.' },
            'full.given': { ...full, target: 'fullOverPerson' },
          },
        },
        full: {
          description: 'The answer has full points, as everyone’s.',
          on: { 'key.applied': byKey, 'rule.applied': byRule, 'points.withdrawn': withdrawn, 'person.scored': scoredByPerson },
        },
        fullUnanswered: {
          description: 'There is no answer. It has full points, as everyone’s.',
          on: {
            'points.withdrawn': { target: 'unanswered', description: 'The teacher takes full points for everyone back.' },
          },
        },
        fullOverPerson: {
          description: 'The answer has full points, as everyone’s. What a teacher gave before is kept.',
          on: {
            'key.applied': { target: 'byPerson', description: 'The key holds again, so the teacher’s points do.' },
            'rule.applied': { target: 'byPerson', description: 'The rule holds again, so the teacher’s points do.' },
            'points.withdrawn': { target: 'byPerson', description: 'Full points for everyone are taken back.' },
            'person.scored': scoredByPerson,
          },
        },
      },
    },
    comments: {
      description: 'What teachers wrote.',
      initial: 'uncommented',
      on: { 'work.reassigned': { target: '.uncommented', ...reassigned } },
      states: {
        uncommented: {
          description: 'There is no comment.',
          on: { 'comment.written': { guard: 'isAnswered', target: 'commented', description: 'A teacher comments on the answer.' } },
        },
        commented: {
          description: 'There are comments. The student reads them once the result is released.',
          on: {
            'comment.written': { guard: 'isAnswered', target: 'commented', reenter: true, description: 'A teacher writes one more.' },
            'comments.takenBack': { target: 'uncommented', description: 'The last one is taken back before it was read.' },
          },
        },
      },
    },
    counting: {
      description: 'Whether the question counts.',
      initial: 'counted',
      on: { 'work.reassigned': { target: '.counted', ...reassigned } },
      states: {
        counted: {
          description: 'The points are part of the result.',
          on: { 'question.dropped': { target: 'dropped', description: 'The teacher drops the question in this class.' } },
        },
        dropped: {
          description: 'The class dropped the question. The points are kept, and count nowhere.',
          on: { 'question.counted': { target: 'counted', description: 'The teacher lets it count again.' } },
        },
      },
    },
    result: {
      description: 'What the student sees. The chart `release` says when.',
      initial: 'hidden',
      on: { 'work.reassigned': { target: '.hidden', ...reassigned } },
      states: {
        hidden: {
          description: 'The student sees neither points nor comments.',
          on: { 'report.released': { target: 'released', description: 'The result is released.' } },
        },
        released: {
          description: 'The student sees the points, the reasons for them, and the comments.',
          on: { 'report.recalled': { target: 'hidden', description: 'The teacher unreleases the result.' } },
        },
      },
    },
  },
});
