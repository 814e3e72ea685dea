import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

const platform: [string[], string, string[]] = [['district_id', 'platform_id'], 'lti_platform', ['district_id', 'platform_id']];

/** Platforms, links, choices and scores of LTI 1.3 (decision 071). */
export const lti: Migration = {
  up: async (db) => {
    await createTables(db as AnyDatabase, {
      lti_key: {
        columns: { kid: 'text', public_jwk: 'text', sealed_private: 'text', created_at: 'bigint' },
        key: ['kid'],
      },
      lti_platform: {
        columns: {
          ...tenant,
          platform_id: 'bigint',
          name: 'text',
          issuer: 'text',
          client_id: 'text',
          deployment_ids: 'text',
          authorization_endpoint: 'text',
          token_endpoint: 'text',
          jwks_uri: 'text',
          subject_is_sourced_id: 'integer',
          active: 'integer',
          launches: 'bigint',
          launched_at: 'bigint?',
          version: 'integer',
          created_at: 'bigint',
          removed_at: 'bigint?',
        },
        key: ['district_id', 'platform_id'],
        index: { lti_platform_issuer: ['issuer', 'client_id'] },
      },
      lti_deployment: {
        columns: { ...tenant, platform_id: 'bigint', deployment_id: 'text', issuer: 'text', client_id: 'text' },
        key: ['district_id', 'platform_id', 'deployment_id'],
        unique: { lti_deployment_everywhere: ['issuer', 'client_id', 'deployment_id'] },
        foreign: { lti_deployment_platform: platform },
      },
      lti_registration: {
        columns: { ...tenant, secret_hash: 'text', created_by: 'bigint', expires_at: 'bigint', used_at: 'bigint?' },
        key: ['district_id', 'secret_hash'],
        unique: { lti_registration_secret: ['secret_hash'] },
        foreign: { lti_registration_user: userReference('created_by') },
      },
      lti_refusal: {
        columns: { ...tenant, refusal_id: 'bigint', platform_id: 'bigint', at: 'bigint', cause: 'text', detail: 'text' },
        key: ['district_id', 'refusal_id'],
        index: { lti_refusal_at: ['at'] },
      },
      lti_choice: {
        columns: {
          ...tenant,
          choice_id: 'bigint',
          platform_id: 'bigint',
          user_puid: 'bigint',
          deployment_id: 'text',
          return_url: 'text',
          data: 'text?',
          expires_at: 'bigint',
          link_id: 'text?',
          return_hash: 'text?',
        },
        key: ['district_id', 'choice_id'],
        unique: { lti_choice_return: ['return_hash'] },
        foreign: { lti_choice_user: userReference() },
      },
      lti_link: {
        columns: { ...tenant, link_id: 'text', platform_id: 'bigint', lesson_id: 'bigint', created_by: 'bigint', created_at: 'bigint' },
        key: ['district_id', 'link_id'],
        index: { lti_link_creator: ['district_id', 'created_by'] },
        foreign: { lti_link_platform: platform, lti_link_creator_user: userReference('created_by') },
      },
      lti_course: {
        columns: {
          ...tenant,
          platform_id: 'bigint',
          deployment_id: 'text',
          context_id: 'text',
          owner_puid: 'bigint',
          group_puid: 'bigint',
          memberships_url: 'text?',
        },
        key: ['district_id', 'platform_id', 'deployment_id', 'context_id', 'owner_puid'],
        index: { lti_course_owner: ['district_id', 'owner_puid'] },
        foreign: { lti_course_platform: platform, lti_course_user: userReference('owner_puid') },
      },
      lti_placement: {
        columns: {
          ...tenant,
          placement_id: 'bigint',
          platform_id: 'bigint',
          deployment_id: 'text',
          resource_link_id: 'text',
          link_id: 'text',
          group_assignment_id: 'bigint',
          line_item: 'text?',
        },
        key: ['district_id', 'placement_id'],
        unique: { lti_placement_of_link: ['district_id', 'platform_id', 'deployment_id', 'resource_link_id', 'link_id'] },
        foreign: { lti_placement_platform: platform },
      },
      lti_result: {
        columns: {
          ...tenant,
          placement_id: 'bigint',
          user_puid: 'bigint',
          subject: 'text',
          wanted: 'text?',
          wanted_at: 'bigint',
          sent: 'text?',
          sent_at: 'bigint?',
          attempts: 'integer',
          next_at: 'bigint?',
        },
        key: ['district_id', 'placement_id', 'user_puid'],
        index: { lti_result_due: ['next_at'], lti_result_user: ['district_id', 'user_puid'] },
        foreign: { lti_result_user_of: userReference() },
      },
    });
    const { schema } = db as AnyDatabase;
    await schema.alterTable('sign_on_ticket').addColumn('launch', 'text').execute();
  },
};
