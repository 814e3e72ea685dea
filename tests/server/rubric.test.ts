import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Idea, mostWayLetters } from '../../contract/scoring.ts';
import { ideaProblems, rubricOf, wayKey, wayProblem } from '../../server/areas/quiz/rubric.ts';

/** Ideas to the question why it is warmer in summer, as a teacher of both languages writes them. */
const ideas: Idea[] = [
  {
    name: 'tilt',
    points: 1,
    ways: ['axis & tilt*', 'axis & inclin*', 'eje & inclin*', 'tilt* … sun', 'tierra … inclinad*', 'because of the tilt', '23.5 degrees'],
  },
  { name: 'steep', points: 1, ways: ['light … direct', 'steep*', 'sun … higher', 'rayo … directo', 'sol … alto', 'luz … directa'] },
  { name: 'long', points: 1, ways: ['day … longer', 'día … largo', '15 h'] },
  { name: 'no distance', points: 1, ways: ['not closer', 'not … closer', 'no … cerca', 'not because … distance'] },
  { name: 'distance', points: 1, ways: ['closer', 'más cerca', 'distance'] },
];
const score = rubricOf(ideas, 5);
const found = (answer: string) =>
  score(answer)
    .ideas.filter(({ outcome }) => outcome === 'found')
    .map(({ name }) => name)
    .join(', ');

