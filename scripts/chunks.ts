import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { root } from './kit.ts';

/**
 * What always loads together comes as one file: on a slow line each further file costs a round trip. By the name of the file, the
 * modules in it; of those that two files would share, the file named first has them.
 */
const chunks = {
  calls: ['src/services/client.ts', 'src/services/session.ts'],
  /** What every screen behind the sign-in needs: the router, the frame, and the plain parts of the design system. */
  signedIn: [
    'src/ui/Badge.tsx',
    'src/ui/Card.tsx',
    'src/ui/EmptyState.tsx',
    'src/ui/FrameTools.tsx',
    'src/ui/Layout.tsx',
    'src/ui/Link.tsx',
    'src/ui/NavLinks.tsx',
    'src/ui/Notice.tsx',
    'src/ui/Page.tsx',
    'src/ui/Progress.tsx',
    'src/ui/Skeleton.tsx',
    'src/ui/SkipLink.tsx',
    'src/ui/StatusDot.tsx',
    'src/views/authenticatedRoutes.tsx',
    'src/views/shell/Loaded.tsx',
    'src/views/shell/ProblemNotice.tsx',
    'src/views/shell/Routed.tsx',
    'src/views/shell/SignedInProviders.tsx',
    'src/views/shell/frame.ts',
  ],
  studentFrame: [
    'src/machines/assign/assignmentVisibilityMachine.ts',
    'src/paraglide/messages/student_continue.js',
    'src/paraglide/messages/student_no_due_date.js',
    'src/paraglide/messages/student_progress.js',
    'src/paraglide/messages/student_score.js',
    'src/paraglide/messages/student_upcoming.js',
    'src/views/shell/StudentLayout.tsx',
    'src/views/student/AssignmentCard.tsx',
    'src/views/student/DashboardPage.tsx',
    'src/views/student/arrange.ts',
    'src/views/student/visibility.ts',
  ],
} as const;

const moduleOf = (file: string) => normalizePath(join(root, file));

/** Rolldown's groups of `chunks`, after what comes with the page itself. */
export const chunkGroups = [
  { name: 'initial', tags: ['$initial' as const], priority: Object.keys(chunks).length + 1 },
  ...Object.entries(chunks).map(([name, files], index, all) => {
    const modules = new Set(files.map(moduleOf));
    return { name, test: (id: string) => modules.has(normalizePath(id)), priority: all.length - index };
  }),
];

/** Ends the build when a module of `chunks` is not built any more: it was renamed, or nothing uses it. */
export function chunksPlugin(): Plugin {
  return {
    name: 'orrery:chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const built = new Set([...this.getModuleIds()].map(normalizePath));
      const missing = Object.values(chunks)
        .flat()
        .filter((file) => !built.has(moduleOf(file)));
      if (missing.length > 0) this.error(`scripts/chunks.ts names what is not built: ${missing.join(', ')}. Correct the list.`);
    },
  };
}
