/** What Meta's channels deliver (WH): batches over companies and channels, every kind of item, doubles, forgeries. */
import { createHmac } from 'node:crypto';
import type { Act } from '../../packages/graph-simulator/src/acts.ts';
import {
  compareHeard,
  heardBy,
  personsOf,
  ringAt,
  sayAt,
  takenIn,
  type GraphPerson,
  type Said,
} from './graph-people.ts';
import type { Scenario } from './scenario.ts';
import type { Company, Stage } from './stage.ts';
import { until } from './waiting.ts';

const quarantined = async ({ owner }: Stage, { id }: Company): Promise<number> =>
  (await owner.query<{ n: number }>('select count(*)::int as n from quarantine where company_id = $1', [id])).rows[0]!
    .n;

/** What nobody can read, on each channel. */
const broken = {
  whatsappapi: (accountId: string) => {
    const metadata = { phone_number_id: accountId, display_phone_number: '0' };
    return [
      { field: 'messages', value: { messaging_product: 'whatsapp', metadata, messages: [null] } },
      { field: 'messages', value: { messaging_product: 'whatsapp', metadata, messages: [{ type: 'text' }] } },
      { field: 'never_seen', value: { metadata, surprise: true } },
    ];
  },
  facebook: () => [null, { sender: {}, message: 7 }],
  instagram: () => ['texto', { message: { mid: '', text: {} } }],
};

