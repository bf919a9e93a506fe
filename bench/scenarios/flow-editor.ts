import { chromium, type Page } from '@playwright/test';
import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { emptyDoc, newNode } from '@balcao/domain/flow/new-node';
import { portsOf } from '@balcao/domain/flow/ports';
import { chromiumPath } from '../../tools/chromium.ts';
import { atMost, median, percentile, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

/** Simulates a computer four times slower than this one. */
const SLOWER = 4;
const NODES = 500;
const COLUMNS = 25;
const OPENINGS = 5;
/** Moves of the mouse, one per frame of a screen. */
const MOVES = 180;
const FRAME_MS = 1000 / 60;
/** From the top of a card to where it is taken. */
const HEAD_PX = 12;
const TEXT = 'Olá! A sua compra saiu para entrega hoje, às dez.';
const ms = (value: number) => `${value.toFixed(1)} ms`;

/** The editor with a flow of 500 nodes on a slow computer: opening, moving over the canvas, moving a node, typing. */
export async function flowEditor(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 1 });
  const browser = await chromium.launch({
    executablePath: chromiumPath(process.env, log),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const server = await bench.startServer();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
    const page = await context.newPage();
    await createFlow(page, server.url);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const opened = await openings(page, server.url);
    log(`opened in ${opened.map((value) => value.toFixed(0)).join(', ')} ms; the first time without the code`);
    await page.evaluate(measure);
    const gestures: Frames[] = [];
    for (const [name, gesture] of [
      ['idle', idle],
      ['move', move],
      ['drag a node', drag],
      ['move over everything', move],
      ['zoom', zoom],
    ] as const) {
      if (name === 'move over everything') await page.getByRole('button', { name: 'Ver tudo' }).click();
      await page.waitForTimeout(1000);
      await page.evaluate('window.measured.start()');
      await gesture(page);
      const frames = await page.evaluate<Frames>('window.measured.stop()');
      log(`${name}: ${summarize(frames)}`);
      if (gesture !== idle) gestures.push(frames);
    }
    const typed = await typing(page);
    const intervals = gestures.flatMap((each) => each.intervals);
    const tasks = gestures.flatMap((each) => each.tasks);
    return [
      atMost('flow-editor: open', median(opened), ms, `CPU ${SLOWER}× slower, ${NODES} nodes, median of ${OPENINGS}`),
      atMost('flow-editor: frame, p50', percentile(intervals, 50), ms, `of ${intervals.length} frames`),
      atMost('flow-editor: frame, p95', percentile(intervals, 95), ms, `of ${intervals.length} frames`),
      atMost('flow-editor: longest task', Math.max(0, ...tasks), ms, `${tasks.length} tasks over 50 ms`),
      atMost('flow-editor: key to painted character, p95', percentile(typed, 95), ms, `p50 ${ms(median(typed))}`),
    ];
  } finally {
    await browser.close();
    await server.stop();
    await bench.close();
  }
}

interface Frames {
  intervals: number[];
  tasks: number[];
}
const summarize = ({ intervals, tasks }: Frames) =>
  `frames p50 ${ms(percentile(intervals, 50))}, p95 ${ms(percentile(intervals, 95))}, longest task ${ms(Math.max(0, ...tasks))}`;

/** Runs in the page: the time between frames, tasks over 50 ms, and the time from a key to the frame after it. */
const measure = `window.measured = (() => {
  let intervals = [], tasks = [], isOn = false, last;
  new PerformanceObserver((seen) => {
    for (const { duration } of seen.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
  const frame = (now) => {
    if (!isOn) return;
    if (last !== undefined) intervals.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  const keys = [];
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp)));
  }, true);
  return {
    keys,
    start() { intervals = []; tasks = []; last = undefined; isOn = true; requestAnimationFrame(frame); },
    stop() { isOn = false; return { intervals, tasks }; },
  };
})()`;

/** Runs in the page: the time from a click on the row to the first painted card. */
const clickUntilPainted = `new Promise((painted) => {
  const begun = performance.now();
  const poll = () => {
    const card = document.querySelector('.react-flow__node');
    requestAnimationFrame(card ? () => painted(performance.now() - begun) : poll);
  };
  document.querySelector('[title="Quinhentos"]').click();
  poll();
})`;

async function openings(page: Page, url: string): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    await page.goto(`${url}/flowbuilders`);
    const row = page.getByText('Quinhentos', { exact: true });
    await row.waitFor();
    await page.waitForTimeout(1000);
    took.push(await page.evaluate<number>(clickUntilPainted));
  }
  return took;
}

const centre = { x: 640, y: 450 };

async function idle(page: Page): Promise<void> {
  await page.waitForTimeout(MOVES * FRAME_MS);
}

/** Drags the canvas in a circle. */
async function move(page: Page): Promise<void> {
  const { x, y } = await emptyPoint(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let n = 0; n < MOVES; n += 1) {
    const angle = (n / MOVES) * 4 * Math.PI;
    await page.mouse.move(x + Math.sin(angle) * 250, y + (1 - Math.cos(angle)) * 100);
    await page.waitForTimeout(FRAME_MS / 2);
  }
  await page.mouse.up();
}

