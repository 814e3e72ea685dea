import { NumberControl, SimulationFrame, Values } from './frame.tsx';
import { formatDate, formatNumber } from './language.ts';
import { useSettings } from './parameters.ts';
import { Arrow, marks, Picture, pathThrough } from './picture.tsx';
import { useRunner } from './runner.ts';
import {
  dailySunlight,
  dateOf,
  dayLength,
  declination,
  noonHeight,
  parameters as specs,
  stepYear,
  sunLongitude,
  YEAR,
} from './seasons.model.ts';
import type { SimulationProps } from './types.ts';

const text = {
  en: {
    title: 'Seasons',
    picture:
      'Top: the Earth on its path around the Sun; its axis always points the same way. Bottom left: the Earth with sunlight from the left. Bottom right: the height of the Sun at noon',
    date: 'Date',
    tilt: 'Tilt of the axis',
    latitude: 'Latitude of the place',
    north: 'N',
    south: 'S',
    day: 'Daylight',
    noon: 'Noon Sun',
    overhead: 'Sun overhead at',
    sunlight: 'Mean sunlight in a day',
    hours: 'h',
    months: { june: 'June', december: 'December', march: 'March', september: 'September' },
    about:
      'The axis keeps its direction in space, so each half of the Earth leans toward the Sun for one part of the year. Sizes and distances are not to scale; the path is a circle seen at an angle (the real one is nearly a circle: the Earth is closest in early January). Daylight is for the middle of the Sun without the air’s bending of light, sunlight is above the air. Dates: Astronomical Almanac formula.',
    summary: (tilt: string, latitude: string) => `Tilt ${tilt}, place at ${latitude}.`,
    moment: (date: string, hours: string, height: string) => `${date}: ${hours} of daylight, noon Sun at ${height}.`,
  },
  es: {
    title: 'Estaciones',
    picture:
      'Arriba: la Tierra en su camino alrededor del Sol; su eje apunta siempre igual. Abajo a la izquierda: la Tierra con luz solar desde la izquierda. Abajo a la derecha: la altura del Sol al mediodía',
    date: 'Fecha',
    tilt: 'Inclinación del eje',
    latitude: 'Latitud del lugar',
    north: 'N',
    south: 'S',
    day: 'Luz de día',
    noon: 'Sol al mediodía',
    overhead: 'Sol vertical en',
    sunlight: 'Luz solar media al día',
    hours: 'h',
    months: { june: 'junio', december: 'diciembre', march: 'marzo', september: 'septiembre' },
    about:
      'El eje mantiene su dirección en el espacio, así que cada mitad de la Tierra se inclina hacia el Sol durante una parte del año. Los tamaños y las distancias no están a escala; el camino es un círculo visto de lado (el real es casi un círculo: la Tierra está más cerca a principios de enero). La luz de día es para el centro del Sol, sin la desviación de la luz en el aire; la luz solar es sobre el aire. Fechas: fórmula del Astronomical Almanac.',
    summary: (tilt: string, latitude: string) => `Inclinación ${tilt}, lugar a ${latitude}.`,
    moment: (date: string, hours: string, height: string) => `${date}: ${hours} de luz, Sol al mediodía a ${height}.`,
  },
};

const RAD = Math.PI / 180;
const ORBIT = { x: 240, y: 98, rx: 176, ry: 52 };
const GLOBE = { x: 150, y: 322, r: 86 };
const SKY = { x: 370, y: 384, r: 92 };
const FIRST_DAY = 78;

