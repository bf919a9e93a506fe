/** The last number that has a sign of its own. */
const MOST_SIGNS = 20;
const ENCIRCLED_ONE = 0x2460;

/** Unread before the name of the page: ① to ⑳, beyond that (21). */
export const titleWith = (unread: number, title: string): string =>
  unread <= 0
    ? title
    : `${unread <= MOST_SIGNS ? String.fromCodePoint(ENCIRCLED_ONE + unread - 1) : `(${unread})`} ${title}`;
