import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Rollup } from 'vite';
import { build, normalizePath, type Plugin } from 'vite';
import { root } from './kit.ts';

/** Modules and folders whose chunks students need offline: the page, the frame, their screens, the player, quizzes, simulations. */
const ofStudents = [
  'node_modules/date-fns/locale/es.js',
  'src/main.tsx',
  'src/services/kit/client.ts',
  'src/services/kit/persistence.ts',
  'src/services/login/session.ts',
  'src/services/player/lessonShelf.ts',
  'src/services/player/offlineReplies.ts',
  'src/services/quiz/beginning.ts',
  'src/services/quiz/device.ts',
  'src/simulations/',
  'src/ui/DialogPanel.tsx',
  'src/ui/PopoverPanel.tsx',
  'src/views/authenticatedRoutes.tsx',
  'src/views/glossary/TermMarks.tsx',
  'src/views/help/OfflineHelp.tsx',
  'src/views/player/',
  'src/views/quiz/',
  'src/views/screenTables.ts',
  'src/views/shell/',
  'src/views/student/',
  'src/views/studentScreens.ts',
  'src/views/termSets/TermSet.tsx',
].map((file) => normalizePath(join(root, file)));
/** Exceptions that are not for students. */
const ofOthers = /\/src\/views\/shell\/(Staff|Acting)/;

/** Pictures that the worker keeps once they were seen. All of them would be as much as the program. */
const onceSeen = 'src/views/help/pictures/';

type Bundle = Rollup.OutputBundle;

const modulesOf = (file: Bundle[string]): string[] => (file?.type === 'chunk' ? file.moduleIds.map(normalizePath) : []);
/** Whether a module is this one, or in this folder. */
const isIn = (place: string, id: string) => (place.endsWith('/') ? id.startsWith(place) : id === place);

/**
 * Files of the chunks with these modules, of everything they import statically, and their styles and pictures.
 * @throws if one of `ofStudents` is no longer built
 */
function filesOfStudents(bundle: Bundle): { files: string[]; entry: string } {
  const files = new Set<string>();
  let entry = '';
  const add = (name: string) => {
    const chunk = bundle[name];
    if (files.has(name) || chunk === undefined) return;
    if (chunk.type === 'asset' && chunk.originalFileNames.some((file) => file.startsWith(onceSeen))) return;
    files.add(name);
    if (chunk.type !== 'chunk') return;
    for (const imported of chunk.imports) add(imported);
    const meta = chunk as Rollup.OutputChunk & { viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> } };
    for (const file of [...(meta.viteMetadata?.importedCss ?? []), ...(meta.viteMetadata?.importedAssets ?? [])]) add(file);
  };
  for (const [name, chunk] of Object.entries(bundle)) {
    if (chunk.type !== 'chunk') continue;
    if (chunk.isEntry) entry = name;
    if (chunk.isEntry || modulesOf(chunk).some((id) => ofStudents.some((place) => isIn(place, id)) && !ofOthers.test(id))) add(name);
  }
  const built = Object.values(bundle).flatMap(modulesOf);
  const missing = ofStudents.filter((place) => !built.some((id) => isIn(place, id)));
  if (missing.length > 0)
    throw new Error(`scripts/offlineWorkerPlugin.ts names what is not built: ${missing.join(', ')}. Correct the list.`);
  return { files: [...files].sort(), entry };
}

/** Writes `sw.js`: the service worker with the list of files to keep on the device. Not in development, where everything changes. */
export function offlineWorkerPlugin(): Plugin {
  return {
    name: 'orrery:offline-worker',
    apply: 'build',
    generateBundle: {
      // After Vite has removed the chunks that contained only styles.
      order: 'post',
      async handler(_, bundle) {
        const { files, entry } = filesOfStudents(bundle as unknown as Bundle);
        const assets = files.map((file) => `/${file}`);
        const version = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 12);
        const built = await build({
          configFile: false,
          root,
          logLevel: 'warn',
          publicDir: false,
          define: { EDITION: JSON.stringify({ version, assets, entry }) },
          build: {
            write: false,
            target: 'es2022',
            modulePreload: false,
            lib: { entry: join(root, 'src/worker/start.ts'), formats: ['iife'], name: 'offlineWorker', fileName: () => 'sw.js' },
          },
        });
        const [output] = [built].flat() as { output: { type: string; code?: string }[] }[];
        const code = output?.output.find(({ type }) => type === 'chunk')?.code;
        if (code === undefined) this.error('The service worker could not be built.');
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
      },
    },
  };
}
