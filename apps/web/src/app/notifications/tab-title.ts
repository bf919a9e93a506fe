/** The largest number with a circled character. */
const MAX_CIRCLED = 20;
const CIRCLED_ONE = 0x2460;

/** The unread count before the page's title: ① to ⑳, beyond that (21). */
export const titleWith = (unread: number, title: string): string =>
  unread <= 0
    ? title
    : `${unread <= MAX_CIRCLED ? String.fromCodePoint(CIRCLED_ONE + unread - 1) : `(${unread})`} ${title}`;
