import { type AuthoredQuestion, quizLimits } from '../../../contract/authoring.ts';
import { escapeHtml } from '../../escapeHtml.ts';
import { readDecimal } from '../../readDecimal.ts';
import { emptyPair } from '../emptyQuiz.ts';
import { htmlOf, type TextParts } from './qtiText.ts';
import { type FindingCode, type NewKey, optionOf, questionOf } from './reading.ts';
import { allIn, elementsIn, wordsOf, type XmlElement } from './xmlTree.ts';

// Items of QTI 2.1, 2.2 and 3.0: https://www.imsglobal.org/spec/qti/v3p0/impl. Names are those of QTI 2 (`readXml`).

const interactions = [
  ...['choiceInteraction', 'inlineChoiceInteraction', 'textEntryInteraction', 'extendedTextInteraction', 'orderInteraction'],
  ...['matchInteraction', 'associateInteraction', 'gapMatchInteraction'],
];
/** Kinds of question that there is no type for. */
const otherInteractions = [
  ...['hotspotInteraction', 'hottextInteraction', 'selectPointInteraction', 'graphicOrderInteraction', 'graphicAssociateInteraction'],
  ...['graphicGapMatchInteraction', 'positionObjectInteraction', 'positionObjectStage', 'sliderInteraction', 'mediaInteraction'],
  ...['drawingInteraction', 'uploadInteraction', 'customInteraction', 'portableCustomInteraction', 'endAttemptInteraction'],
];
const known = new Set(interactions);
const all = new Set([...interactions, ...otherInteractions]);

/** What an item declares for one interaction. */
interface Response {
  cardinality: string;
  baseType: string;
  right: string[];
  /** Points by answer. */
  mapped: [answer: string, points: number][];
  tolerance: string;
}

const number = (text: string | undefined) => readDecimal(text ?? '');
const valuesIn = (element: XmlElement | undefined) => (element ? elementsIn(element, 'value').map(wordsOf) : []);

/** Tolerances of `equal` comparisons, by response. The larger of two counts. */
function tolerancesOf(item: XmlElement): Map<string, string> {
  const found = new Map<string, string>();
  for (const equal of elementsIn(item, 'responseProcessing').flatMap((one) => allIn(one, new Set(['equal'])))) {
    const [variable] = allIn(equal, new Set(['variable']));
    const amounts = (equal.attributes.tolerance ?? '')
      .split(/\s+/)
      .map(number)
      .filter((one) => one !== undefined);
    if (!variable || amounts.length === 0) continue;
    const most = Math.max(...amounts);
    if (equal.attributes.toleranceMode === 'absolute') found.set(variable.attributes.identifier ?? '', String(most));
    if (equal.attributes.toleranceMode === 'relative') found.set(variable.attributes.identifier ?? '', `${most}%`);
  }
  return found;
}

function responsesOf(item: XmlElement): Map<string, Response> {
  const tolerances = tolerancesOf(item);
  return new Map(
    elementsIn(item, 'responseDeclaration').map((one) => {
      const { identifier = '', cardinality = 'single', baseType = '' } = one.attributes;
      const entries = elementsIn(one, 'mapping').flatMap((mapping) => elementsIn(mapping, 'mapEntry'));
      const mapped = entries.map(({ attributes }): [string, number] => [attributes.mapKey ?? '', number(attributes.mappedValue) ?? 0]);
      return [
        identifier,
        {
          ...{ cardinality, baseType, mapped, right: valuesIn(elementsIn(one, 'correctResponse')[0]) },
          tolerance: tolerances.get(identifier) ?? '',
        },
      ];
    }),
  );
}

/** Points of an item: what its outcome allows at most. */
function pointsOf(item: XmlElement): number {
  const outcomes = elementsIn(item, 'outcomeDeclaration');
  const named = (name: string) => outcomes.find(({ attributes }) => attributes.identifier === name);
  const points =
    number(valuesIn(elementsIn(named('MAXSCORE') ?? item, 'defaultValue')[0])[0]) ?? number(named('SCORE')?.attributes.normalMaximum);
  return points === undefined || points <= 0 ? 1 : Math.min(points, quizLimits.points);
}

const trueWords = new Set(['true', 'verdadero', 'cierto']);
const falseWords = new Set(['false', 'falso']);

/** An item being read: what is asked in one of its interactions. */
interface Asked {
  newKey: NewKey;
  note: (code: FindingCode) => void;
  response: Response;
  interaction: XmlElement;
}

type Read = Partial<AuthoredQuestion> & { question_type: AuthoredQuestion['question_type'] };

/** An option's words on one line. */
function lineOf({ note }: Pick<Asked, 'note'>, choice: XmlElement): string {
  const inner = { ...choice, children: choice.children.filter((child) => typeof child === 'string' || child.name !== 'feedbackInline') };
  const pictures = allIn(inner, new Set(['img', 'object']));
  if (pictures.length > 0) note('pictureLeft');
  const alternatives = pictures.map(({ attributes }) => attributes.alt ?? '').join(' ');
  return (wordsOf(inner) || alternatives.trim()).slice(0, quizLimits.line);
}
const feedbackOf = (choice: XmlElement) => elementsIn(choice, 'feedbackInline').map(wordsOf).join(' ');

