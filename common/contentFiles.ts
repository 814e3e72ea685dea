/** URL path of course files that items refer to: videos, pictures and downloads. */
export const contentFiles = '/api/lms/v2/content/files/';
