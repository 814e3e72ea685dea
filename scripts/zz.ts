import { dashboardFiles, readManifest, sizeOf } from '/work/main/scripts/sizes.ts';

const m = readManifest() as any;
const d = dashboardFiles(m);
function keysOf(key: string, seen = new Set<string>()) {
  if (seen.has(key) || !m[key]) return seen;
  seen.add(key);
  for (const i of m[key].imports ?? []) keysOf(i, seen);
  return seen;
}
for (const k of process.argv.slice(2)) {
  const key = Object.keys(m).find((x) => x.endsWith(k))!;
  console.log('==', key);
  for (const x of [...keysOf(key)]
    .filter((x) => !d.has(m[x].file))
    .map((x) => [x, m[x].name, sizeOf([m[x].file, ...(m[x].css ?? [])])])
    .sort((a: any, b: any) => b[2] - a[2]))
    console.log(x.join(' '));
}
