// Runs after `npm ci`, on any Node, so it is not TypeScript. Deletes what packages bring and nothing here reads: source maps, and the C++
// headers beside Node's binary.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), '../node_modules');
const unread = [/\.map$/, /node-[a-z]+-[a-z0-9]+[\\/]include$/];

/** @param {string} folder */
function trim(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (unread.some((one) => one.test(path))) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) trim(path);
  }
}

trim(packages);