/** The answers that are right: those that are named, or else those with the most points. */
function rightOf({ response: { right, mapped }, note }: Asked): Set<string> {
  const most = Math.max(0, ...mapped.map(([, points]) => points));
  if (mapped.some(([, points]) => points > 0 && points < most)) note('weights');
  return new Set(right.length > 0 ? right : mapped.filter(([, points]) => points > 0 && points === most).map(([answer]) => answer));
}

function readChoice(asked: Asked): Read {
  const { interaction, response, newKey, note } = asked;
  const choices = elementsIn(interaction, 'simpleChoice', 'inlineChoice');
  const right = rightOf(asked);
  const idOf = ({ attributes }: XmlElement) => attributes.identifier ?? '';
  const lines = choices.map((choice) => lineOf(asked, choice));
  const isTruth = (words: ReadonlySet<string>) => lines.findIndex((line) => words.has(line.toLowerCase()));
  const [yes, no] = [isTruth(trueWords), isTruth(falseWords)];
  const isMultiple = response.cardinality === 'multiple' && interaction.attributes.maxChoices !== '1';
  if (choices.length === 2 && yes >= 0 && no >= 0 && !isMultiple) {
    const is_true = right.has(idOf(choices[yes] as XmlElement)) ? true : right.has(idOf(choices[no] as XmlElement)) ? false : null;
    if (is_true === null) note('noRight');
    const wrong = choices[is_true ? no : yes];
    return { question_type: 'true_false', is_true, misconception: wrong ? feedbackOf(wrong).slice(0, quizLimits.line) : '' };
  }
  if (choices.length > quizLimits.options) note('moreOptions');
  const options = choices
    .slice(0, quizLimits.options)
    .map((choice, at) => optionOf(newKey, lines[at] as string, right.has(idOf(choice)), feedbackOf(choice)));
  if (!options.some(({ is_right }) => is_right)) note('noRight');
  return { question_type: isMultiple ? 'multiple_choice' : 'single_choice', options };
}

function readTyped(asked: Asked): Read {
  const { response, note } = asked;
  // A mapping names further spellings.
  const all = new Set([...rightOf(asked), ...rightOf({ ...asked, response: { ...response, right: [] } })]);
  const accepted = [...all].map((text) => text.slice(0, quizLimits.line));
  if (['float', 'integer'].includes(response.baseType)) {
    const [value = ''] = accepted;
    if (accepted.length > 1) note('weights');
    if (number(value) === undefined) note('noRight');
    return { question_type: 'numeric', value, tolerance: response.tolerance };
  }
  if (accepted.length === 0) note('noRight');
  return { question_type: 'short_text', accepted: accepted.slice(0, quizLimits.accepted) };
}

function readOrder(asked: Asked): Read {
  const { interaction, response, newKey, note } = asked;
  const choices = new Map(elementsIn(interaction, 'simpleChoice').map((one) => [one.attributes.identifier ?? '', one]));
  const order = response.right.flatMap((id) => choices.get(id) ?? []);
  if (order.length !== choices.size) note('noRight');
  if (choices.size > quizLimits.options) note('moreOptions');
  const steps = order.length === choices.size ? order : [...choices.values()];
  return {
    question_type: 'ordering',
    options: steps.slice(0, quizLimits.options).map((one) => optionOf(newKey, lineOf(asked, one), false)),
  };
}

/** Pairs out of two groups by what belongs together. `names`: what the left side is called, by identifier. */
function readPairs(asked: Asked, left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): Read {
  const { newKey, note } = asked;
  const pairs = new Map<string, string>();
  const used = new Set<string>();
  for (const pair of rightOf(asked)) {
    const [first = '', second = ''] = pair.split(/\s+/);
    const [from, to] = left.has(first) ? [first, second] : [second, first];
    if (!left.has(from) || !right.has(to)) note('noRight');
    else if (pairs.has(from)) note('severalRight');
    else {
      pairs.set(from, to);
      used.add(to);
    }
  }
  if (pairs.size < left.size) note('noRight');
  if (left.size > quizLimits.options) note('moreOptions');
  return {
    question_type: 'matching',
    pairs: [...left]
      .slice(0, quizLimits.options)
      .map(([id, text]) => ({ ...emptyPair(newKey()), left: text, right: right.get(pairs.get(id) ?? '') ?? '' })),
    extras: [...right]
      .filter(([id]) => !used.has(id))
      .map(([, text]) => text)
      .slice(0, quizLimits.options),
  };
}

