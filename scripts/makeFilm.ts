import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { launchChromium } from './chromium.ts';
import { root } from './kit.ts';

/**
 * Renders the film of the sample course, "A day of shadows", and writes it beside its item. Needs `ffmpeg`. For authors: the output is
 * committed to the repository.
 */

const file = 'server/sample/courses/middle-school-science/solar-system-and-beyond/sun-earth-moon/day-of-shadows.webm';
const size = { width: 640, height: 360 };
const framesPerSecond = 12;
/** Still time before the first hour and after the last one, s. */
const rest = 2;
const secondsPerHour = 5;
const [firstHour, lastHour] = [8, 16];
const duration = (lastHour - firstHour) * secondsPerHour + 2 * rest;

const latitude = (40 * Math.PI) / 180;

/**
 * The Sun at an hour of solar time on the day of the equinox: its height, and its direction (east and south; a unit vector together with
 * the height).
 */
function sunAt(hour: number) {
  const angle = ((hour - 12) * Math.PI) / 12;
  return { up: Math.cos(latitude) * Math.cos(angle), east: -Math.sin(angle), south: Math.sin(latitude) * Math.cos(angle) };
}

/** Position of the tip of the shadow of a stick of length 1. */
function tipAt(hour: number) {
  const { up, east, south } = sunAt(hour);
  return { east: -east / up, north: south / up };
}

const foot = { x: 320, y: 222 };
const meter = 108;
const degrees = (radians: number) => (radians * 180) / Math.PI;
/** The ground as seen by an observer facing south: east is on the left, north is near. */
const onGround = ({ east, north }: { east: number; north: number }) => ({ x: foot.x - east * meter, y: foot.y + north * meter * 0.72 });
const horizon = 190;
function inSky(hour: number) {
  const { up, east, south } = sunAt(hour);
  return { x: foot.x - degrees(Math.atan2(east, south)) * 3.3, y: horizon - degrees(Math.asin(up)) * 3.1 };
}

function picture(seconds: number): string {
  const hour = Math.min(lastHour, Math.max(firstHour, firstHour + (seconds - rest) / secondsPerHour));
  const sun = inSky(hour);
  const tip = onGround(tipAt(hour));
  const length = Math.round(100 * Math.hypot(tipAt(hour).east, tipAt(hour).north));
  const hours = Array.from({ length: lastHour - firstHour + 1 }, (_, at) => firstHour + at).filter((one) => one <= hour + 1e-9);
  const path = Array.from({ length: 33 }, (_, at) => inSky(firstHour + at / 4))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');
  const minutes = Math.floor(Math.round(hour * 60) % 60);
  const clock = `${Math.floor(Math.round(hour * 60) / 60)}:${String(minutes - (minutes % 10)).padStart(2, '0')}`;
  const marks = hours
    .map((one) => ({ one, ...onGround(tipAt(one)) }))
    .map(
      ({ one, x, y }) =>
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" fill="#7a4a12"/><text x="${x.toFixed(1)}" y="${(y + 22).toFixed(1)}" text-anchor="middle" font-size="15" fill="#4a2c08">${one}</text>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="Open Sans, DejaVu Sans, sans-serif">
<rect width="640" height="${horizon}" fill="#dcecf7"/><rect y="${horizon}" width="640" height="170" fill="#efe2c6"/>
<line x1="0" x2="640" y1="${horizon}" y2="${horizon}" stroke="#8a7a55" stroke-width="2"/>
<polyline points="${path}" fill="none" stroke="#c88a1b" stroke-width="2" stroke-dasharray="3 6"/>
<circle cx="${sun.x.toFixed(1)}" cy="${sun.y.toFixed(1)}" r="17" fill="#f3b229" stroke="#a86f08" stroke-width="2"/>
<line x1="${foot.x}" y1="${foot.y}" x2="${tip.x.toFixed(1)}" y2="${tip.y.toFixed(1)}" stroke="#3c3a33" stroke-opacity=".65" stroke-width="7" stroke-linecap="round"/>
${marks}
<line x1="${foot.x}" y1="${foot.y}" x2="${foot.x}" y2="${foot.y - meter}" stroke="#5b3a17" stroke-width="7" stroke-linecap="round"/>
<g font-size="22" font-weight="700" fill="#12303f"><text x="20" y="36">${clock}</text><text x="620" y="36" text-anchor="end">${length} cm</text></g>
</svg>`;
}

const browser = await launchChromium();
const page = await (await browser.newContext({ viewport: size })).newPage();
await page.setContent('<style>body{margin:0}</style><div id="frame"></div>');
const encoder = spawn(
  'ffmpeg',
  // biome-ignore format: pairs of an option and its value
  [
    '-y', '-loglevel', 'error',
    '-f', 'image2pipe', '-framerate', String(framesPerSecond), '-c:v', 'png', '-i', '-',
    '-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0', '-g', '60', '-row-mt', '1', '-pix_fmt', 'yuv420p',
    join(root, file),
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
for (let frame = 0; frame < duration * framesPerSecond; frame++) {
  await page.evaluate(
    (svg) => {
      (document.getElementById('frame') as HTMLElement).innerHTML = svg;
    },
    picture(frame / framesPerSecond),
  );
  if (!encoder.stdin.write(await page.screenshot())) await once(encoder.stdin, 'drain');
}
encoder.stdin.end();
await once(encoder, 'close');
await browser.close();
console.log(`${file}: ${duration} s`);
