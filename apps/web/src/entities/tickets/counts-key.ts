/** Under which the counts of the tabs are cached; by itself, so that whoever shows a count need not load the lists. */
export const COUNTS = ['tickets', 'counts'] as const;