export const graphPlays: Scenario[] = [
  {
    ids: ['WH-06'],
    what: 'Graph: a thousand items in one delivery, of two companies and three channels, some of them bad, all of it twice',
    isQuick: true,
    on: 'graph',
    wish: () => [
      { lines: 0, official: { numbers: 2, pages: 1 } },
      { lines: 0, official: { numbers: 1, pages: 1 } },
    ],
    async run({ stage, companies, size, judge }) {
      const [node] = await stage.only('a');
      const { control } = stage.graph;
      await ringAt(stage, node!);
      const lines = companies.flatMap(({ official }) => official);
      const people = lines.flatMap((line) => personsOf(line, 5));
      const count = size.isShort ? 200 : 1000;
      const said: Said[] = [];
      const bad = lines.flatMap((line) => broken[line.kind](line.accountId).map((item) => ({ line, item })));
      await control.hold();
      for (let n = 0; n < count; n += 1) {
        said.push(await sayAt(stage, people[n % people.length]!, `item ${n}`));
        const worse = n % 10 === 5 ? bad[(n - 5) / 10] : undefined;
        if (worse) await control.raw(worse.line.accountId, worse.item);
      }
      await control.webhooks({ duplicate: 1 });
      await control.release();
      await takenIn(stage, companies);
      await control.webhooks({ duplicate: 0 });
      let others = 0;
      for (const company of companies) {
        const own = new Set(company.official.map(({ connectionId }) => connectionId));
        const kept = await heardBy(stage, company);
        const seen = compareHeard(
          said.filter(({ by }) => own.has(by.line.connectionId)),
          kept,
        );
        others += kept.filter(({ body }) => !body.startsWith('item ')).length + (await quarantined(stage, company));
        judge('WH-06')
          .is('lost', seen.lost, 0)
          .is('doubled', seen.doubled, 0)
          .is('at another connection', seen.astray, 0)
          .is('out of order', seen.outOfOrder, 0);
      }
      judge('WH-06').say(`${count} items`).is('bad ones kept or set aside', others, bad.length);
    },
  },
  {
    ids: ['WH-10', 'WH-13'],
    what: 'Graph: every kind of item on each channel, and timestamps of all times',
    isQuick: true,
    on: 'graph',
    wish: () => [{ lines: 0, official: { numbers: 1, pages: 1 } }],
    async run({ stage, company, judge }) {
      const [node] = await stage.only('a');
      await ringAt(stage, node!);
      const expected = new Map<string, string>();
      const people: GraphPerson[] = [];
      for (const line of company.official) {
        const [one] = personsOf(line, 1);
        people.push(one!);
        const first = await sayAt(stage, one!, 'a primeira');
        expected.set(first.id, `${line.kind} text`);
        for (const act of acts[line.kind](first.id)) {
          const { id } = await stage.graph.control.act(line.accountId, one!.person, act);
          if (!isAbout(act)) expected.set(id, `${line.kind} ${act.does}`);
        }
      }
      await takenIn(stage, [company]);
      const wids = async () =>
        new Set(
          (
            await stage.owner.query<{ wid: string }>('select wid from messages where company_id = $1', [company.id])
          ).rows.map(({ wid }) => wid),
        );
      const kept = await wids();
      const dropped = [...expected].filter(([id]) => !kept.has(id)).map(([, what]) => what);
      judge('WH-10')
        .say(`${expected.size} items`)
        .is('dropped', dropped.join(', ') || 'none', 'none')
        .is('set aside', await quarantined(stage, company), 0);

      const hours = ['1970-01-01T00:00:01Z', '2999-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'];
      const said: Said[] = [];
      for (const [n, at] of hours.entries()) said.push(await sayAt(stage, people[0]!, `hora ${n}`, { at }));
      await takenIn(stage, [company]);
      const seen = compareHeard(said, await heardBy(stage, company));
      judge('WH-13').is('lost', seen.lost, 0).is('out of order', seen.outOfOrder, 0);
    },
  },
  {
    ids: ['WH-01', 'WH-02', 'WH-03', 'WH-04', 'WH-05', 'WH-12'],
    what: 'Graph: forged, asked, repeated: the platform’s door takes what is genuine, once',
    isQuick: true,
    on: 'graph',
    wish: () => [{ lines: 0, official: { numbers: 1, pages: 0 } }],
    async run({ stage, company, size, judge }) {
      const nodes = await stage.only('a', 'b');
      const { control, env } = stage.graph;
      const door = `${nodes[0]!.url}/webhooks/meta`;
      await ringAt(stage, nodes[0]!);
      const [one] = personsOf(company.official[0]!, 1);
      const words = 'a genuína 🙂‍↔️ e/ou «çã» https://example.com/é';
      const first = await sayAt(stage, one!, words);
      await takenIn(stage, [company]);
      const genuine = (await control.deliveries()).at(-1)!.body;
      judge('WH-03')
        .is('escaped on the way', genuine.includes(words) ? 'no' : 'yes', 'yes')
        .is('read right', (await heardBy(stage, company))[0]?.body ?? '', words);
      const body = genuine.replace('a genu', 'a falsa');
      const sign = (secret: string, how = 'sha256') => `${how}=${createHmac(how, secret).update(body).digest('hex')}`;
      const forged = [
        '',
        sign('another secret'),
        sign(env.META_APP_SECRET, 'sha1'),
        sign(env.META_APP_SECRET).toUpperCase(),
      ];
      const refused: number[] = [];
      for (const signature of forged) {
        const headers = {
          'content-type': 'application/json',
          ...(signature !== '' && { 'x-hub-signature-256': signature }),
        };
        refused.push((await fetch(door, { method: 'POST', headers, body })).status);
      }
      judge('WH-01')
        .is('refused with 401', refused.filter((status) => status === 401).length, forged.length)
        .is('stored', (await heardBy(stage, company)).length - 1, 0);
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(env.META_APP_SECRET) };
      const doors: number[] = [];
      for (const key of ['nada', 'a'.repeat(32), '%00'])
        doors.push((await fetch(`${door}/${key}`, { method: 'POST', headers, body })).status);
      judge('WH-12').is(
        'unknown doors answered 404 or 400',
        doors.filter((status) => status === 404 || status === 400).length,
        3,
      );
      const asked = await control.handshake(door, env.META_VERIFY_TOKEN);
      const wrong = [await control.handshake(door, 'wrong'), await control.handshake(door, '')];
      judge('WH-02')
        .is(
          'asked rightly',
          asked.isAgreed ? asked.contentType.split(';')[0]! : `refused ${asked.status}`,
          'text/plain',
        )
        .is('asked wrongly', wrong.map(({ status }) => status).join(' '), '403 403');

      for (let n = 0; n < (size.isShort ? 5 : 50); n += 1) await control.redeliver(1);
      const again: Said[] = [first];
      for (let n = 0; n < (size.isShort ? 20 : 500); n += 1) {
        await ringAt(stage, nodes[n % 2]!);
        const said = await sayAt(stage, one!, `dupla ${n}`);
        await ringAt(stage, nodes[(n + 1) % 2]!);
        await sayAt(stage, one!, `dupla ${n}`, { id: said.id });
        again.push(said);
      }
      await takenIn(stage, [company]);
      const kept = await until(
        'the doubles',
        () => heardBy(stage, company),
        (rows) => rows.length >= again.length,
      );
      const seen = compareHeard(again, kept);
      judge('WH-04').is('rows added by replays', kept.length - again.length, 0);
      judge('WH-05').is('lost', seen.lost, 0).is('doubled', seen.doubled, 0);
    },
  },
];

