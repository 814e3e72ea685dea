/** Path under which the site answers the files that items of the courses name: films, pictures, and what is there to be downloaded. */
export const contentFiles = '/api/lms/v2/content/files/';