describe('ideas in an answer', () => {
  it.each([
    // English, right.
    ['Earth’s axis is tilted.', 'tilt'],
    ["Earth's axis tilts.", 'tilt'],
    ['the AXIS is TILTED', 'tilt'],
    ['Tilted axis', 'tilt'],
    ['It is tilted on its axis', 'tilt'],
    ['The axis is inclined', 'tilt'],
    ['Earth tilts toward the Sun', 'tilt'],
    ['because of the tilt', 'tilt'],
    ['Because of the tilt: the Sun is higher in the sky and the days are longer.', 'tilt, steep, long'],
    ['It has a tilt of 23.5 degrees', 'tilt'],
    ['It has a tilt of 23.5°', 'tilt'],
    ['23,5 grados', 'tilt'],
    ['about 23.5 degree', 'tilt'],
    ['The light is more direct', 'steep'],
    ['Light hits it directly', ''],
    ['The light comes in steeper', 'steep'],
    ['a steep angle', 'steep'],
    ['the sun gets higher', 'steep'],
    ['the days are longer', 'long'],
    ['a longer day', ''],
    ['each day is much longer', 'long'],
    ['The day has 15 hours of light', 'long'],
    ['15h of sunshine', 'long'],
    ['15 h', 'long'],
    ['900 minutes of light', 'long'],
    ['15 km', ''],
    ['there are 15 of them', ''],
    ['axis. It is tilted', ''],
    ['axis! tilted?', ''],
    ['The axis,\nwhich is tilted', ''],
    ['The axis, which is tilted', 'tilt'],
    ['The axis; it is tilted', 'tilt'],
    ['axes are tilted', ''],
    // Spanish, right.
    ['El eje de la Tierra está inclinado.', 'tilt'],
    ['el eje de la tierra esta inclinado', 'tilt'],
    ['EL EJE ESTÁ INCLINADO', 'tilt'],
    ['Por la inclinación del eje', 'tilt'],
    ['Porque la Tierra está inclinada', 'tilt'],
    ['los rayos llegan más directos', 'steep'],
    ['Los rayos son mas directos y los días son más largos', 'steep, long'],
    ['la luz es más directa', 'steep'],
    ['el sol está más alto', 'steep'],
    ['El día es más largo', 'long'],
    ['los dias mas largos', 'long'],
    ['15 horas de luz', 'long'],
    // Both languages in one answer.
    ['El eje is tilted, so the days are longer', 'long'],
    ['the axis está inclinado', 'tilt'],
    // Negations, English.
    ['The axis is not tilted', ''],
    ["The axis isn't tilted", ''],
    ['The axis isn’t tilted', ''],
    ['The axis isnt tilted', ''],
    ['The axis is never tilted', ''],
    ['The days are not longer', ''],
    ["The days aren't longer", ''],
    ['The days arent longer', ''],
    ["The days don't get longer", ''],
    ['the days dont get longer', ''],
    ['the days doesnt get longer', ''],
    ['The sun cannot be higher', ''],
    ['The sun cant be higher', ''],
    ['Without a steep angle', ''],
    ['neither steep', ''],
    ['nor steep', ''],
    ['no steep light', ''],
    ['none of it is steep', ''],
    ['The days won’t be longer', ''],
    ['The days wont be longer', ''],
    ['The sun didn’t get higher', ''],
    ['It is not closer', 'no distance'],
    ["It isn't closer", 'no distance'],
    ['it isnt closer', 'no distance'],
    ['closer', 'distance'],
    ['The Earth is closer to the Sun in summer.', 'distance'],
    ['earth is closer to the sun in summer!!', 'distance'],
    ['not because of the distance', 'no distance'],
    ['It is not because of the distance', 'no distance'],
    ['It is not because it is closer', 'no distance'],
    ['It is not closer, the axis is tilted', 'tilt, no distance'],
    ['It is not closer but the axis is tilted', 'tilt, no distance'],
    ['It is not closer because the axis is tilted', 'tilt, no distance'],
    ['It does not move. It is closer', 'distance'],
    ['It does not move: it is closer', 'distance'],
    ['No, it is closer', 'distance'],
    ['No! It is closer', 'distance'],
    ['It does not move so it is closer', 'distance'],
    ['not only steep', 'steep'],
    ['It is not only closer', 'no distance, distance'],
    ['not just steep', 'steep'],
    ['not one two three steep', ''],
    ['not one two three four steep', 'steep'],
    ['The axis is tilted, not straight', 'tilt'],
    ['The days are longer, but not the nights', 'long'],
    // Negations, Spanish.
    ['El eje no está inclinado', ''],
    ['el eje nunca está inclinado', ''],
    ['El eje jamás está inclinado', ''],
    ['Los días no son más largos', ''],
    ['sin rayos directos', ''],
    ['ni rayos directos', ''],
    ['tampoco el sol está más alto', ''],
    ['ningún día es más largo', ''],
    ['No está más cerca', 'no distance'],
    ['la Tierra no está mas cerca del Sol', 'no distance'],
    ['Porque la Tierra está más cerca del Sol.', 'distance'],
    ['porque la tierra esta mas cerca del sol', 'distance'],
    ['No está más cerca, sino que el eje está inclinado', 'tilt, no distance'],
    ['No está más cerca sino que los días son más largos', 'long, no distance'],
    ['No es porque está más cerca', 'no distance'],
    ['No, está más cerca', 'distance'],
    ['no se mueve pero está más cerca', 'distance'],
    ['no solo los días son más largos', 'long'],
    ['no sólo los rayos son directos', 'steep'],
    ['no solamente los rayos son directos', 'steep'],
    // Misspellings.
    ['the axis is tiltd', 'tilt'],
    ['the axs is tilted', ''],
    ['the dayz are longer', ''],
    ['the days are lnoger', 'long'],
    ['the days are longerr', 'long'],
    ['the light is more dirct', 'steep'],
    ['the sun is hihger', 'steep'],
    ['the sun is higer', 'steep'],
    ['it is clsoer', 'distance'],
    ['the distence', 'distance'],
    ['la distansia', ''],
    ['el eje esta inclndo', 'tilt'],
    ['el eje esta inlcinado', 'tilt'],
    ['los rayos directoss', ''],
    ['los rayos dirrectos', 'steep'],
    // False friends.
    ['the light is indirect', ''],
    ['the light has a direction', ''],
    ['the sunlight is high', ''],
    ['the night is longer', ''],
    ['daylight is longer', ''],
    ['close', 'distance'],
    ['closest', ''],
    ['The Sun is farther', ''],
    ['el sol es grande', ''],
    ['taxis tilted', ''],
    ['cercano', ''],
    ['it is tilting the table', ''],
    // Odd.
    ['', ''],
    ['   ', ''],
    ['?????', ''],
    ['idk', ''],
    ['<b>steep</b>', 'steep'],
    ['<img src=x onerror=alert("steep")>', 'steep'],
    ['=SUM(A1:A9)', ''],
    ['لأن محور الأرض مائل', ''],
    ['🌍 axis 🔭 tilted 🌞', 'tilt'],
    ['a\u0301xis is tilted', 'tilt'],
    ['el di\u0301a es ma\u0301s largo', 'long'],
    ['ｓｔｅｅｐ', 'steep'],
    ['S T E E P', ''],
    ['steep-angle', 'steep'],
    ['"steep"', 'steep'],
  ])('%s → %s', (answer, expected) => expect(found(answer)).toBe(expected));
});

