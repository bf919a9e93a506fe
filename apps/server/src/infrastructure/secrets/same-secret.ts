import { hash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time; the duration reveals neither the content nor the length. An empty secret equals nothing. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected)) && expected !== '';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
