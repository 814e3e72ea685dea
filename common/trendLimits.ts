/** With fewer results, or over fewer days, a trend says more about single quizzes than about a student. Ours. */
export const fewestResults = 5;
export const fewestDays = 14;

/** Percent points a week. A trend whose whole range lies within is steady: a whole school year would change less than a quarter of the scale. Ours. */
export const steadyWithin = 0.5;
