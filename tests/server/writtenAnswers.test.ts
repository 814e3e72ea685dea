import { describe, expect, it } from 'vitest';
import { type AnswerKey, score } from '../../server/areas/quiz/score.ts';
import { items } from '../content/sample.ts';

const isRight = (key: AnswerKey, answer_text: string) => score(key, 1, { answer_id: null, answer_text }).is_correct;

/** Every unit in the sample's keys, written out in English and in Spanish. */
const writtenOut: Record<string, [english: string, spanish: string]> = {
  '': ['times', 'veces'],
  '%': ['percent', 'por ciento'],
  'Earth years': ['Earth years', 'años terrestres'],
  'años terrestres': ['Earth years', 'años terrestres'],
  J: ['joules', 'julios'],
  L: ['liters', 'litros'],
  MJ: ['megajoules', 'megajulios'],
  N: ['newtons', 'newtons'],
  V: ['volts', 'voltios'],
  'W/m²': ['watts per square meter', 'vatios por metro cuadrado'],
  beats: ['beats', 'latidos'],
  'beats/min': ['beats per minute', 'latidos por minuto'],
  chromosomes: ['chromosomes', 'cromosomas'],
  cm: ['centimeters', 'centímetros'],
  'cm/year': ['centimeters per year', 'centímetros por año'],
  cups: ['cups', 'tazas'],
  days: ['days', 'días'],
  días: ['days', 'días'],
  g: ['grams', 'gramos'],
  'g/cm³': ['grams per cubic centimeter', 'gramos por centímetro cúbico'],
  h: ['hours', 'horas'],
  kJ: ['kilojoules', 'kilojulios'],
  kPa: ['kilopascals', 'kilopascales'],
  km: ['kilometers', 'kilómetros'],
  'km per million years': ['kilometers per million years', 'kilómetros por millón de años'],
  'km/h': ['kilometers per hour', 'kilómetros por hora'],
  'km/s': ['kilometers per second', 'kilómetros por segundo'],
  m: ['meters', 'metros'],
  'm/s': ['meters per second', 'metros por segundo'],
  'm/s²': ['meters per second squared', 'metros por segundo al cuadrado'],
  mL: ['milliliters', 'mililitros'],
  'million km': ['million kilometers', 'millones de kilómetros'],
  'millones de km': ['million kilometers', 'millones de kilómetros'],
  mm: ['millimeters', 'milímetros'],
  months: ['months', 'meses'],
  ppm: ['parts per million', 'partes por millón'],
  'ppm/year': ['parts per million per year', 'partes por millón por año'],
  s: ['seconds', 'segundos'],
  times: ['times', 'veces'],
  veces: ['times', 'veces'],
  vueltas: ['orbits', 'vueltas'],
  units: ['units', 'unidades'],
  years: ['years', 'años'],
  años: ['years', 'años'],
  '°C': ['degrees Celsius', 'grados Celsius'],
  '×': ['times', 'veces'],
};

describe('a quantity', () => {
  const force = (more: object = {}): AnswerKey => ({
    kind: 'numeric',
    value: 0.5,
    tolerance: 0.01,
    unit: 'N',
    units: [{ unit: 'mN', factor: 0.001 }],
    ...more,
  });
  it.each([
    ['0.5 N', 1],
    ['500 mN', 1],
    ['0,5 newtons', 1],
    ['500 millinewtons', 1],
    ['0.0005 kN', 0],
    ['0.5', 1],
    ['500 N', 0],
    ['0.5 mN', 0],
    ['500', 0],
    ['500 mm', 0],
  ])('of 0.5 N is right in each unit that the question takes: %s → %d', (answer_text, points) => {
    expect(score(force(), 1, { answer_id: null, answer_text }).points).toBe(points);
  });
  it.each([
    ['0.50 N', 1],
    ['500 mN', 1],
    ['5.0 x 10^-1 N', 1],
    ['0.5 N', 0.75],
    ['0.500 N', 0.75],
    ['0.60 N', 0],
  ])('with two significant figures loses a share for others, in each unit: %s → %d', (answer_text, points) => {
    expect(score(force({ figures: { digits: 2, cost: 0.25 } }), 1, { answer_id: null, answer_text }).points).toBe(points);
  });
  it('of the sample is asked for with two significant figures, in both languages', () => {
    const asked = items.flatMap(({ item }) => (item.quiz?.questions ?? []).filter(({ key }) => key.kind === 'numeric' && key.figures));
    expect(asked.map(({ question_html }) => /two significant figures|dos cifras significativas/.test(question_html))).toEqual([true, true]);
    for (const { key } of asked) {
      expect(
        ['36 g', '0.036 kg', '36.0 g', '40 g'].map((answer_text) => score(key as AnswerKey, 1, { answer_id: null, answer_text }).points),
      ).toEqual([1, 1, 0.5, 0]);
    }
  });
});

