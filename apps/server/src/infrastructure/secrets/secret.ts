/** A value that may be used but never shown: every way of turning it into text gives `[secret]`. */
import { inspect } from 'node:util';

const MASK = '[secret]';

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Call it where the value leaves for its only destination, never to pass it on as a plain string. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.toPrimitive](): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}

/** What a settings screen may show of a stored secret; nothing of a short one, where four characters would be most of it. */
export function last4(value: string): string {
  return value.length < 12 ? '' : value.slice(-4);
}