/** Said about another message or about the person: no message of its own. */
const isAbout = ({ does }: Act) =>
  ['reaction', 'edit', 'revoke', 'read', 'delivered', 'new-number', 'echo-edit', 'echo-revoke', 'referral'].includes(
    does,
  );

const url = 'https://example.com/historia';
const media: Act[] = [
  { does: 'media', type: 'image', caption: 'foto' },
  { does: 'media', type: 'audio', isVoice: true },
  { does: 'media', type: 'video' },
  { does: 'media', type: 'document', fileName: 'nota.pdf' },
  { does: 'media', type: 'sticker' },
];
const acts = {
  whatsappapi: (first: string): Act[] => [
    ...media,
    { does: 'text', text: 'do anúncio', ad: { headline: 'Promoção', url } },
    { does: 'text', text: 'encaminhada', forwarded: 'often' },
    { does: 'text', text: 'em resposta', quotes: first },
    { does: 'location', latitude: -1.5, longitude: -48.5, name: 'Praça' },
    { does: 'contacts', contacts: [{ name: 'Bia', phones: ['+55 00 91111-1111'] }] },
    { does: 'button', title: 'Sim', payload: 'yes', quotes: first },
    { does: 'button', title: 'Sim', payload: 'yes', ofTemplate: true },
    { does: 'row', title: 'Vendas', payload: 'sales' },
    { does: 'flow', answers: { nome: 'Ana' } },
    { does: 'order', catalogId: '7', items: [{ id: 'sku', quantity: 2, price: 10.5, currency: 'BRL' }] },
    { does: 'unsupported', what: 'poll' },
    { does: 'echo', text: 'do celular' },
    { does: 'reaction', to: first, emoji: '👍' },
    { does: 'reaction', to: first },
    { does: 'edit', of: first, text: 'a primeira, corrigida' },
    { does: 'revoke', of: first },
  ],
  facebook: (first: string): Act[] => [
    ...media,
    { does: 'location', latitude: -1.5, longitude: -48.5 },
    { does: 'button', title: 'Sim', payload: 'yes' },
    { does: 'postback', title: 'Começar', payload: 'start' },
    { does: 'share', url, title: 'Uma página' },
    { does: 'unsupported' },
    { does: 'echo', text: 'de outro programa', appId: '99' },
    { does: 'reaction', to: first, emoji: '❤' },
    { does: 'edit', of: first, text: 'a primeira, corrigida' },
    { does: 'delivered' },
    { does: 'read' },
    { does: 'referral', ref: 'promo' },
  ],
  instagram: (first: string): Act[] => [
    ...media.slice(0, 3),
    { does: 'story-reply', text: 'linda', storyId: '9', url },
    { does: 'story-mention', url },
    { does: 'share', url, type: 'ig_reel' },
    { does: 'postback', title: 'Começar', payload: 'start' },
    { does: 'unsupported' },
    { does: 'echo', text: 'do telefone' },
    { does: 'reaction', to: first, emoji: '❤' },
    { does: 'reaction', to: first },
    { does: 'read', of: first },
    { does: 'revoke', of: first },
  ],
};
