import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content } from '../../../channels/port.ts';
import { startConnectedServer, createPeer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const noGreeting = { sendGreetingAccepted: 'disabled' };
const media = (mime: string, fileName?: string) => ({ ref: 'nada', mime, bytes: 10, ...(fileName && { fileName }) });
const file = (
  type: 'image' | 'audio' | 'video' | 'document' | 'sticker',
  mime: string,
  more: object = {},
): Content => ({
  kind: 'media',
  type,
  media: media(mime),
  ...more,
});

/** Received content, the message in the thread and the preview. */
const arrivals: [name: string, content: Content, shown: object, line: string][] = [
  ['text [M-109]', { kind: 'text', text: 'Olá' }, { mediaType: 'conversation', body: 'Olá', dataJson: null }, 'Olá'],
  ['a picture [M-103]', file('image', 'image/jpeg'), { mediaType: 'image', body: '' }, '📷 Foto'],
  [
    'a picture with words [M-103]',
    file('image', 'image/jpeg', { caption: 'receita' }),
    { mediaType: 'image', body: 'receita' },
    'receita',
  ],
  [
    'a voice [M-103]',
    file('audio', 'audio/ogg', { isVoice: true }),
    { mediaType: 'audio', dataJson: { isVoice: true } },
    '🎤 Áudio',
  ],
  ['a film [M-103]', file('video', 'video/mp4'), { mediaType: 'video' }, '🎥 Vídeo'],
  [
    'a document [M-103]',
    { kind: 'media', type: 'document', media: media('application/pdf', 'laudo.pdf') },
    { mediaType: 'application', mediaName: 'laudo.pdf' },
    '📄 Documento',
  ],
  [
    'a sticker [M-103]',
    file('sticker', 'image/webp'),
    { mediaType: 'image', dataJson: { type: 'sticker' } },
    '🏷️ Figurinha',
  ],
  [
    'what is seen once [M-105]',
    file('image', 'image/jpeg', { isViewOnce: true }),
    { mediaType: 'viewOnceMessage', dataJson: { isViewOnce: true } },
    '📷 Foto',
  ],
  [
    'a place [M-104]',
    { kind: 'location', latitude: -1.5, longitude: 2.25 },
    { mediaType: 'locationMessage', dataJson: { latitude: -1.5, longitude: 2.25 } },
    '📍 Localização',
  ],
  [
    'contacts [M-104]',
    {
      kind: 'contacts',
      contacts: [
        { name: 'Ana', numbers: ['5500987650001'] },
        { name: 'Beto', numbers: [] },
      ],
    },
    { mediaType: 'contactMessage', body: 'Ana, Beto' },
    'Ana, Beto',
  ],
  [
    'a choice from a list [M-106]',
    { kind: 'choice', id: 'l2', title: 'Multifocal' },
    { mediaType: 'conversation', body: 'Multifocal', dataJson: { choiceId: 'l2' } },
    'Multifocal',
  ],
  [
    'a button [M-106]',
    { kind: 'button', act: 'url', title: 'Site', text: 'veja', button: 'Abrir', value: 'https://example.com' },
    { mediaType: 'interactiveMessage', body: 'Site', dataJson: { act: 'url', value: 'https://example.com' } },
    'Site',
  ],
  [
    'a poll [M-106]',
    { kind: 'poll', question: 'Sábado?', options: ['sim', 'não'], isMultiple: false },
    { mediaType: 'pollCreationMessageV3', body: 'Sábado?', dataJson: { options: ['sim', 'não'] } },
    'Sábado?',
  ],
  [
    'a meeting without an end, which takes two hours [M-107]',
    { kind: 'event', title: 'Exame', startsAt: '2026-12-01T13:00:00.000Z' },
    {
      mediaType: 'eventMessage',
      dataJson: { startsAt: '2026-12-01T13:00:00.000Z', endsAt: '2026-12-01T15:00:00.000Z' },
    },
    'Exame',
  ],
  [
    'a meeting with an end [M-107]',
    { kind: 'event', title: 'Exame', startsAt: '2026-12-01T13:00:00.000Z', endsAt: '2026-12-01T13:30:00.000Z' },
    { dataJson: { endsAt: '2026-12-01T13:30:00.000Z' } },
    'Exame',
  ],
  [
    'words about an advertisement [M-105]',
    { kind: 'ad', text: 'Vi o anúncio', title: 'Promoção', url: 'https://example.com/ad' },
    { mediaType: 'adMetaPreview', body: 'Vi o anúncio', dataJson: { title: 'Promoção' } },
    'Vi o anúncio',
  ],
  [
    'what nobody here knows [WH-10]',
    { kind: 'unsupported', what: 'hologram' },
    { mediaType: 'unsupported', dataJson: { what: 'hologram' } },
    '❔ Mensagem não suportada',
  ],
];

describe('a received message', () => {
  it.each(arrivals)('%s', async (_, content, expected, preview) => {
    const company = await service.createConnectedCompany(noGreeting);
    await company.sendWebhook([company.customerMessage('5500961110001', content)]);
    const [ticket] = await service.until(company.tickets, (rows) => rows[0]?.unread === 1);
    expect(ticket.last_message).toBe(preview);
    const { messages } = (await company.admin.request('GET', `/messages/${ticket.uuid}`)).json();
    expect(messages).toMatchObject([{ fromMe: false, ...expected }]);
  });

  it('with a reaction quotes the message it belongs to [M-108]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const first = company.customerMessage('5500961110002', 'olhe', { wid: 'w-olhe' });
    await company.sendWebhook([
      first,
      company.customerMessage('5500961110002', { kind: 'reaction', to: 'w-olhe', emoji: '❤️' }),
    ]);
    const rows = await service.until(company.messages, (seen) => seen.length === 2);
    expect(rows[1]).toMatchObject({ media_type: 'reactionMessage', body: '❤️', quoted_id: rows[0].id });
  });

  it('is changed by edits and deletions of the customer, in the thread and in the preview [M-109]', async () => {
    const company = await service.createConnectedCompany({
      ...noGreeting,
      enableLGPD: 'enabled',
      lgpdDeleteMessage: 'enabled',
    });
    const original = company.customerMessage('5500961110003', 'amanha', { wid: 'w-edita' });
    const peer = original.type === 'message' ? original.peer : undefined;
    await company.sendWebhook([
      original,
      { type: 'edited', wid: 'w-edita', fromMe: false, peer: peer!, text: 'amanhã', at: new Date().toISOString() },
    ]);
    const [ticket] = await service.until(company.tickets, (rows) => rows[0]?.last_message === 'amanhã');
    const listMessages = async () => (await company.admin.request('GET', `/messages/${ticket.uuid}`)).json().messages;
    expect(await listMessages()).toMatchObject([{ body: 'amanhã', isEdited: true }]);

    await company.sendWebhook([company.customerMessage('5500961110003', 'sobre isso', { quotes: 'w-edita' })]);
    await company.sendWebhook([
      { type: 'removed', wid: 'w-edita', fromMe: false, peer: peer!, at: new Date().toISOString() },
    ]);
    const [deleted] = await service.until(listMessages, (messages) => messages[0].isDeleted);
    expect(deleted).toMatchObject({ body: 'Essa mensagem foi apagada', isDeleted: true });
    // Quotes do not show it either; the stored text stays.
    expect((await listMessages())[1].quotedMsg).toMatchObject({ body: 'Essa mensagem foi apagada' });
    expect((await company.messages())[0].body).toBe('amanhã');
  });

  it('is not changed by another sender, and an edit keeps the former text [F-H4]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    await company.admin.request('PUT', `/whatsapp/${company.connectionId}`, { name: 'Matriz', allowGroup: true });
    const [ana, beto] = [createPeer('5500961110051', 'Ana'), createPeer('5500961110052', 'Beto')];
    const group = { identities: [{ kind: 'group' as const, value: 'g-78' }], isGroup: true, name: 'Turma' };
    const ticket = await company.openTicket('5500961110051');
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'são R$ 50' });
    const sent = await service.until(company.messages, (rows) => rows.at(-1).delivery === 'sent');
    const at = new Date().toISOString();
    await company.sendWebhook([
      company.customerMessage('x', 'do Beto', { peer: beto, wid: 'w-beto' }),
      company.customerMessage('x', 'da Ana', { peer: ana, wid: 'w-ana' }),
      company.customerMessage('x', 'no grupo', { peer: group, author: beto, wid: 'w-grupo' }),
    ]);
    // Conversations are handled independently of each other.
    const handled = () =>
      service.until(
        async () =>
          (
            await service.server.asOwner.query(
              `select from inbox where company_id = $1 union all select from signals where company_id = $1`,
              [company.companyId],
            )
          ).rowCount,
        (n) => n === 0,
      );
    await handled();
    const agentWid = sent.at(-1).wid;
    const changes = [
      { wid: agentWid, peer: ana, fromMe: false },
      { wid: 'w-beto', peer: ana, fromMe: false },
      { wid: 'w-ana', peer: ana, fromMe: true },
      { wid: 'w-grupo', peer: group, author: ana, fromMe: false },
      { wid: 'w-grupo', peer: group, fromMe: false },
      { wid: 'w-grupo', peer: beto, fromMe: false },
    ];
    await company.sendWebhook(changes.map((change) => ({ type: 'edited', ...change, text: 'forjado', at })));
    await company.sendWebhook(changes.map((change) => ({ type: 'removed', ...change, at })));
    await company.sendWebhook([
      { type: 'edited', wid: agentWid, peer: ana, fromMe: true, text: 'são R$ 60', at },
      { type: 'edited', wid: 'w-grupo', peer: group, author: beto, fromMe: false, text: 'no nosso grupo', at },
      { type: 'removed', wid: 'w-beto', peer: beto, fromMe: false, at },
    ]);
    await handled();
    const rows = await company.messages();
    expect(
      Object.fromEntries(
        rows.slice(1).map(({ wid, body, is_edited, is_deleted }) => [wid, [body, is_edited, is_deleted]]),
      ),
    ).toEqual({
      [agentWid]: ['são R$ 60', true, false],
      'w-beto': ['do Beto', false, true],
      'w-ana': ['da Ana', false, false],
      'w-grupo': ['no nosso grupo', true, false],
    });
    const former = await service.server.asOwner.query<{ detail: string }>(
      `select detail from message_receipts where company_id = $1 and told = 'edited' order by id`,
      [company.companyId],
    );
    expect(new Set(former.rows.map(({ detail }) => detail))).toEqual(new Set(['no grupo', 'são R$ 50']));
  });

  it('of a group has its author, and a reply in the group counts as delivered [M-180]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    await company.admin.request('PUT', `/whatsapp/${company.connectionId}`, { name: 'Matriz', allowGroup: true });
    const group = { identities: [{ kind: 'group' as const, value: 'g-77' }], isGroup: true, name: 'Turma da rua' };
    await company.sendWebhook([
      company.customerMessage('x', 'quem vem?', { peer: group, author: createPeer('5500961110009', 'Ana') }),
      company.customerMessage('x', 'eu', { peer: group, author: createPeer('5500961110010', 'Beto') }),
    ]);
    const [ticket] = await service.until(company.tickets, (rows) => rows[0]?.unread === 2);
    expect(ticket).toMatchObject({ status: 'group', is_group: true });
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'todos' });
    await service.until(company.messages, (rows) => rows.at(-1).delivery === 'sent');
    const { messages } = (await company.admin.request('GET', `/messages/${ticket.uuid}`)).json();
    expect(messages).toMatchObject([
      { contact: { name: 'Ana' } },
      { contact: { name: 'Beto' } },
      { body: 'todos', ack: 2 },
    ]);
  });

  it('is edited by an event that arrives before it', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const original = company.customerMessage('5500961110004', 'primeira', { wid: 'w-depois' });
    const peer = original.type === 'message' ? original.peer : undefined;
    await company.sendWebhook([
      { type: 'edited', wid: 'w-depois', fromMe: false, peer: peer!, text: 'segunda', at: new Date().toISOString() },
    ]);
    await company.sendWebhook([original]);
    await service.until(company.messages, (rows) => rows[0]?.body === 'segunda');
  });

  it('shows the channel’s time and keeps the order of arrival [WH-13]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    for (const [text, at] of [
      ['futuro', '2031-01-01T00:00:00.000Z'],
      ['passado', '1970-01-01T00:00:01.000Z'],
      ['sem hora', 'ontem'],
    ])
      await company.sendWebhook([company.customerMessage('5500961110005', text!, { at: at! })]);
    await service.until(company.messages, (rows) => rows.length === 3);
    const [ticket] = await company.tickets();
    const { messages } = (await company.admin.request('GET', `/messages/${ticket.uuid}`)).json();
    expect(messages.map(({ body, seq }: { body: string; seq: number }) => [body, seq])).toEqual([
      ['futuro', 1],
      ['passado', 2],
      ['sem hora', 3],
    ]);
    expect(messages[1].createdAt).toBe('1970-01-01T00:00:01.000Z');
  });
});

