import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { root } from './kit.ts';

/**
 * Modules that always load together go into one file, since each additional file costs a round trip on a slow connection. Maps file names
 * to modules; a module that two files would share goes into the first one.
 */
const chunks = {
  calls: ['src/services/kit/client.ts', 'src/services/login/session.ts'],
  /** Needed by every screen behind sign-in: the router, the frame, and the basic parts of the design system. */
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
    'src/machines/assigning/assignmentVisibilityMachine.ts',
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

/** Rolldown's groups for `chunks`, after what loads with the page itself. */
export const chunkGroups = [
  { name: 'initial', tags: ['$initial' as const], priority: Object.keys(chunks).length + 2 },
  ...Object.entries(chunks).map(([name, files], index, all) => {
    const modules = new Set(files.map(moduleOf));
    return { name, test: (id: string) => modules.has(normalizePath(id)), priority: all.length - index + 1 };
  }),
  // Addresses by which staff screens lead to each other, without the tables that load the screens.
  { name: 'addresses', test: /\/src\/views\/[^/]+\/[^/]+\.screen\.ts$/, minShareCount: 3, priority: 1 },
  // Otherwise a screen of administrators that leads to another would load the table of all of them.
  {
    name: 'administration',
    test: /\/src\/views\/(account|audit|contentSetup|districts|grades|inbox|itemBank|lti|people|permissions|prebuilt|privacy|saml|schools|signOnSetup|subjects|technicalStatus)\/[^/]+\.screen\.ts$/,
    priority: 0,
  },
  // An icon is about a hundred bytes. Those that three or more files share go into one.
  { name: 'icons', test: /\/src\/ui\/icons\//, minShareCount: 3, priority: 1 },
  // So are words: those that lists of people and their audit share,
  {
    name: 'personWords',
    test: /\/src\/paraglide\/messages\/(account_(column_role|first_name|last_name|school|user_name)|people_sourced_id|rostering_(first_name|last_name|school|grade|student_id)|records_(yes|no)|workspace_deleted)\.js$/,
    minShareCount: 8,
    priority: 0,
  },
  // those of the lists of users,
  {
    name: 'userWords',
    test: /\/src\/paraglide\/messages\/account_(users_title|column_state|active|inactive)\.js$/,
    minShareCount: 3,
    priority: 1,
  },
  // those of most reports, but for a few that other screens have, too,
  { name: 'reportWords', test: /\/src\/paraglide\/messages\/reports_(?!key|period|points|question)/, minShareCount: 10, priority: 0 },
  // those of reports on a class,
  {
    name: 'classReportWords',
    test: /\/src\/paraglide\/messages\/(teacher_no_students|classReports_(students|no_scores|waiting)|reports_(handed_in|missing_names))\.js$/,
    minShareCount: 3,
    priority: 1,
  },
  // and those of nearly every table.
  {
    name: 'tableWords',
    test: /\/src\/paraglide\/messages\/(teacher_(?!period)|library_|assignments_|classReports_)/,
    minShareCount: 40,
    priority: 0,
  },
];

/** Fails the build if a module of `chunks` is no longer built because it was renamed or is unused. */
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