describe('what was found', () => {
  const answer = '🌍 No: El eje está inclinado… and the days aren’t longer.';
  const { points, ideas: all } = score(answer);
  it('is marked in the text as the student wrote it', () => {
    const said = all.map(({ name, outcome, places }) => [name, outcome, ...places.map(({ start, end }) => answer.slice(start, end))]);
    expect(said).toEqual([
      ['tilt', 'found', 'eje', 'inclinado'],
      ['steep', 'missing'],
      ['long', 'negated', 'days', 'longer'],
      ['no distance', 'missing'],
      ['distance', 'missing'],
    ]);
    expect(points).toBe(1);
  });
  it('is where it is meant, not where it is denied', () => {
    const text = 'It is not closer. In January it is closer.';
    const [place] = rubricOf([{ name: 'distance', points: 1, ways: ['closer'] }], 1)(text).ideas[0]!.places;
    expect(place).toEqual({ start: text.lastIndexOf('closer'), end: text.length - 1 });
  });
  it('earns at most what the question is worth, and parts of points add up', () => {
    const three = ['one', 'two', 'three'].map((name) => ({ name, points: 0.7, ways: [name] }));
    expect(rubricOf(three, 2)('one two three').points).toBe(2);
    expect(rubricOf(three, 3)('one two three').points).toBe(2.1);
    expect(rubricOf(three, 2)('four').points).toBe(0);
  });
});

describe('a way', () => {
  const finds = (way: string, text: string) => rubricOf([{ name: 'x', points: 1, ways: [way] }], 1)(text).points === 1;
  it.each([
    ['tilted axis', 'a tilted axis', true],
    ['tilted axis', 'the axis is tilted', false],
    ['tilted axis', 'tilted. Axis', false],
    ['tilt*', 'tilting', true],
    ['tilt*', 'stilts', false],
    ['hot … rises', 'hot air rises', true],
    ['hot ... rises', 'hot air rises', true],
    ['hot … rises', 'it rises when hot', false],
    ['axis & tilt*', 'tilted on its axis', true],
    ['not closer', 'it is closer', false],
    ['never', 'it never does', true],
    ['5 N', 'a force of 5 newtons', true],
    ['0.5 N', 'a force of 500 mN acts', true],
    ['5 N', 'a force of 5 J', false],
    ['5 N', 'a force of 5', false],
    ['5', 'a force of 5 N', true],
    ['-5 °C', 'it is −5 °C', true],
    ['-5 °C', 'it is 5 °C', false],
    ['3 x 10^8 m/s', 'light has 300 000 km/s', true],
    ['15 km per hour', 'at 15 km/h', true],
    ['mitosis', 'meiosis', false],
    ['photons', 'protons', false],
    ['(a|b)+$', 'b', false],
    ['[a-z].*', 'tilted', false],
  ])('%s in “%s” → %s', (way, text, expected) => expect(finds(way, text)).toBe(expected));

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['?!', 'wordless'],
    ['&', 'wordless'],
    ['axis &', 'loose'],
    ['… rises', 'loose'],
    ['a & … b', 'loose'],
    ['a'.repeat(mostWayLetters + 1), 'long'],
    ['tilted axis', undefined],
  ])('“%s” cannot be read: %s', (way, problem) => expect(wayProblem(way)).toBe(problem));

  it('is the same as another one that finds the same', () => {
    expect(wayKey(' The  DAYS ')).toBe(wayKey('the day'));
    expect(wayKey('0.5 N')).toBe(wayKey('500 mN'));
    expect(wayKey('axis & tilt')).not.toBe(wayKey('axis tilt'));
  });
});