describe('a numeric answer', () => {
  const numeric = items.flatMap(({ item }) =>
    (item.quiz?.questions ?? []).flatMap(({ key }, at) =>
      key.kind === 'numeric' ? [{ key, place: `${item.code}, question ${at + 1}` }] : [],
    ),
  );
  const ways = (value: string, unit: string): string[] => [
    `${value} ${unit}`,
    `about ${value} ${unit}.`,
    `≈${value} ${unit.toUpperCase()}`,
  ];

  it('counts with its unit written out, in English and in Spanish, in every item of the sample', () => {
    expect(numeric.length).toBeGreaterThanOrEqual(48);
    const refused = numeric.flatMap(({ key, place }) =>
      [key.unit, ...(writtenOut[key.unit] ?? [`no words for ${key.unit}`])]
        .flatMap((unit) => ways(String(key.value), unit))
        .filter((text) => !/≈.*\b(MJ|M\/S²)/.test(text) && !isRight(key, text))
        .map((text) => `${place}: ${text}`),
    );
    expect(refused).toEqual([]);
  });

  it('is wrong with the unit of another item', () => {
    const accepted = numeric.flatMap(({ key, place }) =>
      Object.entries(writtenOut)
        .filter(([unit, [english]]) => english !== writtenOut[key.unit]?.[0] && !['', 'times', '×', 'veces', 'vueltas'].includes(unit))
        .filter(([unit]) => !key.units.some((one) => one.unit === unit) && isRight(key, `${key.value} ${unit}`))
        .map(([unit]) => `${place}: ${key.value} ${unit}`),
    );
    // The reading says that a year on Saturn is 29.4 Earth years, and the key accepts both words.
    expect(accepted.filter((text) => !/ (Earth years|años terrestres|years|años)$/.test(text))).toEqual([]);
  });

  const key = (value: number, unit: string, units: { unit: string; factor: number }[] = []): AnswerKey => ({
    kind: 'numeric',
    value,
    tolerance: 0.01,
    unit,
    units,
  });
  const density = key(2.7, 'g/cm³');
  it.each([
    [key(54, 'km/h'), '54 kilometers per hour'],
    [key(54, 'km/h'), '54 km per hour'],
    [key(54, 'km/h'), '54 km/hr'],
    [key(54, 'km/h'), '54 kilómetros a la hora'],
    [key(54, 'km/h'), 'v = 54 km/h'],
    [key(54, 'km/h', [{ unit: 'm/s', factor: 3.6 }]), '15 meters per second'],
    [key(30, 'years'), 'about 30'],
    [key(30, 'years'), 'unos 30 años'],
    [key(30, 'years'), '"30."'],
    [key(4, 'm/s²'), '4 m/s/s'],
    [key(4, 'm/s²'), '4 m/s^2'],
    [key(4, 'm/s²'), '4 m s^-2'],
    [key(4, 'm/s²'), '4 m·s⁻²'],
    [key(4, 'm/s²'), '4 meters per second per second'],
    [key(4, 'm/s²'), '4 N/kg'],
    [density, '2.7 g/mL'],
    [density, '2,7 g/cc'],
    [density, '2.7 grams/cm3'],
    [density, '2.7 gramos por centímetro cúbico'],
    [key(9, 'cm'), '9 cm taller'],
    [key(36, 'g'), '36 g of water'],
    [key(36, 'g'), '36 gramos de agua'],
    [key(20, '°C'), '20 ºC'],
    [key(20, '°C'), '20 degrees warmer'],
    [key(4500, 'million km'), '4.5 billion km'],
    [key(4500, 'million km'), '4,500 million kilometers'],
    [key(4500, 'millones de km'), '4500 millones de kilómetros'],
    [key(150_000, 'Pa'), '150 thousand pascals'],
    [key(400, '×'), '400x'],
    [key(400, '×'), 'x400'],
    [key(70, 'beats/min'), '70 bpm'],
    [key(4320, 'beats'), '4,320 heart beats'],
    [key(1.5, 'L'), '1 1/2 liters'],
    [key(1.5, 'L'), '1½ L'],
    [key(12_000, 'm'), '12 000 m'],
    [key(30, 'mL'), '30 ML'],
    [key(30, 'mL'), '30 cm³'],
    [key(7, 'widgets'), '7 widget'],
    [key(54, 'km/h'), '54 km/h (15 m/s)'],
  ])('%j takes %s', (given, text) => expect(isRight(given, text)).toBe(true));
  it.each([
    [key(54, 'km/h'), '54 m/s'],
    [key(54, 'km/h'), '54 km'],
    [key(54, 'km/h'), '54 hours per kilometer'],
    [key(54, 'km/h'), '54000 m/h'],
    [key(54, 'km/h'), '54 or 60 km/h'],
    [key(4, 'm/s²'), '4 m/s'],
    [key(4, 'm/s²'), '4 cm/s/s'],
    [density, '2.7 kg/mL'],
    [density, '2.7 cm³/g'],
    [key(5, 'km'), '5 m'],
    [key(5, 'km'), '5000 m'],
    [key(10, 'MJ'), '10 mJ'],
    [key(30, 's'), '30 min'],
    [key(30, 'kPa'), '30 bananas'],
    [key(30, 'km'), '30 million km'],
    [key(30, 'km'), 'not 30 km'],
    [key(30, 'km'), `${' '.repeat(600)}30 km`],
  ])('%j does not take %s', (given, text) => expect(isRight(given, text)).toBe(false));
});

