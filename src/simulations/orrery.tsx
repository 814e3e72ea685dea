import { ChoiceControl, DataTable, NumberControl, SimulationFrame } from './frame.tsx';
import { formatDate, formatNumber, withUnit } from './language.ts';
import { dateOf, inner, LAST_DAY, longitude, names, type Planet, period, planets, parameters as specs, stepDay } from './orrery.model.ts';
import { useSettings } from './parameters.ts';
import { Picture } from './picture.tsx';
import { useRunner } from './runner.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Orrery',
    picture: 'The Sun in the middle and the planets on their orbits, seen from the north; they move counterclockwise',
    show: 'Planets shown',
    shows: { inner: 'inner four', all: 'all eight' },
    scale: 'Distances',
    scales: { even: 'evenly spaced', true: 'true scale' },
    speed: 'Days per second',
    date: 'Date',
    names: {
      mercury: 'Mercury',
      venus: 'Venus',
      earth: 'Earth',
      mars: 'Mars',
      jupiter: 'Jupiter',
      saturn: 'Saturn',
      uranus: 'Uranus',
      neptune: 'Neptune',
    },
    columns: ['Planet', 'From the Sun (AU)', 'One orbit', 'Orbits since 2000'],
    days: 'days',
    years: 'years',
    notes: { even: 'Distances and sizes not to scale', true: 'Distances to scale, sizes not' },
    about:
      'Orbits are drawn as circles in one plane, with even speed; real ones are slightly oval and tilted (Mercury’s the most), so real directions differ by up to some degrees, and Mercury’s by up to 24. Periods, distances and directions: Standish, JPL, for 1800 to 2050. One astronomical unit (AU) is 149.6 million km.',
    summary: (shown: string, scale: string) => `${shown}, ${scale}.`,
  },
  es: {
    title: 'Planetario',
    picture:
      'El Sol en el centro y los planetas en sus órbitas, vistos desde el norte; se mueven en sentido contrario a las agujas del reloj',
    show: 'Planetas que se ven',
    shows: { inner: 'cuatro interiores', all: 'los ocho' },
    scale: 'Distancias',
    scales: { even: 'espaciado parejo', true: 'a escala' },
    speed: 'Días por segundo',
    date: 'Fecha',
    names: {
      mercury: 'Mercurio',
      venus: 'Venus',
      earth: 'Tierra',
      mars: 'Marte',
      jupiter: 'Júpiter',
      saturn: 'Saturno',
      uranus: 'Urano',
      neptune: 'Neptuno',
    },
    columns: ['Planeta', 'Al Sol (UA)', 'Una órbita', 'Órbitas desde 2000'],
    days: 'días',
    years: 'años',
    notes: { even: 'Distancias y tamaños no están a escala', true: 'Distancias a escala, tamaños no' },
    about:
      'Las órbitas se dibujan como círculos en un plano, con rapidez constante; las reales son algo ovaladas e inclinadas (la de Mercurio, la que más), así que las direcciones reales difieren en unos grados, y la de Mercurio hasta en 24. Períodos, distancias y direcciones: Standish, JPL, de 1800 a 2050. Una unidad astronómica (UA) son 149.6 millones de km.',
    summary: (shown: string, scale: string) => `${shown}, ${scale}.`,
  },
};

const MIDDLE = 240;
const OUTER = 216;

/** Size and color in the picture, not to scale. */
const looks: Record<Planet, { size: number; className: string }> = {
  mercury: { size: 5, className: 'd-ink-soft' },
  venus: { size: 8, className: 'd-solid-2' },
  earth: { size: 8, className: 'd-solid-6' },
  mars: { size: 6, className: 'd-solid-4' },
  jupiter: { size: 13, className: 'd-solid-2' },
  saturn: { size: 11, className: 'd-lit' },
  uranus: { size: 10, className: 'd-solid-1' },
  neptune: { size: 10, className: 'd-solid-6' },
};

/** @returns the point at a distance from the Sun, in a direction in degrees counterclockwise from the right. */
function at(radius: number, degrees: number): readonly [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  return [MIDDLE + radius * Math.cos(angle), MIDDLE - radius * Math.sin(angle)];
}