describe('ideas of a teacher', () => {
  const idea = (more: Partial<Idea> = {}): Idea => ({ name: 'tilt', points: 1, ways: ['tilt*'], ...more });
  it.each<[string, Idea[], object[]]>([
    ['can be used', [idea(), idea({ name: 'steep' })], []],
    ['have no name', [idea({ name: ' ' })], [{ problem: 'nameMissing', idea: 0 }]],
    ['have a name twice', [idea(), idea({ name: ' TILT ' })], [{ problem: 'nameTwice', idea: 1 }]],
    ['earn more than the question', [idea({ points: 3 })], [{ problem: 'pointsTooMany', idea: 0 }]],
    ['have no way', [idea({ ways: [] })], [{ problem: 'wayMissing', idea: 0 }]],
    ['have an empty way', [idea({ ways: ['tilt', ' '] })], [{ problem: 'wayUnreadable', idea: 0, way: 1 }]],
    ['have a way twice', [idea({ ways: ['day', 'Days'] })], [{ problem: 'wayTwice', idea: 0, way: 1 }]],
  ])('%s', (_, ideas, problems) => expect(ideaProblems(ideas, 2)).toEqual(problems));
});

describe('whatever students and teachers write', () => {
  const pieces = fc.constantFrom(
    'axis',
    'tilted',
    'not',
    'no',
    '…',
    '&',
    '*',
    '.',
    ',',
    ' ',
    '15 h',
    'días',
    '\u0301',
    '😀',
    'مائل',
    '<b>',
    '(',
    '\\',
    '$',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces, { maxLength: 30 }).map((all) => all.join(' ')),
  );
  it('marks lie in the text, and points between none and all', () =>
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), (answer, ways) => {
        const { points, ideas: all } = rubricOf([{ name: 'x', points: 2, ways }], 1)(answer);
        expect(points).toBeGreaterThanOrEqual(0);
        expect(points).toBeLessThanOrEqual(1);
        for (const { outcome, places } of all) {
          expect(places.length > 0).toBe(outcome !== 'missing');
          for (const { start, end } of places) expect(0 <= start && start < end && end <= answer.length).toBe(true);
        }
      }),
      { numRuns: 300 },
    ));
  it('an answer is a way to say it, unless signs have a meaning in it', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('axis', 'tilted', 'eje', 'días', 'Sun'), { minLength: 1, maxLength: 8 }), (words) => {
        const way = words.join(' ');
        expect(rubricOf([{ name: 'x', points: 1, ways: [way] }], 1)(`It is so. ${way}!`).points).toBe(1);
      }),
    ));
  it('10,000 letters take as many steps as they have words', () => {
    const ways = Array.from({ length: 20 }, (_, at) => `not … axis${at} … tilted & day`);
    const many = rubricOf(
      Array.from({ length: 12 }, (_, at) => ({ name: `${at}`, points: 1, ways })),
      5,
    );
    for (const word of ['axis0 tilted not ', 'a', '5 5 5 ', '. ', '15 km per hour ']) {
      const long = word.repeat(10_000 / word.length);
      expect(many(long).ideas).toHaveLength(12);
    }
  });
});
