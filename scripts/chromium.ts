import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { root } from './kit.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * The Chromium of `@sparticuz/chromium`, unpacked once per version in `.cache`. By default, the package unpacks to the system's temporary
 * folder and uses whatever file it finds there, even another version or a partial one.
 */
async function bundled(): Promise<{ executablePath: string; fonts: string }> {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(root, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    const work = mkdtempSync(join(root, '.cache/chromium-'));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = work;
    try {
      const { default: packed } = await import('@sparticuz/chromium');
      await packed.executablePath();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    writeFileSync(
      join(work, 'fonts.conf'),
      `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
    );
    try {
      renameSync(work, folder);
    } catch (error) {
      rmSync(work, { recursive: true, force: true });
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    }
  }
  return { executablePath: join(folder, 'chromium'), fonts: join(folder, 'fonts.conf') };
}

/** Starts headless Chromium: from `CHROME_PATH`, else the machine's own, else the one included in the project (Linux x64). */
export async function launchChromium(): Promise<Browser> {
  const own = process.env.CHROME_PATH ?? installed();
  if (own) return chromium.launch({ executablePath: own, args });
  const { executablePath, fonts } = await bundled();
  const env = existsSync('/etc/fonts/fonts.conf') ? process.env : { ...process.env, FONTCONFIG_FILE: fonts };
  return chromium.launch({ executablePath, args, env: env as Record<string, string> });
}