describe('a message whose id another one has', () => {
  const [ana, beto] = [createPeer('5500961110151', 'Ana'), createPeer('5500961110152', 'Beto')];
  const group = { identities: [{ kind: 'group' as const, value: 'g-151' }], isGroup: true, name: 'Turma' };
  const time = (seconds: number) => new Date(Date.UTC(2026, 10, 19, 12, 0, seconds)).toISOString();
  const waitingOf = (companyId: number) => async () =>
    (
      await service.server.asOwner.query(
        'select from inbox where company_id = $1 union all select from signals where company_id = $1',
        [companyId],
      )
    ).rowCount;

  it('is stored when its conversation, author or direction is another one, and once when it comes again [WH-05]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    await company.admin.request('PUT', `/whatsapp/${company.connectionId}`, { name: 'Matriz', allowGroup: true });
    const isIdle = () => service.until(waitingOf(company.companyId), (n) => n === 0);
    const ticket = await company.openTicket('5500961110151');
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'da empresa' });
    const sent = await service.until(company.messages, (rows) => rows.at(-1).delivery === 'sent');
    const ownId = sent.at(-1).wid;
    const all = [
      company.customerMessage('', 'da Ana', { peer: ana, wid: 'igual', at: time(1) }),
      company.customerMessage('', 'do Beto', { peer: beto, wid: 'igual', at: time(2) }),
      company.customerMessage('', 'Ana no grupo', { peer: group, author: ana, wid: 'igual', at: time(3) }),
      company.customerMessage('', 'Beto no grupo', { peer: group, author: beto, wid: 'igual', at: time(4) }),
      company.customerMessage('', 'com o id da empresa', { peer: ana, wid: ownId, at: time(5) }),
    ];
    // First all at once, then each alone.
    await company.sendWebhook(all);
    await isIdle();
    for (const message of all) {
      // With another one: an equal payload would not be read at all.
      await company.sendWebhook([message, company.customerMessage('', 'depois', { peer: beto })]);
      await isIdle();
    }
    const bodies = (await company.messages()).map(({ body }) => body);
    for (const text of ['da Ana', 'do Beto', 'Ana no grupo', 'Beto no grupo', 'com o id da empresa', 'da empresa'])
      expect(
        bodies.filter((body) => body === text),
        text,
      ).toHaveLength(1);
    const { rows } = await service.server.asOwner.query('select from quarantine where company_id = $1', [
      company.companyId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is the same message when only the identity of its sender differs [WH-05]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const lid = { identities: [{ kind: 'lid' as const, value: '151000000000151' }], name: 'Ana', isGroup: false };
    const message = { wid: 'uma vez', at: time(1) };
    await company.sendWebhook([company.customerMessage('', 'uma vez só', { ...message, peer: ana })]);
    await service.until(company.messages, (rows) => rows.length > 0);
    await company.sendWebhook([company.customerMessage('', 'uma vez só', { ...message, peer: lid })]);
    await service.until(waitingOf(company.companyId), (n) => n === 0);
    expect((await company.messages()).map(({ body }) => body)).toEqual(['uma vez só']);
  });

  it('is edited, deleted, quoted and answered by its own id', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const isIdle = () => service.until(waitingOf(company.companyId), (n) => n === 0);
    await company.sendWebhook([company.customerMessage('', 'da Ana', { peer: ana, wid: 'igual', at: time(1) })]);
    await isIdle();
    await company.sendWebhook([company.customerMessage('', 'do Beto', { peer: beto, wid: 'igual', at: time(2) })]);
    await isIdle();
    const at = time(9);
    await company.sendWebhook([
      { type: 'edited', wid: 'igual', peer: beto, fromMe: false, text: 'do Beto, corrigida', at },
      company.customerMessage('', 'cita a própria', { peer: beto, quotes: 'igual' }),
      { type: 'removed', wid: 'igual', peer: ana, fromMe: false, at },
    ]);
    await isIdle();
    const rows = await company.messages();
    const of = (body: string) => rows.find((row) => row.body === body);
    expect(of('da Ana')).toMatchObject({ is_deleted: true, is_edited: false });
    expect(of('do Beto, corrigida')).toMatchObject({ is_deleted: false, is_edited: true });
    expect(Number(of('cita a própria').quoted_id)).toBe(Number(of('do Beto, corrigida').id));
  });
});

