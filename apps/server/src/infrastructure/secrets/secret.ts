/** A value that must not be printed: every conversion to text gives `[secret]`. */
import { inspect } from 'node:util';

const MASK = '[secret]';

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Call it where the value is sent to its destination, never to pass it on as a plain string. */
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

/** Last four characters for the settings screen; empty for a short secret, where they would be most of it. */
export function last4(value: string): string {
  return value.length < 12 ? '' : value.slice(-4);
}
