/** Counts what a user does: clicks or taps, keys, and texts typed or filled in. */
import type { Locator, Page, TestInfo } from '@playwright/test';

export class InputCounter {
  clicks = 0;
  keys = 0;
  texts = 0;
  readonly #page: Page;
  readonly #hasTouch: boolean;

  constructor(page: Page, { hasTouch = false } = {}) {
    this.#page = page;
    this.#hasTouch = hasTouch;
  }

  /** Clicks, keys and texts together. */
  get inputs(): number {
    return this.clicks + this.keys + this.texts;
  }

  async press(target: Locator): Promise<void> {
    this.clicks += 1;
    await (this.#hasTouch ? target.tap() : target.click());
  }

  async key(...names: string[]): Promise<void> {
    for (const name of names) {
      this.keys += 1;
      await this.#page.keyboard.press(name);
    }
  }

  /** Types where the focus is, as a user does who trusts it. */
  async type(text: string): Promise<void> {
    this.texts += 1;
    await this.#page.keyboard.type(text);
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.texts += 1;
    await field.fill(text);
  }

  /** Prints the counts and adds them to the report of the journey. */
  print(info: TestInfo, what: string): void {
    const counts = `${this.clicks} ${this.#hasTouch ? 'taps' : 'clicks'}, ${this.keys} keys, ${this.texts} texts`;
    info.annotations.push({ type: 'inputs', description: `${what}: ${counts}` });
    console.log(`${what}: ${counts}`);
  }
}
