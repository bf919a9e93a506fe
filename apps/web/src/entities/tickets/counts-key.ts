/** Cache key of the tab counts; in its own file, so that showing a count does not load the lists. */
export const COUNTS = ['tickets', 'counts'] as const;