/** The planets around the Sun, with correct positions for the date and correct periods. */
export default function Orrery({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, seek, runner } = useRunner<{ day: number }>({
    start: () => ({ day: 0 }),
    step: ({ day }, dt) => ({ day: stepDay(day, dt, Number(settings.speed)) }),
    dt: 1 / 60,
    stride: 1,
    autoPlay: true,
    isFinished: ({ day }) => day >= LAST_DAY,
  });
  const number = (value: number, digits = 0) => formatNumber(language, value, digits);
  const shown = settings.show === 'inner' ? inner : names;
  const farthest = shown.at(-1) ?? 'neptune';
  const radius = (planet: Planet) =>
    settings.scale === 'true'
      ? (planets[planet].distance / planets[farthest].distance) * OUTER
      : 26 + ((OUTER - 26) * (shown.indexOf(planet) + 1)) / shown.length;
  const date = formatDate(language, dateOf(Math.floor(state.day)));
  const orbit = (planet: Planet) => {
    const days = period(planet);
    return days < 1000 ? withUnit(number(days), t.days) : withUnit(number(days / 365.25, 1), t.years);
  };

  const stage = (
    <Picture width={480} height={504} night label={`${t.picture}. ${t.notes[settings.scale]}`}>
      {shown.map((planet) => (
        <circle key={planet} cx={MIDDLE} cy={MIDDLE} r={radius(planet)} className="d-ink-soft" strokeWidth="1" opacity="0.6" fill="none" />
      ))}
      <circle cx={MIDDLE} cy={MIDDLE} r={settings.scale === 'true' ? 6 : 16} className="d-sun" />
      {shown.map((planet) => {
        const r = radius(planet);
        const degrees = longitude(planet, state.day);
        const [x, y] = at(r, degrees);
        const [fromX, fromY] = at(r, degrees - 50);
        const { size, className } = looks[planet];
        const drawn = settings.scale === 'true' && r < 40 ? Math.min(size, 4) : size;
        return (
          <g key={planet}>
            <path d={`M${fromX} ${fromY}A${r} ${r} 0 0 0 ${x} ${y}`} className="d-ink" strokeWidth="2" opacity="0.55" fill="none" />
            <circle cx={x} cy={y} r={drawn} className={planet === 'mercury' ? 'd-text' : className} />
            {planet === 'saturn' && (
              <ellipse cx={x} cy={y} rx={size * 1.8} ry={size * 0.55} className="d-line-2" strokeWidth="2.5" fill="none" />
            )}
            {r >= 28 && (
              <text x={Math.min(Math.max(x, 40), 440)} y={y - drawn - 6} textAnchor="middle" className="d-text" fontSize="0.85em">
                {t.names[planet]}
              </text>
            )}
          </g>
        );
      })}
      <text x="14" y="492" className="d-text" fontSize="0.85em">
        {t.notes[settings.scale]}
      </text>
      <text x="466" y="26" textAnchor="end" className="d-text" fontWeight="700">
        {date}
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
      summary={`${t.summary(t.shows[settings.show], t.scales[settings.scale])} ${t.notes[settings.scale]}.`}
      moment={`${date}.`}
      stage={stage}
      controls={
        <>
          <NumberControl
            label={t.date}
            language={language}
            spec={{ min: 0, max: LAST_DAY, step: 1 }}
            value={Math.floor(state.day)}
            onChange={(day) => seek({ day })}
            format={(day) => formatDate(language, dateOf(day))}
          />
          <ChoiceControl
            label={t.speed}
            options={specs.speed.options}
            names={{ 10: '10', 100: '100', 1000: number(1000) }}
            {...field('speed')}
          />
          <ChoiceControl label={t.show} options={specs.show.options} names={t.shows} {...field('show')} />
          <ChoiceControl label={t.scale} options={specs.scale.options} names={t.scales} {...field('scale')} />
        </>
      }
      readout={
        <DataTable
          caption={date}
          columns={t.columns}
          rows={shown.map((planet) => [
            t.names[planet],
            number(planets[planet].distance, 2),
            orbit(planet),
            number(state.day / period(planet), 2),
          ])}
        />
      }
    />
  );
}
