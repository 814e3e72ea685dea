import * as v from 'valibot';
import { call, id, Role } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Administrators who can ask the provider for help. The provider's own staff answer. */
export const helpSeekers = [Role.schoolAdministrator, Role.districtAdministrator] as const;
export const mostRequestLetters = 4000;

/** A request for help, and what the provider answered. */
export const ProviderRequest = v.object({
  request_id: v.number(),
  request_text: v.string(),
  file_name: v.nullable(v.string()),
  sent_by: v.string(),
  sent_at: v.string(),
  answer: v.nullable(v.object({ text: v.string(), name: v.string(), at: v.string() })),
});
export type ProviderRequest = v.InferOutput<typeof ProviderRequest>;
export const requestSorts = ['text', 'state', 'by', 'at'] as const;

const ours = { backend: 'lms', access: helpSeekers, onFailure: 'state', origin: 'ours' } as const;

export const providerHelp = {
  providerRequests: call({
    ...ours,
    method: 'GET',
    path: '/UserSetup/get_provider_requests',
    summary: 'List the requests for help to the provider: the caller’s own, or all of the district for its administrators, page by page',
    query: v.object({ user_puid: id, ...pageQuery(requestSorts) }),
    data: pageOf(ProviderRequest),
  }),
  askProvider: call({
    ...ours,
    method: 'POST',
    path: '/UserSetup/ask_provider',
    summary: 'Ask the provider for help, with an optional file; the answer comes as a notification',
    refusedWhileActing: true,
    bodyType: 'multipart',
    body: v.object({
      user_puid: id,
      request_text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(mostRequestLetters)),
      file: v.optional(v.instance(File)),
    }),
    data: v.object({ request_id: v.number() }),
  }),
};
