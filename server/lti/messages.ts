import * as v from 'valibot';

/** Name of a claim of LTI 1.3. */
export const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;

const from = { district_id: v.number(), platform_id: v.number(), deployment_id: v.string(), subject: v.string() };

/**
 * What a valid launch asks for: to open what its link leads to, or to choose what a link will open. It waits with the ticket until the
 * browser has its session.
 */
export const Launch = v.variant('kind', [
  v.object({
    kind: v.literal('link'),
    ...from,
    resource_link_id: v.string(),
    /** Empty: the launch names no course. */
    context_id: v.string(),
    context_title: v.string(),
    /** Which of our links it is; null: none, so the home page opens. */
    link_id: v.nullable(v.string()),
    memberships_url: v.nullable(v.string()),
    line_item: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal('choose'), ...from, return_url: v.string(), data: v.nullable(v.string()) }),
]);
export type Launch = v.InferOutput<typeof Launch>;
export type LinkLaunch = Extract<Launch, { kind: 'link' }>;
export type ChooseLaunch = Extract<Launch, { kind: 'choose' }>;