/** Zooms in to about full size with the wheel. */
async function zoom(page: Page): Promise<void> {
  await page.mouse.move(centre.x, centre.y);
  for (let n = 0; n < MOVES; n += 1) {
    await page.mouse.wheel(0, n < MOVES / 2 ? -12 : n % 2 === 0 ? -12 : 12);
    await page.waitForTimeout(FRAME_MS / 2);
  }
}

async function drag(page: Page): Promise<void> {
  const { id, x, y } = await cardInView(page, '');
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let n = 0; n < MOVES; n += 1) {
    const angle = (n / MOVES) * 4 * Math.PI;
    await page.mouse.move(x + Math.sin(angle) * 120, y + (1 - Math.cos(angle)) * 60);
    await page.waitForTimeout(FRAME_MS / 2);
  }
  // Away from where it began, so that it can be seen to have moved.
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.up();
  const moved = await page.locator(`.react-flow__node[data-id="${id}"]`).boundingBox();
  if (!moved || Math.abs(moved.y + HEAD_PX - y - 60) > 10) throw new Error(`The card ${id} was not moved`);
}

/** The head of a card with this text in the middle of the canvas. */
function cardInView(page: Page, text: string): Promise<{ id: string; x: number; y: number }> {
  return page.evaluate(`(() => {
    for (const card of document.querySelectorAll('.react-flow__node')) {
      const { left, top, width } = card.getBoundingClientRect();
      const isCentral = left > 240 && left + width < 1300 && top > 140 && top < 700;
      if (isCentral && card.textContent.includes(${JSON.stringify(text)}))
        return { id: card.dataset.id, x: left + width / 2, y: top + ${HEAD_PX} };
    }
    throw new Error('No card with this text is in view');
  })()`);
}

async function typing(page: Page): Promise<number[]> {
  const { id } = await cardInView(page, 'Mensagem');
  const card = page.locator(`.react-flow__node[data-id="${id}"]`);
  await card.focus();
  await card.press('Enter');
  const field = page.getByRole('textbox', { name: /^Mensagem/ });
  await field.click();
  await page.evaluate('window.measured.keys.length = 0');
  await page.keyboard.type(TEXT, { delay: 80 });
  await page.waitForTimeout(500);
  const keys = await page.evaluate<number[]>('window.measured.keys');
  // Dead keys and capitals are one character of text each, without a key of their own.
  if (keys.length < TEXT.length / 2) throw new Error(`${keys.length} of ${TEXT.length} keys were seen`);
  return keys;
}

/** A point of the canvas without a card, from which the canvas can be dragged. */
function emptyPoint(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(`(() => {
    for (let y = 200; y < 800; y += 7)
      for (let x = 400; x < 1000; x += 7)
        if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) return { x, y };
    throw new Error('There is no empty point on the canvas');
  })()`);
}

async function createFlow(page: Page, url: string): Promise<void> {
  const api = page.request;
  const signedIn = await api.post(`${url}/api/auth/login`, {
    data: { email: 'admin1@example.com', password: 'Senha-de-bench-1' },
  });
  if (!signedIn.ok()) throw new Error(`Sign-in failed: ${signedIn.status()} ${await signedIn.text()}`);
  const { token } = (await signedIn.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const created = await api.post(`${url}/api/flowbuilder`, { headers, data: { name: 'Quinhentos' } });
  const { id } = (await created.json()) as { id: number };
  const saved = await api.put(`${url}/api/flowbuilder/${id}/draft`, { headers, data: { rev: 1, doc: largeDoc() } });
  if (!saved.ok()) throw new Error(`The draft was refused: ${saved.status()} ${await saved.text()}`);
}

/** Nodes of five kinds in rows, each connected with the next. */
function largeDoc(): FlowDoc {
  const doc = emptyDoc('start');
  const kinds = ['message', 'menu', 'condition', 'question', 'data'] as const;
  const nodes = Array.from({ length: NODES - 1 }, (_, at): FlowNode => {
    const n = at + 1;
    const position = { x: (n % COLUMNS) * 340, y: Math.floor(n / COLUMNS) * 320 };
    const node = newNode(kinds[n % kinds.length]!, `node${n}`, position);
    if (node.type === 'message') node.data = { text: `Olá, {{firstName}}! Mensagem ${n}` };
    if (node.type === 'menu')
      node.data = {
        ...node.data,
        message: 'Como posso ajudar?',
        options: ['Pedido', 'Entrega', 'Outro'].map((value, option) => ({ number: option + 1, value })),
      };
    if (node.type === 'condition')
      node.data = { match: 'all', rules: [{ subject: 'valor', operator: 'greater', value: '10' }] };
    if (node.type === 'question') node.data = { ...node.data, message: 'Qual o número?', answerKey: 'valor' };
    if (node.type === 'data') node.data = { entries: [{ target: 'variable', key: 'valor', value: '12' }] };
    return node;
  });
  const all = [...doc.nodes, ...nodes];
  return {
    ...doc,
    nodes: all,
    edges: all
      .slice(0, -1)
      .flatMap((from, n) =>
        portsOf(from).map(({ id }) => ({ id: `${from.id}-${id}`, source: from.id, port: id, target: all[n + 1]!.id })),
      ),
  };
}
