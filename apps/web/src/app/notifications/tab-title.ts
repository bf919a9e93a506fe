/** The last number that has a sign of its own. */
const MAX_CIRCLED = 20;
const CIRCLED_ONE = 0x2460;

/** Unread before the name of the page: ① to ⑳, beyond that (21). */
export const titleWith = (unread: number, title: string): string =>
  unread <= 0
    ? title
    : `${unread <= MAX_CIRCLED ? String.fromCodePoint(CIRCLED_ONE + unread - 1) : `(${unread})`} ${title}`;
