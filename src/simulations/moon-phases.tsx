import { percent } from '../ui/numbers.ts';
import { ChoiceControl, NumberControl, SimulationFrame, Values } from './frame.tsx';
import { formatNumber } from './language.ts';
import { elongation, highestAt, litPath, litShare, phaseOf, parameters as specs, stepMonth } from './moon-phases.model.ts';
import { useSettings } from './parameters.ts';
import { Arrow, marks, Picture } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Phases of the Moon',
    picture: 'Left: the Earth and the Moon from above the North Pole, with sunlight from the right. Right: the Moon as seen from the Earth',
    day: 'Days after new Moon',
    hemisphere: 'Seen from',
    hemispheres: { north: 'the north', south: 'the south' },
    phases: {
      new: 'New Moon',
      'waxing-crescent': 'Waxing crescent',
      'first-quarter': 'First quarter',
      'waxing-gibbous': 'Waxing gibbous',
      full: 'Full Moon',
      'waning-gibbous': 'Waning gibbous',
      'last-quarter': 'Last quarter',
      'waning-crescent': 'Waning crescent',
    },
    phase: 'Phase',
    lit: 'Lit part of the face',
    highest: 'Highest in the sky at',
    angle: 'Angle from the Sun',
    earth: 'Earth',
    sunlight: 'sunlight',
    shadow: 'Earth’s shadow',
    space: 'From space',
    sky: 'From the Earth',
    days: 'days',
    about:
      'Not to scale: the Moon is really 30 Earth widths away. It moves at its mean speed on a circle, 29.53 days from new Moon to new Moon. Its orbit is tilted by about 5°, so that it mostly passes above or below the Earth’s shadow; phases are not made by that shadow. Hours are Sun time. From the south the Moon looks turned upside down.',
    summary: (day: string, phase: string, lit: string) => `Day ${day}: ${phase}, ${lit} of the face is lit.`,
  },
  es: {
    title: 'Fases de la Luna',
    picture:
      'Izquierda: la Tierra y la Luna vistas desde el Polo Norte, con la luz solar desde la derecha. Derecha: la Luna vista desde la Tierra',
    day: 'Días después de la luna nueva',
    hemisphere: 'Vista desde',
    hemispheres: { north: 'el norte', south: 'el sur' },
    phases: {
      new: 'Luna nueva',
      'waxing-crescent': 'Creciente',
      'first-quarter': 'Cuarto creciente',
      'waxing-gibbous': 'Gibosa creciente',
      full: 'Luna llena',
      'waning-gibbous': 'Gibosa menguante',
      'last-quarter': 'Cuarto menguante',
      'waning-crescent': 'Menguante',
    },
    phase: 'Fase',
    lit: 'Parte iluminada',
    highest: 'Más alta en el cielo a las',
    angle: 'Ángulo desde el Sol',
    earth: 'Tierra',
    sunlight: 'luz solar',
    shadow: 'sombra de la Tierra',
    space: 'Desde el espacio',
    sky: 'Desde la Tierra',
    days: 'días',
    about:
      'No está a escala: la Luna está en realidad a 30 anchos de la Tierra. Se mueve con su rapidez media en un círculo, 29.53 días de luna nueva a luna nueva. Su órbita está inclinada unos 5°, así que casi siempre pasa por encima o por debajo de la sombra de la Tierra; las fases no se deben a esa sombra. Las horas son de tiempo solar. Desde el sur la Luna se ve al revés.',
    summary: (day: string, phase: string, lit: string) => `Día ${day}: ${phase}, ${lit} de la cara está iluminada.`,
  },
};

const EARTH = { x: 150, y: 186 };
const ORBIT = 106;
const FACE = { x: 384, y: 186, r: 66 };

/** A ball lit from the right. */
function LitBall({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g>
      <circle cx={x} cy={y} r={r} className="d-night" />
      <path d={`M${x} ${y - r}A${r} ${r} 0 0 1 ${x} ${y + r}z`} className="d-lit" />
      <circle cx={x} cy={y} r={r} className="d-ink" strokeWidth="1.5" fill="none" />
    </g>
  );
}