describe('a call', () => {
  const call: Content = { kind: 'call', isVideo: false, outcome: 'missed' };

  it('is stored as read, with an automatic reply if calls are not accepted [M-108] [M-184]', async () => {
    const company = await service.createConnectedCompany({
      ...noGreeting,
      acceptCallWhatsapp: 'disabled',
      AcceptCallWhatsappMessage: 'Não atendemos ligações, {{firstName}}.',
    });
    await company.sendWebhook([company.customerMessage('5500962220001', 'oi')]);
    await service.until(company.messages, (rows) => rows.length === 1);
    await company.sendWebhook([company.customerMessage('5500962220001', call)]);
    const rows = await service.until(company.messages, (seen) => seen.at(-1).delivery === 'sent');
    expect(rows.slice(1)).toMatchObject([
      { media_type: 'call_log', body: '📞 Chamada', ack: 1, is_read: true, data: { outcome: 'missed' } },
      { body: 'Não atendemos ligações, Helena.', origin: 'bot' },
    ]);
    expect((await company.tickets())[0].unread).toBe(1);
  });

  it('gets no reply if calls are accepted, and opens no ticket for an unknown number [M-184]', async () => {
    const company = await service.createConnectedCompany({
      ...noGreeting,
      acceptCallWhatsapp: 'enabled',
      AcceptCallWhatsappMessage: 'Não atendemos.',
    });
    await company.sendWebhook([company.customerMessage('5500962220002', call)]);
    await company.sendWebhook([company.customerMessage('5500962220003', 'oi')]);
    await service.until(company.messages, (rows) => rows.length === 1);
    await company.sendWebhook([company.customerMessage('5500962220003', call)]);
    await service.until(company.messages, (rows) => rows.length === 2);
    await company.sendWebhook([company.customerMessage('5500962220003', 'fim')]);
    const rows = await service.until(company.messages, (seen) => seen.at(-1).body === 'fim');
    expect(rows.map((row) => row.media_type)).toEqual(['conversation', 'call_log', 'conversation']);
    expect(await company.tickets()).toHaveLength(1);
  });
});

