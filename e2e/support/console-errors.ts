/** Collects the console errors of every browser of a journey: each is a failure, whatever the journey tests. */
import type { BrowserContext } from '@playwright/test';

export class ConsoleErrors {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Errors this journey provokes on purpose: a refused call leaves a line in the browser's console. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  async listenTo(browser: BrowserContext): Promise<void> {
    browser.on('console', (message) => {
      if (message.type() === 'error') this.#heard.push(`${message.text()} (${message.location().url})`);
    });
    browser.on('weberror', (webError) => this.#heard.push(String(webError.error())));
    // A violation that a library catches and swallows still fires an event on the page.
    await browser.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`Refused by the content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      ),
    );
  }

  unexpected(): string[] {
    return this.#heard.filter((line) => !this.#expected.some((expected) => expected.test(line)));
  }
}

/** The line a browser writes when a call is answered with this status. */
export const failedWithStatus = (...statuses: number[]): RegExp =>
  new RegExp(`the server responded with a status of (?:${statuses.join('|')})`);
/** The lines a browser writes while it is offline. */
export const noNetwork = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED|WebSocket connection to/;