function readMatch(asked: Asked): Read {
  const named = (choices: readonly XmlElement[]) => new Map(choices.map((one) => [one.attributes.identifier ?? '', lineOf(asked, one)]));
  const { interaction } = asked;
  if (interaction.name === 'associateInteraction') {
    const choices = named(elementsIn(interaction, 'simpleAssociableChoice'));
    // Either side may be named first: the first of each pair is what is asked for.
    const first = new Set(asked.response.right.map((pair) => pair.split(/\s+/)[0] ?? ''));
    return readPairs(asked, new Map([...choices].filter(([id]) => first.has(id))), new Map([...choices].filter(([id]) => !first.has(id))));
  }
  const [left, right] = elementsIn(interaction, 'simpleMatchSet').map((set) => named(elementsIn(set, 'simpleAssociableChoice')));
  return readPairs(asked, left ?? new Map(), right ?? new Map());
}

const gapNames = new Set(['gap']);
function readGaps(asked: Asked): Read {
  const gaps = allIn(asked.interaction, gapNames).map(({ attributes }, at): [string, string] => [
    attributes.identifier ?? '',
    `[${at + 1}]`,
  ]);
  const words = elementsIn(asked.interaction, 'gapText', 'gapImg').map((one): [string, string] => [
    one.attributes.identifier ?? '',
    lineOf(asked, one),
  ]);
  return readPairs(asked, new Map(gaps), new Map(words));
}

function readInteraction(asked: Asked): Read {
  switch (asked.interaction.name) {
    case 'choiceInteraction':
    case 'inlineChoiceInteraction':
      return readChoice(asked);
    case 'textEntryInteraction':
      return readTyped(asked);
    case 'extendedTextInteraction':
      return { question_type: 'short_text', is_scored_by_person: true, example: asked.response.right.join('\n').slice(0, 2000) };
    case 'orderInteraction':
      return readOrder(asked);
    case 'gapMatchInteraction':
      return readGaps(asked);
    default:
      return readMatch(asked);
  }
}

/** Elements of a gap match that belong to its text. */
const isGapText = ({ name }: XmlElement) => name !== 'gapText' && name !== 'gapImg' && name !== 'prompt';

/**
 * Reads an item. One with several places to answer becomes several questions with the same text, each about one place. What cannot be taken
 * over is noted.
 * @param pictureAt the name of the picture at an address, as the item gives it; null if it cannot be taken over
 */
export function readQtiItem(
  item: XmlElement,
  newKey: NewKey,
  note: (code: FindingCode) => void,
  pictureAt: (address: string) => string | null,
): AuthoredQuestion[] {
  const picture: TextParts['picture'] = ({ attributes }) => {
    const name = pictureAt(attributes.src ?? attributes.data ?? '');
    if (name === null) note('pictureLeft');
    return name;
  };
  const [body] = elementsIn(item, 'itemBody');
  const found = body ? allIn(body, all) : [];
  const asked = found.filter(({ name }) => known.has(name));
  if (!body || found.length === 0) note('noInteraction');
  else if (asked.length < found.length) note('interaction');
  if (!body || asked.length === 0 || asked.length < found.length) return [];
  if (elementsIn(item, 'templateDeclaration').length > 0) {
    note('template');
    return [];
  }
  if (asked.length > 1) note('split');
  const responses = responsesOf(item);
  const points = Math.max(0.01, Math.round((pointsOf(item) / asked.length) * 100) / 100);
  const explanation = elementsIn(item, 'modalFeedback')
    .map((one) => htmlOf(elementsIn(one, 'contentBody')[0] ?? one, { replace: () => undefined, picture }))
    .join('');
  return asked.map((interaction, at) => {
    const response = responses.get(interaction.attributes.responseIdentifier ?? '');
    const shown = htmlOf(body, {
      picture,
      replace: (element) => {
        if (!known.has(element.name)) return undefined;
        const isInline = element.name === 'textEntryInteraction' || element.name === 'inlineChoiceInteraction';
        // The other places are left open.
        if (isInline) return asked.length === 1 ? '____' : element === interaction ? `<strong>[${at + 1}]</strong>` : '…';
        if (element !== interaction) return '';
        const prompt = elementsIn(element, 'prompt')
          .map((one) => htmlOf(one, { replace: () => undefined, picture }))
          .join('');
        if (element.name !== 'gapMatchInteraction') return prompt;
        const gaps = allIn(element, gapNames);
        const inner = { ...element, children: element.children.filter((child) => typeof child === 'string' || isGapText(child)) };
        return `${prompt}${htmlOf(inner, {
          replace: (child) => (child.name === 'gap' ? `<strong>${escapeHtml(`[${gaps.indexOf(child) + 1}]`)}</strong>` : undefined),
          picture,
        })}`;
      },
    });
    // A place for the answer below the words says nothing.
    const text = shown.replace(/<p>____<\/p>$/, '');
    if (text === '') note('noText');
    if (!response) note('noRight');
    const read = readInteraction({
      ...{ newKey, note, interaction },
      response: response ?? { cardinality: 'single', baseType: '', right: [], mapped: [], tolerance: '' },
    });
    const { question_type, ...fields } = read;
    return questionOf(newKey, question_type, { text, explanation, points, ...fields });
  });
}
