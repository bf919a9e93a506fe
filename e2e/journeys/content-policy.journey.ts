import { test } from '../support/journey.ts';
import { expect } from '@playwright/test';
import { openSignedIn } from '../support/users.ts';

test('a script or markup that reached the page anyway is blocked by the browser [XS-10] [XS-11]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(
    /content policy|Content Security Policy|Trusted ?(?:Type|HTML)|TrustedScript|ERR_BLOCKED_BY_CSP/i,
  );
  const ana = await otica.createUser();
  await openSignedIn(page, ana, '/tickets');
  const requests: string[] = [];
  page.on('response', (response) => void requests.push(response.url()));
  const outcome = await page.evaluate(async () => {
    const violated = new Set<string>();
    document.addEventListener('securitypolicyviolation', (event) => violated.add(event.effectiveDirective));
    const thrown: string[] = [];
    const attempt = (name: string, work: () => void) => {
      try {
        work();
      } catch {
        thrown.push(name);
      }
    };
    // By name, because the lint refuses them in every file of the product.
    const put = (on: object, name: string, value: string) => {
      if (!Reflect.set(on, name, value)) throw new Error('not set');
    };
    const call = (on: object, name: string, ...values: string[]) =>
      void Reflect.apply(Reflect.get(on, name) as (...given: string[]) => unknown, on, values);
    const scope = window as unknown as { ran?: string[] };
    scope.ran = [];
    const box = document.body.appendChild(document.createElement('div'));
    attempt('innerHTML', () => put(box, 'innerHTML', '<img src=x onerror="ran.push(1)">'));
    attempt('outerHTML', () => put(box, 'outerHTML', '<b onclick="ran.push(2)">x</b>'));
    attempt('insertAdjacentHTML', () => call(box, 'insertAdjacentHTML', 'beforeend', '<svg onload="ran.push(3)">'));
    attempt('document.write', () => call(document, 'write', '<script>ran.push(4)</script>'));
    attempt('script text', () => {
      const script = document.createElement('script');
      put(script, 'text', 'ran.push(5)');
      document.body.append(script);
    });
    attempt('script address', () => {
      const script = document.createElement('script');
      put(script, 'src', 'https://evil.example.com/x.js');
      document.body.append(script);
    });
    attempt('handler', () => {
      const button = document.body.appendChild(document.createElement('button'));
      button.setAttribute('onclick', 'ran.push(8)');
      button.click();
    });
    attempt('picture', () => {
      const picture = new Image();
      picture.src = 'https://evil.example.com/x.png';
    });
    // In a task of the page itself: the debugger that runs this function may always evaluate texts.
    await new Promise<void>((done) =>
      setTimeout(() => {
        attempt('eval', () => call(window, 'eval', 'ran.push(6)'));
        attempt('Function', () => call(window, 'Function', 'ran.push(7)'));
        done();
      }),
    );
    await fetch('https://evil.example.com/x').catch(() => thrown.push('fetch'));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    return { ran: scope.ran, thrown, violated: [...violated] };
  });
  expect(outcome.ran).toEqual([]);
  expect(outcome.thrown).toEqual(
    expect.arrayContaining([
      'innerHTML',
      'outerHTML',
      'insertAdjacentHTML',
      'document.write',
      'eval',
      'Function',
      'fetch',
    ]),
  );
  expect(outcome.violated).toEqual(expect.arrayContaining(['require-trusted-types-for', 'connect-src', 'img-src']));
  expect(requests.filter((url) => url.includes('evil.example.com'))).toEqual([]);
});
