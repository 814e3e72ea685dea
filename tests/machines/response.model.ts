import { responseMachine } from '../../src/machines/autograde/responseMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const full = ['full', 'fullUnanswered', 'fullOverPerson'];

export const responseModel = defineModel({
  machine: responseMachine,
  events: [
    { type: 'answer.submitted' },
    { type: 'answer.omitted' },
    { type: 'key.applied' },
    { type: 'rule.applied' },
    { type: 'points.withdrawn' },
    { type: 'full.given' },
    { type: 'full.kept' },
    { type: 'suggestion.offered' },
    { type: 'suggestion.withdrawn' },
    { type: 'suggestion.accepted' },
    { type: 'person.scored' },
    { type: 'comment.written' },
    { type: 'comments.takenBack' },
    { type: 'question.dropped' },
    { type: 'question.counted' },
    { type: 'report.released' },
    { type: 'report.recalled' },
    { type: 'work.reassigned' },
  ],
  takes: {
    'work.reassigned': ['points', 'comments', 'counting', 'result'],
    'full.given': ['points.unanswered', 'points.waiting', 'points.suggested', 'points.byKey', 'points.byRule', 'points.byPerson'],
    'full.kept': ['points.unanswered', 'points.waiting', 'points.suggested', 'points.byKey', 'points.byRule'],
    'key.applied': ['points.waiting', 'points.suggested', 'points.byRule', 'points.full', 'points.fullOverPerson'],
    'rule.applied': ['points.waiting', 'points.suggested', 'points.byKey', 'points.full', 'points.fullOverPerson'],
    'person.scored': [
      'points.waiting',
      'points.suggested',
      'points.byKey',
      'points.byRule',
      'points.byPerson',
      'points.full',
      'points.fullOverPerson',
    ],
    'points.withdrawn': ['points.byKey', 'points.byRule', 'points.full', 'points.fullUnanswered', 'points.fullOverPerson'],
    'comment.written': ['comments.uncommented', 'comments.commented'],
  },
  leads: {
    'answer.submitted': ['points.waiting'],
    'answer.omitted': ['points.unanswered'],
    'work.reassigned': ['points.unsubmitted', 'comments.uncommented', 'counting.counted', 'result.hidden'],
    'key.applied': ['points.byKey', 'points.byPerson'],
    'rule.applied': ['points.byRule', 'points.byPerson'],
    'full.given': ['points.full', 'points.fullUnanswered', 'points.fullOverPerson'],
    'full.kept': ['points.full', 'points.fullUnanswered'],
    'person.scored': ['points.byPerson'],
    'comment.written': ['comments.commented'],
    'question.counted': ['counting.counted'],
    'report.recalled': ['result.hidden'],
    'points.withdrawn': ['points.waiting', 'points.unanswered', 'points.byPerson'],
    'suggestion.withdrawn': ['points.waiting'],
    'suggestion.accepted': ['points.byPerson'],
    'comments.takenBack': ['comments.uncommented'],
  },
  stepInvariants: {
    'a person’s points give way only to full points that a person orders': (before, event, after) =>
      before.value.points !== 'byPerson' || after.value.points === 'byPerson' || ['full.given', 'work.reassigned'].includes(event.type),
    'a person’s points come back from under full points': (before, event, after) =>
      before.value.points !== 'fullOverPerson' ||
      ['fullOverPerson', 'byPerson'].includes(after.value.points) ||
      event.type === 'work.reassigned',
    'a suggestion is no score before somebody accepts it': (before, event, after) =>
      event.type !== 'suggestion.offered' || after.value.points === 'suggested' || after.value.points === before.value.points,
    'points are a person’s only by a person': (before, event, after) =>
      before.value.points === 'byPerson' ||
      before.value.points === 'fullOverPerson' ||
      after.value.points !== 'byPerson' ||
      ['person.scored', 'suggestion.accepted'].includes(event.type),
    'full points for everyone come from that order alone': (before, event, after) =>
      full.includes(before.value.points) || !full.includes(after.value.points) || ['full.given', 'full.kept'].includes(event.type),
    'no points come or go by comments, by the release, or because the question does not count': (before, event, after) =>
      !/^(comment|report|question)/.test(event.type) || before.value.points === after.value.points,
    'what is reassigned begins anew': (_, event, after) =>
      event.type !== 'work.reassigned' ||
      (after.value.points === 'unsubmitted' && after.value.comments === 'uncommented' && after.value.result === 'hidden'),
  },
  noScreen: 'The chart never runs: the server asks it. tests/server/responseChart.test.ts holds it against the server’s answers.',
});
