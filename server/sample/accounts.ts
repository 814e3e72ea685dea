/** Password of every sample account. It is public in this repository and protects nothing. */
export const samplePassword = 'science-rocks';

/** Sample accounts that are advertised, one for each role. */
export const sampleUserNames = ['maya', 'leo', 'rivera', 'okafor', 'lindqvist', 'root'] as const;