/** The Moon on its orbit, seen from space and from the ground. */
export default function MoonPhases({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, seek, runner } = useRunner<{ day: number }>({
    start: () => ({ day: 0 }),
    step: ({ day }, dt) => ({ day: stepMonth(day, dt) }),
    dt: 1 / 60,
    stride: 1,
  });
  const number = (value: number, digits = 0) => formatNumber(language, value, digits);
  const { day } = state;
  const phase = t.phases[phaseOf(day)];
  const lit = percent(litShare(day), language);
  const hour = highestAt(day);
  const clock = `${String(Math.floor(hour)).padStart(2, '0')}:${String(Math.floor((hour % 1) * 60)).padStart(2, '0')}`;
  const angle = (elongation(day) * Math.PI) / 180;
  const [x, y] = [EARTH.x + ORBIT * Math.cos(angle), EARTH.y - ORBIT * Math.sin(angle)];
  const summary = t.summary(number(day, 1), phase, lit);

  const stage = (
    <Picture width={480} height={356} night label={`${t.picture}. ${summary}`}>
      <path d={`M${EARTH.x} ${EARTH.y - 24}L0 ${EARTH.y - 16}V${EARTH.y + 16}L${EARTH.x} ${EARTH.y + 24}z`} className="d-paper" />
      <path
        d={`M${EARTH.x} ${EARTH.y - 24}L0 ${EARTH.y - 16}M${EARTH.x} ${EARTH.y + 24}L0 ${EARTH.y + 16}`}
        className="d-ink-soft"
        strokeWidth="1.5"
        fill="none"
      />
      <text x="8" y={EARTH.y + 44} className="d-text" fontSize="0.8em">
        {t.shadow}
      </text>
      <circle cx={EARTH.x} cy={EARTH.y} r={ORBIT} className="d-ink-soft" strokeWidth="1.5" strokeDasharray="4 5" fill="none" />
      <path
        d={`M${EARTH.x + 62} ${EARTH.y - 34}a${70} ${70} 0 0 0 -28 -27l10 -3m-10 3l5 9`}
        className="d-ink-soft"
        strokeWidth="2"
        fill="none"
      />
      {marks(4, 56, EARTH.y - 98).map((ray) => (
        <Arrow key={ray} from={[308, ray]} to={[280, ray]} color={2} width={3} />
      ))}
      <path d={`M${EARTH.x} ${EARTH.y}L${x} ${y}`} className="d-ink-soft" strokeWidth="1" strokeDasharray="2 4" fill="none" />
      <LitBall x={EARTH.x} y={EARTH.y} r={26} />
      <LitBall x={x} y={y} r={13} />
      <text x={EARTH.x} y={EARTH.y - 36} textAnchor="middle" className="d-text" fontSize="0.9em">
        {t.earth}
      </text>
      <text x={EARTH.x} y="32" textAnchor="middle" className="d-text" fontSize="0.9em" fontWeight="700">
        {t.space}
      </text>
      <text x="294" y="66" textAnchor="middle" className="d-text" fontSize="0.85em">
        {t.sunlight}
      </text>

      <text x={FACE.x} y="32" textAnchor="middle" className="d-text" fontSize="0.9em" fontWeight="700">
        {t.sky}
      </text>
      <g transform={`translate(${FACE.x} ${FACE.y}) rotate(${settings.hemisphere === 'south' ? 180 : 0})`}>
        <circle r={FACE.r} className="d-night" />
        <path d={litPath(day, FACE.r)} className="d-lit" />
        <g className="d-ink-soft" strokeWidth="1.5" opacity="0.45">
          <circle cx="-22" cy="-18" r="17" fill="none" />
          <circle cx="16" cy="-26" r="11" fill="none" />
          <circle cx="-8" cy="20" r="12" fill="none" />
          <circle cx="30" cy="10" r="8" fill="none" />
          <circle cx="8" cy="46" r="7" fill="none" />
        </g>
        <circle r={FACE.r} className="d-ink-soft" strokeWidth="1.5" fill="none" />
      </g>
      <text x={FACE.x} y={FACE.y + FACE.r + 34} textAnchor="middle" className="d-text" fontSize="0.9em" fontWeight="700">
        {phase}
      </text>
      <text x={FACE.x} y={FACE.y + FACE.r + 60} textAnchor="middle" className="d-text">
        {lit}
      </text>
    </Picture>
  );

  return (
    <SimulationFrame
      language={language}
      title={t.title}
      about={t.about}
      problems={problems}
      runner={runner}
      onReset={() => {
        restore();
        runner.reset();
      }}
      summary={settings.hemisphere === 'south' ? t.hemispheres.south : t.hemispheres.north}
      moment={summary}
      stage={stage}
      controls={
        <>
          <NumberControl
            label={t.day}
            unit={t.days}
            language={language}
            spec={{ min: 0, max: 29.5, step: 0.1 }}
            value={day}
            onChange={(to) => seek({ day: to })}
          />
          <ChoiceControl label={t.hemisphere} options={specs.hemisphere.options} names={t.hemispheres} {...field('hemisphere')} />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.phase, value: phase },
            { label: t.lit, value: lit },
            { label: t.angle, value: `${number(elongation(day))}°` },
            { label: t.highest, value: clock },
          ]}
        />
      }
    />
  );
}