/** The Earth around the Sun: the tilted axis, the length of the day, and the height of the Sun at noon. */
export default function Seasons({ parameters, language }: SimulationProps) {
  const t = text[language];
  const { settings, problems, field, restore } = useSettings(specs, parameters);
  const { state, seek, runner } = useRunner<{ day: number }>({
    start: () => ({ day: FIRST_DAY }),
    step: ({ day }, dt) => ({ day: stepYear(day, dt) }),
    dt: 1 / 60,
    stride: 0.5,
  });
  const number = (value: number, digits = 0) => formatNumber(language, value, digits);
  const { day } = state;
  const { latitude, tilt } = settings;
  const date = formatDate(language, dateOf(Math.floor(day)), false);
  const sun = declination(day, tilt);
  const height = noonHeight(latitude, sun);
  const latitudeText = (value: number, digits: number) =>
    `${number(Math.abs(value), digits)}°${Math.abs(value) < 0.05 ? '' : ` ${value > 0 ? t.north : t.south}`}`;
  const hours = `${number(dayLength(latitude, sun), 1)} ${t.hours}`;

  const along = (sunLongitude(day) - 270) * RAD;
  const [ex, ey] = [ORBIT.x + ORBIT.rx * Math.cos(along), ORBIT.y - ORBIT.ry * Math.sin(along)];
  const toSun = Math.atan2(ORBIT.y - ey, ORBIT.x - ex) / RAD;
  const lean = { x: Math.sin(tilt * RAD), y: -Math.cos(tilt * RAD) };

  const delta = sun * RAD;
  const { x: gx, y: gy, r } = GLOBE;
  const axis = [-Math.sin(delta), -Math.cos(delta)] as const;
  /** A point on a parallel: 1 at noon, −1 at midnight. */
  const onParallel = (degrees: number, u: number) => {
    const [sine, cosine] = [Math.sin(degrees * RAD), Math.cos(degrees * RAD)];
    return [gx + r * (axis[0] * sine + u * cosine * axis[1]), gy + r * (axis[1] * sine - u * cosine * axis[0])] as const;
  };
  const sunset = Math.min(Math.max(-Math.tan(latitude * RAD) * Math.tan(delta), -1), 1);
  const noonPoint = onParallel(latitude, 1);
  const [sunX, sunY] = [SKY.x + SKY.r * Math.cos(height * RAD), SKY.y - SKY.r * Math.sin(height * RAD)];

  const stage = (
    <Picture width={480} height={430} night label={`${t.picture}. ${t.moment(date, hours, `${number(height)}°`)}`}>
      <ellipse
        cx={ORBIT.x}
        cy={ORBIT.y}
        rx={ORBIT.rx}
        ry={ORBIT.ry}
        className="d-ink-soft"
        strokeWidth="1.5"
        strokeDasharray="4 5"
        fill="none"
      />
      <circle cx={ORBIT.x} cy={ORBIT.y} r="19" className="d-sun" />
      <text x="52" y={ORBIT.y + 42} textAnchor="middle" className="d-text" fontSize="0.85em">
        {t.months.june}
      </text>
      <text x="432" y={ORBIT.y + 42} textAnchor="middle" className="d-text" fontSize="0.85em">
        {t.months.december}
      </text>
      <text x={ORBIT.x} y="24" textAnchor="middle" className="d-text" fontSize="0.85em">
        {t.months.march}
      </text>
      <text x={ORBIT.x} y={ORBIT.y + ORBIT.ry + 34} textAnchor="middle" className="d-text" fontSize="0.85em">
        {t.months.september}
      </text>
      <path
        d={`M${ex - lean.x * 27} ${ey - lean.y * 27}L${ex + lean.x * 27} ${ey + lean.y * 27}`}
        className="d-ink"
        strokeWidth="2.5"
        fill="none"
      />
      <circle cx={ex} cy={ey} r="15" className="d-night" />
      <path d="M0 -15A15 15 0 0 1 0 15z" transform={`translate(${ex} ${ey}) rotate(${toSun})`} className="d-solid-6" />
      <circle cx={ex} cy={ey} r="15" className="d-ink" strokeWidth="1.5" fill="none" />

      {marks(5, 40, gy - 80).map((ray) => (
        <Arrow key={ray} from={[8, ray]} to={[48, ray]} color={2} width={3} />
      ))}
      <circle cx={gx} cy={gy} r={r} className="d-night" />
      <path d={`M${gx} ${gy - r}A${r} ${r} 0 0 0 ${gx} ${gy + r}z`} className="d-fill-6" />
      <path
        d={pathThrough([
          [gx - axis[0] * r * 1.2, gy - axis[1] * r * 1.2],
          [gx + axis[0] * r * 1.2, gy + axis[1] * r * 1.2],
        ])}
        className="d-ink"
        strokeWidth="2.5"
        fill="none"
      />
      <text x={gx + axis[0] * r * 1.2 + 10} y={gy + axis[1] * r * 1.2 + 4} className="d-text" fontSize="0.85em">
        {t.north}
      </text>
      <path
        d={pathThrough([onParallel(0, 1), onParallel(0, -1)])}
        className="d-ink-soft"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        fill="none"
      />
      <path d={pathThrough([onParallel(latitude, 1), onParallel(latitude, -1)])} className="d-ink-soft" strokeWidth="4" fill="none" />
      <path d={pathThrough([onParallel(latitude, 1), onParallel(latitude, sunset)])} className="d-line-2" strokeWidth="5" fill="none" />
      <circle cx={gx} cy={gy} r={r} className="d-ink" strokeWidth="2" fill="none" />
      <circle cx={noonPoint[0]} cy={noonPoint[1]} r="6" className="d-solid-2" />
      <text x="244" y={gy - r + 6} className="d-text" fontSize="0.85em">
        {date}
      </text>

      <path d={`M${SKY.x - SKY.r - 8} ${SKY.y}h${SKY.r * 2 + 16}`} className="d-line-5" strokeWidth="3" fill="none" />
      <path
        d={`M${SKY.x - SKY.r} ${SKY.y}a${SKY.r} ${SKY.r} 0 0 1 ${SKY.r * 2} 0`}
        className="d-ink-soft"
        strokeWidth="1"
        strokeDasharray="3 5"
        fill="none"
      />
      <path d={`M${SKY.x} ${SKY.y}L${sunX} ${sunY}`} className="d-ink-soft" strokeWidth="1.5" fill="none" />
      <circle cx={sunX} cy={sunY} r="13" className="d-sun" opacity={height > 0 ? 1 : 0.35} />
      <path d={`M${SKY.x} ${SKY.y}v-22m-6 22l6 -9l6 9m-14 -15l8 -4l8 4`} className="d-ink" strokeWidth="2" fill="none" />
      <circle cx={SKY.x} cy={SKY.y - 27} r="5" className="d-text" />
      <text x={SKY.x} y={SKY.y + 30} textAnchor="middle" className="d-text" fontSize="0.9em">
        {t.noon}: {number(height)}°
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
      summary={t.summary(`${number(tilt, 1)}°`, latitudeText(latitude, 0))}
      moment={t.moment(date, hours, `${number(height)}°`)}
      stage={stage}
      controls={
        <>
          <NumberControl
            label={t.date}
            language={language}
            spec={{ min: 0, max: YEAR - 1, step: 1 }}
            value={Math.floor(day)}
            onChange={(to) => seek({ day: to })}
            format={(value) => formatDate(language, dateOf(value), false)}
          />
          <NumberControl label={t.tilt} unit="°" language={language} {...field('tilt')} />
          <NumberControl
            label={t.latitude}
            unit="°"
            language={language}
            {...field('latitude')}
            format={(value) => latitudeText(value, 0)}
          />
        </>
      }
      readout={
        <Values
          items={[
            { label: t.day, value: hours },
            { label: t.noon, value: `${number(height, 1)}°` },
            { label: t.overhead, value: latitudeText(sun, 1) },
            { label: t.sunlight, value: `${number(dailySunlight(latitude, sun))} W/m²` },
          ]}
        />
      }
    />
  );
}