describe('audio that is not accepted [M-185]', () => {
  const voice = file('audio', 'audio/ogg', { isVoice: true });
  const refusalText = 'No momento não conseguimos ouvir áudios por aqui. Por favor, escreva a sua mensagem.';

  it('is stored and answered with a request to write, for the company or for one contact', async () => {
    const closed = await service.createConnectedCompany({ ...noGreeting, acceptAudioMessageContact: 'disabled' });
    await closed.sendWebhook([closed.customerMessage('5500963330001', voice)]);
    const rows = await service.until(closed.messages, (seen) => seen.length === 2);
    expect(rows).toMatchObject([{ media_type: 'audio' }, { body: refusalText, quoted_id: rows[0].id, origin: 'bot' }]);

    const open = await service.createConnectedCompany(noGreeting);
    await open.sendWebhook([open.customerMessage('5500963330002', voice)]);
    const [{ contact_id: contactId }] = await service.until(open.messages, (seen) => seen.length === 1);
    await open.admin.request('PUT', `/contacts/toggleAcceptAudio/${contactId}`);
    await open.sendWebhook([open.customerMessage('5500963330002', voice)]);
    const after = await service.until(open.messages, (seen) => seen.length === 3);
    expect(after.map((row) => row.body)).toEqual(['', '', refusalText]);
  });
});