describe('a short answer', () => {
  const key = (...accepted: string[]): AnswerKey => ({ kind: 'text', accepted });
  it.each([
    [key('subduction'), 'subduction.'],
    [key('subduction'), '“Subduction”!'],
    [key('subduction'), 'it is subduction'],
    [key('subducción'), 'Es la subduccion'],
    [key('carbon dioxide', 'co2'), 'CO₂'],
    [key('runoff', 'run off'), 'run-off'],
    [key('subduction'), 'subducton'],
    [key('subduction'), 'subductoin'],
    [key('photosynthesis'), 'photosinthesis'],
    [key('condensation'), 'condennsation'],
    [key('reference point'), 'a referense point'],
    [key('mitochondria'), 'mitocondria'],
    [key('2.5'), '2.5.'],
    [key('>'), ' > '],
  ])('%j takes %s', (given, text) => expect(isRight(given, text)).toBe(true));
  it.each([
    [key('mitosis'), 'meiosis'],
    [key('meiosis'), 'mitosis'],
    [key('protons'), 'photons'],
    [key('proton'), 'photon'],
    [key('neutrons'), 'neurons'],
    [key('convection'), 'convention'],
    [key('absorption'), 'adsorption'],
    [key('abiotic'), 'biotic'],
    [key('biotic'), 'abiotic'],
    [key('magnesium'), 'manganese'],
    [key('difusión'), 'efusión'],
    [key('ethane'), 'methane'],
    [key('allele'), 'allela'],
    [key('subduction'), 'subdocton'],
    [key('subduction'), 'subduction zone'],
    [key('mars'), 'mar'],
    [key('2.5'), '25'],
    [key('5'), '-5'],
    [key('2 atoms'), '3 atoms'],
    [key('>'), '<'],
  ])('%j does not take %s', (given, text) => expect(isRight(given, text)).toBe(false));
});
