import type { Chance } from './chance.ts';

/** Answers to an open question by how good they are. */
interface Answers {
  right: readonly string[];
  half: readonly string[];
  wrong: readonly string[];
}

/** Answers to the sample's open questions, in both languages. Several mean the same in other letters. */
const seasons: Answers = {
  right: [
    'Earth’s axis is tilted. In summer our half leans toward the Sun, so the light comes in steeper and the days are longer.',
    'earths axis is tilted in summer our half leans toward the sun so the light comes in steeper and the days are longer',
    'Because of the tilt: the Sun is higher in the sky and the days are longer.',
    'BECAUSE OF THE TILT. The sun is higher in the sky, and the days are longer',
    'El eje de la Tierra está inclinado: en verano los rayos llegan más directos y los días son más largos.',
    'el eje de la tierra esta inclinado, en verano los rayos llegan mas directos y los dias son mas largos',
    'Our hemisphere is tilted towards the Sun. Direct light heats the same ground more and there are about 15 h of it.',
  ],
  half: [
    'Because the days are longer.',
    'because the days are longer',
    'Porque los días son más largos.',
    'The sun is higher.',
    'It is because Earth is tilted',
    'it is because earth is tilted.',
    'Porque la Tierra está inclinada',
  ],
  wrong: [
    'The Earth is closer to the Sun in summer.',
    'the earth is closer to the sun in summer',
    'earth is closer to the sun in summer!!',
    'Porque la Tierra está más cerca del Sol.',
    'porque la tierra esta mas cerca del sol',
    'Because it is hot.',
    'I don’t know',
    'idk',
  ],
};
const sealedBottle: Answers = {
  right: [
    'No gas gets out of the sealed bottle, and the atoms are the same as before, only rearranged.',
    'the bottle is sealed so nothing gets out. same atoms as before',
    'The gas can’t escape and the atoms are just rearranged.',
    'Mass is conserved: the gas stays inside and no atoms are lost.',
    'El gas no sale de la botella y los átomos son los mismos, solo se reacomodan.',
    'la botella esta cerrada y son los mismos atomos que antes',
    'La masa se conserva porque el gas se queda adentro.',
  ],
  half: [
    'The bottle is sealed.',
    'because its sealed',
    'The gas can not escape.',
    'Porque la botella está sellada',
    'porque el gas se queda adentro',
    'It has the same atoms.',
    'Conservation of mass',
    'Hay los mismos átomos.',
  ],
  wrong: [
    'Gas has no mass.',
    'gas weighs nothing',
    'El gas no pesa.',
    'Because the tablet disappears.',
    'porque la tableta desaparece',
    'The water gets heavier and the tablet lighter',
    'I don’t know',
    'no sé',
  ],
};
const odd = [
  '<b>tilt</b> <img src=x onerror=alert(1)>',
  '=SUM(A1:A9)',
  'لأن محور الأرض مائل',
  `${'Because the axis is tilted and the light is more direct. '.repeat(8)}The end.`,
  '?????',
];

/** A simulated answer to an open question, and the share of the points that a teacher gives for it. */
export function openAnswer(question_html: string, ability: number, chance: Chance): { text: string; share: number } {
  const { right, half, wrong } = /bottle|botella/.test(question_html) ? sealedBottle : seasons;
  const luck = chance.uniform();
  if (luck < 0.05) return { text: chance.pick(odd), share: 0 };
  const skill = luck + 0.15 * ability;
  if (skill > 0.62) return { text: chance.pick(right), share: 1 };
  return skill > 0.34 ? { text: chance.pick(half), share: 0.5 } : { text: chance.pick(wrong), share: 0 };
}
