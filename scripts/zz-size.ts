import { dashboardFiles, readManifest, screensBeyond, sizeOf } from './sizes.ts';

const m = readManifest();
const d = dashboardFiles(m);
const filesOf = (key: string, seen = new Set<string>()): Set<string> => {
  const c = m[key];
  if (!c || seen.has(key)) return new Set();
  seen.add(key);
  return new Set([c.file, ...(c.css ?? []), ...(c.imports ?? []).flatMap((n) => [...filesOf(n, seen)])]);
};
const names = new Map<string, string>();
for (const [k, c] of Object.entries(m)) {
  names.set(c.file, k);
  for (const x of c.css ?? []) names.set(x, `${k} css`);
}
console.log('dash', sizeOf(d));
console.log(
  screensBeyond(m, d)
    .slice(0, 16)
    .map(({ name, more }) => `${more} ${name}`)
    .join('\n'),
);
for (const p of process.argv.slice(2)) {
  console.log(p);
  const l = [...filesOf(p)]
    .filter((f) => !d.has(f))
    .map((f) => [sizeOf([f]), names.get(f)] as const)
    .sort((a, b) => b[0] - a[0]);
  for (const [s, n] of l) console.log('  ', s, n);
}
