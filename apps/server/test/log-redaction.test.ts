import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConnectedServer, createPeer } from './connected-server.ts';
import { figure } from './fixtures/scale.ts';

const NAME = 'Helena Quitéria';
const NUMBER = '5500987654321';
const EMAIL = 'helena.quiteria@example.com';
const QUESTION = `Sou ${NAME}, meu número é ${NUMBER}, meu e-mail é ${EMAIL} e o boleto azul não chegou`;
const ANSWER = 'Segue a segunda via do boleto azul';
/** Texts that no log line may contain, also URL-encoded, and the number as users write it. */
const PERSONAL = [NAME, NUMBER, '98765-4321', EMAIL, 'boleto azul'].flatMap((text) => [
  text,
  encodeURIComponent(text),
  text.replaceAll(' ', '+'),
]);

const lines: string[] = [];
let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer({}, { env: { LOG_LEVEL: 'trace' }, logTo: (line) => void lines.push(line) });
});
afterAll(() => service.server.stop());

it('the log contains no message, name, number or e-mail of a customer, also after errors [LG-09]', async () => {
  const { server, testChannel, until } = service;
  const { admin, connectionId, sendWebhook, customerMessage, messages, tickets } = await service.createConnectedCompany(
    {
      acceptCallWhatsapp: 'disabled',
      AcceptCallWhatsappMessage: 'Não atendemos ligações sobre o boleto azul.',
    },
  );
  const waitForMessage = (body: string) => until(messages, (rows) => rows.some((row) => row.body === body));
  const peer = createPeer(NUMBER, NAME);

  // A conversation: question, acceptance, answer, rejected call.
  await sendWebhook([customerMessage(NUMBER, QUESTION, { peer })]);
  await waitForMessage(QUESTION);
  const [{ id, uuid, contact_id: contactId }] = await tickets();
  await admin.request('PUT', `/tickets/${id}`, { status: 'open', userId: admin.user.id });
  await admin.request('POST', `/messages/${id}`, { body: ANSWER });
  await sendWebhook([customerMessage(NUMBER, { kind: 'call', isVideo: false, outcome: 'missed' }, { peer })]);
  await until(
    async () => testChannel.texts(),
    (sent) => sent.some((text) => text.includes('Não atendemos')),
  );

  // Failing sends; one error quotes the message.
  testChannel.moods.push('refused', 'not-sent');
  for (let n = 0; n < 2; n++) await admin.request('POST', `/messages/${id}`, { body: `${ANSWER} ${n}` });
  await until(messages, (rows) => rows.some((row) => row.delivery === 'failed'));
  const { send } = testChannel.channel;
  let failedSends = 0;
  testChannel.channel.send = async () => {
    failedSends += 1;
    throw new TypeError(`cannot send "${ANSWER}" to ${NUMBER} (${EMAIL})`, {
      cause: new SyntaxError(`Unexpected token 'S', "${QUESTION}" is not valid JSON`),
    });
  };
  await admin.request('POST', `/messages/${id}`, { body: ANSWER });
  await until(
    async () => failedSends,
    (times) => times > 0,
  );
  testChannel.channel.send = send;

  // Malformed webhook payloads: the JSON parser quotes them in its error.
  const { secrets } = server.modules.connections.accountOf(
    (await server.modules.connections.find(admin.companyId, connectionId))!,
  );
  const plainBody = Buffer.from(`${NAME} ${NUMBER} ${EMAIL} {"boleto azul"`);
  await server.app.inject({
    method: 'POST',
    url: `/webhooks/sandbox/${secrets['webhookKey']}`,
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', secrets['webhookSecret']!).update(plainBody).digest('hex'),
    },
    payload: plainBody,
  });
  await sendWebhook([{ ...customerMessage(NUMBER, QUESTION, { peer }), at: `${QUESTION} at no time` } as never]);
  const quarantined = () =>
    server.asOwner.query('select fault from quarantine where company_id = $1', [admin.companyId]);
  await until(
    async () => (await quarantined()).rows,
    (rows) => rows.length >= 1,
  );

  // Users who search for the customer, mistype and request missing records.
  const searchTerms = [NAME, NUMBER, EMAIL, 'boleto azul'].map(encodeURIComponent);
  for (const searchTerm of searchTerms) {
    await admin.request('GET', `/contacts?searchParam=${searchTerm}`);
    await admin.request('GET', `/tickets?searchParam=${searchTerm}`);
    await admin.request('GET', `/nowhere/${searchTerm}`);
  }
  await admin.request('GET', `/contacts/profile/${NUMBER}`);
  await admin.request('PUT', `/contacts/${contactId}`, { email: EMAIL, name: NAME, number: NUMBER });
  await admin.request('POST', '/contacts', { name: NAME, number: NUMBER, email: EMAIL });
  await admin.request('POST', '/contacts', { name: NAME, number: `${NUMBER}x`, email: `${EMAIL}@` });
  await server.anonymous('POST', '/auth/login', { email: EMAIL, password: QUESTION });
  await admin.request('GET', `/messages/${uuid}`);

  const leaks = lines.filter((line) => PERSONAL.some((text) => line.includes(text)));
  figure('LG-09', 'log lines, with anything personal', `${lines.length}, ${leaks.length}`);
  expect(leaks).toEqual([]);
  // The log must contain the error, otherwise the test proves nothing.
  const failureLine = lines.find((line) => line.includes('background work failed'));
  expect(failureLine).toContain('cannot send [quoted] to [number] ([e-mail])');
  expect(failureLine).toContain('log-redaction.test.ts');
});
