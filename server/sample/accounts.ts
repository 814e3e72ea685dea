/** The password of every sample account. It stands in this repository, so it protects nothing. */
export const samplePassword = 'science-rocks';

/** Sample accounts that people are told of; there is one of each role. */
export const sampleUserNames = ['maya', 'leo', 'rivera', 'okafor', 'lindqvist', 'root'] as const;
